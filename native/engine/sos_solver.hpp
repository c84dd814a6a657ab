// The exact solver of sos.
#pragma once

#include "engine/exhaustive.hpp"
#include "games/sos.hpp"

namespace quire {

template <int Words>
class SosSolver : public ExhaustiveSolver<SosPosition<Words>> {
 public:
  using ExhaustiveSolver<SosPosition<Words>>::ExhaustiveSolver;
};

}  // namespace quire
