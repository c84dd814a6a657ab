// Which solver proves positions of a kind: alpha-beta, unless a game has a faster one.
//
// A solver is constructed with the bytes that its tables may take. It solves any position of its
// kind, one at a time, and keeps its tables:   Solution solve(const P&, const SolveOptions&,
// Budget&);
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/solve/generic/alphabeta.hpp"

namespace quire {

// The bytes of table to use for a position that fills `expected` bytes if it is solved to the end:
// fewer if the limits stop it before.
[[nodiscard]] inline std::uint64_t table_bytes(std::uint64_t expected,
                                               const SolveOptions& solve_options,
                                               const Budget& budget) noexcept {
  return solve_options.resumable ? expected : std::min(expected, budget.table_bytes());
}

template <Position P>
struct SolverFor {
  using type = AlphaBetaSolver<P>;
};
template <Position P>
using Solver = typename SolverFor<P>::type;

}  // namespace quire
