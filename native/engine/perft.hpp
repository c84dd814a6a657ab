// Perft: the number of move sequences of a given length, to check the rules.
#pragma once

#include "core/game.hpp"

namespace quire {

// Deeper counts never finish, and a level takes up to 2 kB of a stack that may be small.
inline constexpr int deepest_perft = 100;

// The number of sequences of exactly `depth` moves; games that end earlier do not count.
// `visit` is called at every position with two moves or more to go, and may throw to stop.
template <Position P, class Visit>
std::uint64_t perft(const P& position, int depth, Visit& visit) {
  if (depth == 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(position.legal_count());
  visit();
  std::uint64_t sum = 0;
  position.for_each_legal([&](Move move) {
    P next = position;
    next.play(move);
    sum += perft(next, depth - 1, visit);
  });
  return sum;
}

}  // namespace quire
