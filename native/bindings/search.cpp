#include "bindings/parts.hpp"

namespace quire::bindings {

void bind_search(nanobind::module_&) {}

}  // namespace quire::bindings
