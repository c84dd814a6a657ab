// RAVE (rapid action value estimation): a move that came later in a game, by the same player, tells
// of making it at once. Such news comes many times as often as a move's own, and is worth less: it
// counts while a move was tried little.
#pragma once

#include <vector>

#include "engine/mcts/tree.hpp"

namespace quire::mcts {

// Which moves each player made in a game, or from a position on: asked for every move there is, so
// that each keeps the number of the last game that had it.
class Hindsight {
 public:
  Hindsight(int moves, int players)
      : moves_(static_cast<std::size_t>(moves)),
        last_(moves_ * static_cast<std::size_t>(players), 0) {}

  void forget() noexcept { ++game_; }
  void note(Player player, Move move) noexcept { last_[player * moves_ + move] = game_; }
  [[nodiscard]] bool saw(Player player, Move move) const noexcept {
    return last_[player * moves_ + move] == game_;
  }

 private:
  std::size_t moves_;
  std::vector<std::uint64_t> last_;
  std::uint64_t game_ = 0;
};

// A move's own mean and that of the games in which it came later, each with the weight that makes
// the expected error least, if the latter is off by about `bias` (Gelly and Silver, 2011).
[[nodiscard]] inline float with_hindsight(Tally own, Tally later) noexcept {
  constexpr float bias = 0.1F;
  if (later.visits() == 0) return own.visits() == 0 ? 0.5F : own.mean();
  if (own.visits() == 0) return later.mean();
  const auto tried = static_cast<float>(static_cast<std::int32_t>(own.visits()));
  const auto seen = static_cast<float>(static_cast<std::int32_t>(later.visits()));
  const float trust = seen / (tried + seen + 4 * bias * bias * tried * seen);
  return own.mean() + trust * (later.mean() - own.mean());
}

}  // namespace quire::mcts
