// The parts of the module, one per source file.
#pragma once

#include <nanobind/nanobind.h>

namespace quire::bindings {

void bind_engine(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_mcts(nanobind::module_& module);
void bind_players(nanobind::module_& module);
void bind_solver(nanobind::module_& module);
void bind_analysis(nanobind::module_& module);
void bind_evaluation(nanobind::module_& module);
void bind_playouts(nanobind::module_& module);
void bind_batch(nanobind::module_& module);
void bind_paper(nanobind::module_& module);
void bind_pictures(nanobind::module_& module);
void bind_sandbox(nanobind::module_& module);

}  // namespace quire::bindings
