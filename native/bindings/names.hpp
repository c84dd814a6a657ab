// The Python strings of one board's moves and cells, made once and shared by all its positions.
#pragma once

#include <nanobind/nanobind.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace quire::bindings {

namespace nb = nanobind;

// The text of a Python string. Throws NotationError if it cannot be encoded as UTF-8.
[[nodiscard]] inline std::string_view text_of(nb::handle object) {
  Py_ssize_t length = 0;
  const char* chars = PyUnicode_AsUTF8AndSize(object.ptr(), &length);
  if (chars == nullptr) {
    PyErr_Clear();
    throw NotationError("that is not valid text");
  }
  return {chars, static_cast<std::size_t>(length)};
}

class Names {
 public:
  // The names for a size, kept as long as the process lives. Needs the GIL.
  template <class Game>
  [[nodiscard]] static const Names& of(const typename Game::Size& size) {
    static std::map<std::string, std::unique_ptr<const Names>> known;
    const auto naming = Game::naming(size);
    auto& names = known[naming.text()];
    if (!names) {
      std::vector<PyObject*> moves, cells;
      for (int i = 0; i < Game::moves(naming); ++i) {
        moves.push_back(interned(Game::move(naming, static_cast<Move>(i))));
      }
      for (int i = 0; i < Game::cells(naming); ++i)
        cells.push_back(interned(Game::cell(naming, i)));
      auto built = std::make_unique<const Names>(std::move(moves), std::move(cells));
      // Making Python objects may run a finalizer that needs the same names and has built them.
      if (!names) names = std::move(built);
    }
    return *names;
  }

  Names(std::vector<PyObject*> moves, std::vector<PyObject*> cells)
      : moves_(std::move(moves)), cells_(std::move(cells)), index_(PyDict_New()) {
    if (index_ == nullptr) throw nb::python_error();
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      const nb::int_ place(i);
      if (PyDict_SetItem(index_, moves_[i], place.ptr()) != 0) throw nb::python_error();
    }
  }

  // New references to existing strings.
  [[nodiscard]] PyObject* move(Move move) const noexcept { return Py_NewRef(moves_[move]); }
  [[nodiscard]] PyObject* cell(int cell) const noexcept {
    return Py_NewRef(cells_[static_cast<std::size_t>(cell)]);
  }
  // The move with exactly this name, or -1. A subclass of str may do anything when it is hashed,
  // so it is parsed like any other text.
  [[nodiscard]] long find(nb::handle move) const noexcept {
    if (!PyUnicode_CheckExact(move.ptr())) return -1;
    PyObject* place = PyDict_GetItemWithError(index_, move.ptr());
    return place == nullptr ? -1 : PyLong_AsLong(place);
  }

 private:
  [[nodiscard]] static PyObject* interned(const std::string& name) {
    PyObject* string = PyUnicode_InternFromString(name.c_str());
    if (string == nullptr) throw nb::python_error();
    return string;
  }

  std::vector<PyObject*> moves_;
  std::vector<PyObject*> cells_;
  PyObject* index_;
};

}  // namespace quire::bindings
