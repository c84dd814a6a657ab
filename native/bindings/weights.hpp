// What a kind of position must have before an engine is made for it: its learned weights.
#pragma once

#include <nanobind/nanobind.h>

#include "core/game.hpp"
#include "engine/eval/extreme_evaluation.hpp"

namespace quire::bindings {

template <Position P>
void load_weights() {}

// Read from the package's data when they are first wanted.
template <>
inline void load_weights<ExtremePosition>() {
  if (ShippedExtreme::learned()) return;
  nanobind::module_::import_("quire.engine.weights").attr("load_extreme")();
}

}  // namespace quire::bindings
