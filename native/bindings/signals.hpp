// Ctrl-C while the GIL is released.
#pragma once

#include <nanobind/nanobind.h>

namespace quire::bindings {

namespace nb = nanobind;

// Only the main thread ever handles signals. Needs the GIL.
[[nodiscard]] inline bool on_main_thread() {
  const nb::module_ threading = nb::module_::import_("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

// Called from long loops without the GIL: lets Ctrl-C through. Constructed while the GIL is held;
// threads other than the main one never wait for it.
class SignalCheck {
 public:
  SignalCheck() : on_main_(on_main_thread()) {}
  void operator()() {
    if (!on_main_ || ++calls_ % 256 != 0) return;
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }

 private:
  bool on_main_;
  unsigned calls_ = 0;
};

}  // namespace quire::bindings
