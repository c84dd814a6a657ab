// The exact solver of line.
#pragma once

#include "engine/exhaustive.hpp"
#include "games/line.hpp"

namespace quire {

template <int Words>
class LineSolver : public ExhaustiveSolver<LinePosition<Words>> {
 public:
  using ExhaustiveSolver<LinePosition<Words>>::ExhaustiveSolver;
};

}  // namespace quire
