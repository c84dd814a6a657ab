// The parts of the module, each compiled on its own.
#pragma once

#include <nanobind/nanobind.h>

namespace quire::bindings {

void bind_solvers(nanobind::module_& module);
void bind_mcts(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_paper(nanobind::module_& module);
void bind_extreme(nanobind::module_& module);
void bind_sandbox(nanobind::module_& module);

}  // namespace quire::bindings
