// Loads the weights of a game's evaluation before the first engine that needs them.
#pragma once

#include <nanobind/nanobind.h>

#include "core/game.hpp"
#include "engine/eval/evaluation.hpp"

namespace quire::bindings {

template <Position P>
void load_weights() {
  if constexpr (Evaluation<P>::available) {
    if (Evaluation<P>::has_weights()) return;
    const nanobind::str key(P::Game::key.data(), P::Game::key.size());
    nanobind::module_::import_("quire.engine.weights").attr("load")(key);
  }
}

}  // namespace quire::bindings
