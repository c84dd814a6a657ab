// The exact solver of obstruction.
#pragma once

#include "engine/exhaustive.hpp"
#include "games/obstruction.hpp"

namespace quire {

template <int Words>
class ObstructionSolver : public ExhaustiveSolver<ObstructionPosition<Words>> {
 public:
  using ExhaustiveSolver<ObstructionPosition<Words>>::ExhaustiveSolver;
};

}  // namespace quire
