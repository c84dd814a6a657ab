#include "bindings/parts.hpp"

namespace quire::bindings {

void bind_mcts(nanobind::module_&) {}

}  // namespace quire::bindings
