// The rewards of a finished game in a tree search: integers, so that sums are exact and do not
// depend on the order in which threads add them.
#pragma once

#include <array>
#include <cstdint>

#include "core/game.hpp"

namespace quire::mcts {

// A reward is 0 (the worst) to `full` (a win); half of it is a draw between two.
inline constexpr int full = 240;
using Rewards = std::array<std::uint8_t, max_players>;

// What is proven about a move, for the player who makes it.
enum class Proof : std::uint8_t { none, loss, draw, win };

[[nodiscard]] constexpr Proof for_the_other(Proof proof) noexcept {
  switch (proof) {
    case Proof::loss:
      return Proof::win;
    case Proof::win:
      return Proof::loss;
    default:
      return proof;
  }
}
[[nodiscard]] constexpr int reward(Proof proof) noexcept {
  return proof == Proof::win ? full : proof == Proof::draw ? full / 2 : 0;
}

// Two players: the rewards sum to `full`.
[[nodiscard]] constexpr Rewards shared(Player player, int reward) noexcept {
  Rewards rewards{};
  rewards[player] = static_cast<std::uint8_t>(reward);
  rewards[1U - player] = static_cast<std::uint8_t>(full - reward);
  return rewards;
}

// Three and more: by rank, from `full` for the first to 0 for the last; ties share their places.
[[nodiscard]] constexpr Rewards by_rank(const Outcome& outcome, int players) noexcept {
  Rewards rewards{};
  const auto count = static_cast<std::size_t>(players);
  for (std::size_t p = 0; p < count; ++p) {
    int behind = 0, level = -1;
    for (std::size_t q = 0; q < count; ++q) {
      behind += outcome.ranks[q] > outcome.ranks[p] ? 1 : 0;
      level += outcome.ranks[q] == outcome.ranks[p] ? 1 : 0;
    }
    rewards[p] = static_cast<std::uint8_t>(full * (2 * behind + level) / (2 * (players - 1)));
  }
  return rewards;
}

[[nodiscard]] constexpr Proof result(const Outcome& outcome, Player player) noexcept {
  return outcome.winner == nobody   ? Proof::draw
         : outcome.winner == player ? Proof::win
                                    : Proof::loss;
}

}  // namespace quire::mcts
