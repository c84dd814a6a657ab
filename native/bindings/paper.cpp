#include "bindings/parts.hpp"

namespace quire::bindings {

void bind_paper(nanobind::module_&) {}

}  // namespace quire::bindings
