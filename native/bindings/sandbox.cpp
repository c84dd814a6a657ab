// What a process does to itself before it runs a stranger's code.
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
      "Has the system kill this process if it ever tries to become another; False: it cannot.");
}

}  // namespace quire::bindings
