// The exact solver of extreme.
#pragma once

#include "engine/exhaustive.hpp"
#include "games/extreme.hpp"

namespace quire {

class ExtremeSolver : public ExhaustiveSolver<ExtremePosition> {
 public:
  using ExhaustiveSolver<ExtremePosition>::ExhaustiveSolver;
};

}  // namespace quire
