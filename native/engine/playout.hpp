// Random games to their end: the measure of a game's speed, and the leaf of a tree search.
#pragma once

#include "core/game.hpp"

namespace quire {

// Plays uniformly random moves until the game is over; the number of moves made. A game may have a
// faster way of its own.
template <Position P>
int play_out(P& position, Random& random) noexcept {
  if constexpr (requires { position.play_out(random); }) return position.play_out(random);
  int moves = 0;
  for (; !position.over(); ++moves) position.play(position.random_move(random));
  return moves;
}

}  // namespace quire
