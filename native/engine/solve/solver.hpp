// Which solver proves positions of a kind: alpha-beta, unless a game has a faster one.
//
// A solver is constructed with the bytes that its tables may take. It solves any position of its
// kind, one at a time, and keeps its tables:   Solution solve(const P&, const SolveOptions&,
// Budget&);
#pragma once

#include "engine/solve/generic/alphabeta.hpp"

namespace quire {

template <Position P>
struct SolverFor {
  using type = AlphaBetaSolver<P>;
};
template <Position P>
using Solver = typename SolverFor<P>::type;

}  // namespace quire
