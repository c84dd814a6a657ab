// What the alpha-beta search knows about a game beyond its rules. A game may specialise this.
#pragma once

#include "engine/search/table.hpp"

namespace quire {

// A win scores `won_score` less the plies until then, an estimate lies within `max_estimate` of 0.
// In games decided by points, a point scores `point_score`.
inline constexpr Score won_score = 20'000;
inline constexpr Score max_estimate = 10'000;
inline constexpr Score point_score = 100;

template <Position P>
[[nodiscard]] bool counts_points(const P& position) noexcept {
  if constexpr (requires { P::Game::counts_points(position.size()); }) {
    return P::Game::counts_points(position.size());
  } else {
    return false;
  }
}

// The default: the points, in games decided by points, and nothing else.
template <Position P>
class Heuristics {
 public:
  // Equal for positions that a search need not distinguish.
  [[nodiscard]] std::uint64_t key(const P& position) const noexcept { return position.hash(); }
  // A static evaluation for the player to move; the game is not over.
  [[nodiscard]] Score estimate(const P& position) const noexcept {
    if (!counts_points(position)) return 0;
    const Points points = position.points();
    const Player mover = position.to_move();
    return point_score * (points[mover] - points[1U - mover]);
  }
  // For move ordering: legal moves with more are searched first.
  [[nodiscard]] int promise(const P& position, Move move) const noexcept {
    if (!counts_points(position)) return 0;
    const Player mover = position.to_move();
    P next = position;
    next.play(move);
    return 1000 * (next.points()[mover] - position.points()[mover]);
  }
};

}  // namespace quire
