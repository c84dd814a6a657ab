// Counting the games of a given length: the check on rules that no test can argue with.
#pragma once

#include "core/game.hpp"

namespace quire {

// The number of sequences of exactly `depth` moves; games that end earlier do not count.
// `visit` is called now and then, and may throw to stop.
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
