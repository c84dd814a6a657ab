// What the alpha-beta search knows of a game beyond its rules. A game may do better by
// specialising this.
#pragma once

#include "engine/search/table.hpp"

namespace quire {

// Scores of games that are won or lost: a win counts `won_score` less the moves until then, an
// estimate lies within `most_estimate` of 0. Where points decide, a point counts `point_score`.
inline constexpr Score won_score = 20'000;
inline constexpr Score most_estimate = 10'000;
inline constexpr Score point_score = 100;

template <Position P>
[[nodiscard]] bool counts_points(const P& position) noexcept {
  if constexpr (requires { P::Game::counts_points(position.size()); }) {
    return P::Game::counts_points(position.size());
  } else {
    return false;
  }
}

// Knows the points, where they decide, and nothing else.
template <Position P>
class Heuristics {
 public:
  // The same for positions that a search need not tell apart.
  [[nodiscard]] std::uint64_t key(const P& position) const noexcept { return position.hash(); }
  // What the position, which is not over, seems worth to the player to move.
  [[nodiscard]] Score estimate(const P& position) const noexcept {
    if (!counts_points(position)) return 0;
    const Points points = position.points();
    const Player mover = position.to_move();
    return point_score * (points[mover] - points[1U - mover]);
  }
  // How promising a legal move looks: those with more are searched first.
  [[nodiscard]] int promise(const P& position, Move move) const noexcept {
    if (!counts_points(position)) return 0;
    const Player mover = position.to_move();
    P next = position;
    next.play(move);
    return 1000 * (next.points()[mover] - position.points()[mover]);
  }
};

}  // namespace quire
