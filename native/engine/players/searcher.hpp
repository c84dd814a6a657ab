// A search by its name, as profiles of games choose it: made when it is first needed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/mcts/mcts.hpp"
#include "engine/search/search_for.hpp"

namespace quire {

struct SearchKind {
  enum class Method : std::uint8_t { mcts, search };
  Method method = Method::mcts;
  bool evaluation = false;  // of leaves by the learned evaluation, for MCTS
};

// `mcts`, `mcts:evaluation=yes` or `search`, written as agents are; empty for anything else.
[[nodiscard]] inline std::optional<SearchKind> search_kind(std::string_view name) {
  using enum SearchKind::Method;
  if (name == "mcts") return SearchKind{mcts, false};
  if (name == "mcts:evaluation=yes") return SearchKind{mcts, true};
  if (name == "search") return SearchKind{search, false};
  return std::nullopt;
}

template <Position P>
class Searcher {
 public:
  Searcher(std::uint64_t seed, std::size_t memory, SearchKind kind)
      : seed_(seed), memory_(memory), kind_(kind) {}

  [[nodiscard]] SearchResult think(const P& position, Budget& budget) {
    if (kind_.method == SearchKind::Method::search) {
      if (!search_) search_.emplace(SearchSettings{seed_, memory_, false});
      return search_->think(position, budget);
    }
    if (!mcts_) {
      const int players = P::Game::players(position.size());
      mcts_.emplace(seed_, memory_, mcts::settings_for<P>(players, kind_.evaluation));
    }
    return mcts_->think(position, budget);
  }

 private:
  std::uint64_t seed_;
  std::size_t memory_;
  SearchKind kind_;
  std::optional<Mcts<P>> mcts_;
  std::optional<SearchOf<P>> search_;
};

}  // namespace quire
