// Arrays of Python, such as NumPy's, as C++ arrays.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace quire::bindings {

namespace nb = nanobind;

// Holds the memory of a C-contiguous array with elements of this type. Raises ValueError if the
// object has another type or number of elements. Constructed and destroyed with the GIL.
template <class T>
class Buffer {
 public:
  Buffer(nb::handle array, std::size_t count) {
    constexpr bool writable = !std::is_const_v<T>;
    if (PyObject_GetBuffer(array.ptr(), &view_,
                           PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0)) !=
        0) {
      throw nb::python_error();
    }
    const std::string_view format = view_.format;
    if (formats.find(format.back()) == std::string_view::npos ||
        view_.itemsize != static_cast<Py_ssize_t>(sizeof(T)) ||
        view_.len != static_cast<Py_ssize_t>(count * sizeof(T))) {
      PyBuffer_Release(&view_);
      throw nb::value_error(("an array needs " + std::to_string(count) + " elements of " +
                             std::to_string(sizeof(T)) + " bytes, of type " + std::string(formats))
                                .c_str());
    }
  }
  ~Buffer() { PyBuffer_Release(&view_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] T* data() const noexcept { return static_cast<T*>(view_.buf); }

 private:
  using Element = std::remove_const_t<T>;
  // As Python's `struct` module calls them.
  static constexpr std::string_view formats = std::is_same_v<Element, float>  ? "f"
                                              : std::is_same_v<Element, bool> ? "?"
                                              : sizeof(T) == 1                ? "b"
                                                                              : "ilq";
  Py_buffer view_{};
};

}  // namespace quire::bindings
