// Random games to their end: the measure of a game's speed, and the leaf of a tree search.
#pragma once

#include "core/game.hpp"

namespace quire {

template <Position P>
void play_random(P& position, Random& random) noexcept {
  if constexpr (requires { position.play_random(random); }) {
    position.play_random(random);
  } else {
    position.play(position.random_move(random));
  }
}

// Plays uniformly random moves until the game is over; the number of moves made.
template <Position P>
int play_out(P& position, Random& random) noexcept {
  int moves = 0;
  for (; !position.over(); ++moves) play_random(position, random);
  return moves;
}

// Two games at a time. A move waits for the one before it in the same game, but not for the other
// game's, so a processor does much of both at once.
template <Position P>
int play_out(P& one, P& other, Random& random) noexcept {
  int moves = 0;
  for (; !one.over() && !other.over(); moves += 2) {
    play_random(one, random);
    play_random(other, random);
  }
  return moves + play_out(one, random) + play_out(other, random);
}

}  // namespace quire
