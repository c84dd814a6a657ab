// A per-thread copy of the root block. Counting in a local copy and merging now and then avoids
// contention on memory that every simulation writes.
#pragma once

#include <vector>

#include "engine/mcts/tree.hpp"

namespace quire::mcts {

class LocalRoot {
 public:
  // `mine` has as many moves as `all` and belongs to this thread.
  LocalRoot(Block all, Block mine) : all_(all), mine_(mine) {
    mine.copy(all);
    for (int i = 0; i < all.count(); ++i) {
      merged_.push_back({mine.entry(i).tally().word, later(mine, i)});
    }
  }

  [[nodiscard]] Block all() const noexcept { return all_; }
  [[nodiscard]] Block mine() const noexcept { return mine_; }

  // Merges both ways: adds what is new here, and copies what others added. `refresh` updates the
  // score of a move.
  template <class Refresh>
  void exchange(const Refresh& refresh) {
    raise(all_.opened(), mine_.opened().load(relaxed));
    mine_.opened().store(all_.opened().load(relaxed), relaxed);
    for (int i = 0; i < all_.count(); ++i) {
      Merged& merged = merged_[static_cast<std::size_t>(i)];
      Entry& mine = mine_.entry(i);
      exchange(all_.entry(i).tally_word, mine.tally_word, merged.tally);
      if (mine_.keeps_later()) exchange(all_.later_word(i), mine_.later_word(i), merged.later);
      const Proof proof = std::max(mine.proof(), all_.entry(i).proof());
      if (proof != Proof::none) {
        mine_.prove(i, proof);
        all_.prove(i, proof);
      } else if (mine.tally().visits() > 0 || mine_.keeps_later()) {
        refresh(mine_, i);
        all_.set_score(i, mine_.score(i));
      }
    }
  }

 private:
  static constexpr auto relaxed = std::memory_order_relaxed;
  struct Merged {  // the words at the last merge
    std::uint64_t tally, later;
  };

  [[nodiscard]] static std::uint64_t later(Block block, int i) noexcept {
    return block.keeps_later() ? block.later(i).word : 0;
  }
  // Words only grow, so that a difference is what is new.
  static void exchange(std::atomic<std::uint64_t>& all, std::atomic<std::uint64_t>& mine,
                       std::uint64_t& merged) noexcept {
    const std::uint64_t news = mine.load(relaxed) - merged;
    merged = news == 0 ? all.load(relaxed) : all.fetch_add(news, relaxed) + news;
    mine.store(merged, relaxed);
  }

  Block all_, mine_;
  std::vector<Merged> merged_;
};

}  // namespace quire::mcts
