// RAVE (rapid action value estimation): games in which the same player made a move later also count
// for making it now. There are many more of them and they say less, so their weight falls as the
// move itself is tried.
#pragma once

#include <vector>

#include "engine/mcts/tree.hpp"

namespace quire::mcts {

// Which moves each player made in a game, or from a position on. Each move has the number of the
// last game that had it, so that forgetting is cheap.
class LaterMoves {
 public:
  LaterMoves(int moves, int players)
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

// The mean of a move's own games and of those in which it came later, weighted to minimise the
// expected error if the latter is off by about `bias` (Gelly and Silver, 2011).
[[nodiscard]] inline float rave_mean(Tally own, Tally later) noexcept {
  constexpr float bias = 0.1F;
  if (later.visits() == 0) return own.visits() == 0 ? 0.5F : own.mean();
  if (own.visits() == 0) return later.mean();
  const auto tried = static_cast<float>(static_cast<std::int32_t>(own.visits()));
  const auto seen = static_cast<float>(static_cast<std::int32_t>(later.visits()));
  const float trust = seen / (tried + seen + 4 * bias * bias * tried * seen);
  return own.mean() + trust * (later.mean() - own.mean());
}

}  // namespace quire::mcts
