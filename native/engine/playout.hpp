// Random playouts: a benchmark of a game's speed, and the leaf evaluation of a tree search.
#pragma once

#include "core/game.hpp"

namespace quire {

// Plays uniformly random moves until the game is over; returns the number of moves. A game may
// provide a faster implementation.
template <Position P>
int play_out(P& position, Random& random) noexcept {
  if constexpr (requires { position.play_out(random); }) {
    return position.play_out(random);
  } else {
    int moves = 0;
    for (; !position.over(); ++moves) position.play(position.random_move(random));
    return moves;
  }
}

// The same for two games in turn. A move depends on the one before it in the same game only, so the
// processor can work on both games at once.
template <Position P>
int play_out(P& one, P& other, Random& random) noexcept {
  if constexpr (requires { P::play_out(one, other, random); }) {
    return P::play_out(one, other, random);
  } else {
    int moves = 0;
    for (; !one.over() && !other.over(); moves += 2) {
      one.play(one.random_move(random));
      other.play(other.random_move(random));
    }
    return moves + play_out(one, random) + play_out(other, random);
  }
}

}  // namespace quire
