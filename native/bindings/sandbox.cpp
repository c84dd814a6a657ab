// How a process restricts itself before it runs a stranger's code.
#include "bindings/parts.hpp"

#ifdef __linux__
#include "sandbox/profile.hpp"
#endif

namespace quire::bindings {

void bind_sandbox(nanobind::module_& module) {
  module.def(
      "forbid_other_programs",
      [] {
#ifdef __linux__
        return sandbox::no_other_program().enter();
#else
        return false;
#endif
      },
      "Have the kernel kill this process if it executes another program; False if unsupported.");
}

}  // namespace quire::bindings
