// Which solver answers for which kind of position. A solver is made with the bytes that its tables
// may take, may be asked about any position of its kind, one question at a time, and keeps what it
// learnt:   Answer solve(const P&, const Question&, Budget&);
#pragma once

#include "engine/solve/extreme/solver.hpp"
#include "engine/solve/line/solver.hpp"
#include "engine/solve/obstruction/solver.hpp"
#include "engine/solve/sos/solver.hpp"

namespace quire {

template <class P>
struct SolverFor;
template <int Words>
struct SolverFor<SosPosition<Words>> {
  using type = SosSolver<Words>;
};
template <int Words>
struct SolverFor<LinePosition<Words>> {
  using type = LineSolver<Words>;
};
template <>
struct SolverFor<ExtremePosition> {
  using type = ExtremeSolver;
};
template <int Words>
struct SolverFor<ObstructionPosition<Words>> {
  using type = ObstructionSolver<Words>;
};
template <Position P>
using Solver = typename SolverFor<P>::type;

}  // namespace quire
