// One Python class for each kind of position, all from this template.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <set>

#include "bindings/names.hpp"
#include "core/game.hpp"
#include "core/record.hpp"

namespace quire::bindings {

// The value inside a Python position.
template <Position P>
struct Held {
  P position;
  const Names* names;

  using Game = typename P::Game;

  explicit Held(const P& it) : position(it), names(&Names::of<Game>(it.size())) {}
  [[nodiscard]] int players() const { return Game::players(position.size()); }
};

// The first `count` values as a tuple.
template <class Values>
[[nodiscard]] nb::tuple int_tuple(const Values& values, int count) {
  const nb::object result = nb::steal(PyTuple_New(count));
  if (!result.is_valid()) throw nb::python_error();
  for (int i = 0; i < count; ++i) {
    PyObject* value = PyLong_FromLong(values[static_cast<std::size_t>(i)]);
    if (value == nullptr) throw nb::python_error();
    PyTuple_SET_ITEM(result.ptr(), i, value);
  }
  return nb::borrow<nb::tuple>(result);
}

template <Position P>
[[nodiscard]] Move read_move(const Held<P>& held, nb::handle typed) {
  const auto size = held.position.size();
  const long known = held.names->find(typed);
  if (known >= 0 && known < P::Game::moves(size)) return static_cast<Move>(known);
  return P::Game::read_move(size, text_of(typed));
}

template <Position P>
[[nodiscard]] Move read_legal(const Held<P>& held, nb::handle typed) {
  const Move move = read_move(held, typed);
  require_legal(held.position, move);
  return move;
}

template <Position P>
[[nodiscard]] nb::object legal_moves(const Held<P>& held) {
  nb::object list = nb::steal(PyList_New(held.position.legal_count()));
  if (!list.is_valid()) throw nb::python_error();
  Py_ssize_t at = 0;
  held.position.for_each_legal(
      [&](Move move) { PyList_SET_ITEM(list.ptr(), at++, held.names->move(move)); });
  return list;
}

template <Position P>
[[nodiscard]] Held<P> play(const Held<P>& held, nb::handle typed) {
  const Move move = read_legal(held, typed);
  Held<P> next = held;
  next.position.play(move);
  return next;
}

template <Position P>
[[nodiscard]] Held<P> leave(const Held<P>& held, long player) {
  Held<P> next = held;
  quire::leave(next.position, player);
  return next;
}

template <Position P>
[[nodiscard]] nb::object outcome(const Held<P>& held) {
  const auto end = held.position.outcome();
  if (!end) return nb::none();
  const nb::module_ core = nb::module_::import_("quire.core");
  const auto reason = name(end->reason);
  const nb::object winner = end->winner == nobody ? nb::none() : nb::object(nb::int_(end->winner));
  return core.attr("Outcome")(winner, core.attr("Reason")(nb::str(reason.data(), reason.size())),
                              int_tuple(end->points, held.players()),
                              int_tuple(end->ranks, held.players()));
}

template <Position P>
[[nodiscard]] nb::tuple out(const Held<P>& held) {
  std::array<int, max_players> gone{};
  int count = 0;
  for (int player = 0; player < held.players(); ++player) {
    if ((held.position.out() >> player) & 1U) gone[static_cast<std::size_t>(count++)] = player;
  }
  return int_tuple(gone, count);
}

template <Position P>
[[nodiscard]] nb::dict cells(const Held<P>& held) {
  const std::string marks = held.position.diagram().marks;
  nb::dict result;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    result[nb::steal(held.names->cell(static_cast<int>(i)))] = nb::str(&marks[i], 1);
  }
  return result;
}

template <Position P>
void append_line(nb::list& list, const Held<P>& held, const LineCells& line) {
  const auto named = [&](std::size_t i) { return nb::steal(held.names->cell(line[i])); };
  list.append(nb::make_tuple(named(0), named(1), named(2)));
}

template <Position P>
[[nodiscard]] nb::list lines(const Held<P>& held) {
  nb::list result;
  held.position.for_each_line([&](const LineCells& line) { append_line(result, held, line); });
  return result;
}

// A game may find them without playing the move.
template <Position P>
[[nodiscard]] nb::list completes(const Held<P>& held, nb::handle typed) {
  nb::list result;
  const Move move = read_legal(held, typed);
  const auto append = [&](const LineCells& line) { append_line(result, held, line); };
  if constexpr (requires { held.position.for_each_completed(move, append); }) {
    held.position.for_each_completed(move, append);
  } else {
    std::set<LineCells> before;
    held.position.for_each_line([&](const LineCells& line) { before.insert(line); });
    P after = held.position;
    after.play(move);
    after.for_each_line([&](const LineCells& line) {
      if (!before.contains(line)) append(line);
    });
  }
  return result;
}

template <Position P>
[[nodiscard]] std::string text(const Held<P>& held) {
  return P::Game::write(held.position.diagram());
}

template <Position P>
[[nodiscard]] nb::object reduce(const Held<P>& held) {
  return nb::make_tuple(nb::module_::import_("quire").attr("parse"),
                        nb::make_tuple(P::Game::key.data(), text(held)));
}

template <Position P>
void bind_position(nb::module_& module) {
  using H = Held<P>;
  nb::class_<H>(module, P::name, nb::is_final(), "A position: an immutable value.")
      .def_prop_ro(
          "game", [](const H&) { return P::Game::key; }, "The key of its game.")
      .def_prop_ro(
          "size", [](const H& held) { return held.position.size().text(); },
          "The canonical size, with variant and number of players.")
      .def_prop_ro("players", &H::players, "The number of players, including those who have left.")
      .def_prop_ro(
          "to_move", [](const H& held) { return int{held.position.to_move()}; },
          "The player to move; 0 is player 1.")
      .def_prop_ro(
          "points", [](const H& held) { return int_tuple(held.position.points(), held.players()); },
          nb::sig("def points(self) -> tuple[int, ...]"),
          "The points so far, one entry per player; zeros if the game has none.")
      .def_prop_ro("out", &out<P>, nb::sig("def out(self) -> tuple[int, ...]"),
                   "The players who have left, in ascending order.")
      .def("cells", &cells<P>, nb::sig("def cells(self) -> dict[str, str]"),
           "Return the mark of every cell by its name; '.' is empty, '#' blocked.")
      .def("lines", &lines<P>, nb::sig("def lines(self) -> list[tuple[str, ...]]"),
           "Return every scored line on the board, as the names of its cells.")
      .def(
          "completes", [](const H& held, nb::str move) { return completes(held, move); },
          nb::arg("move"), nb::sig("def completes(self, move: str) -> list[tuple[str, ...]]"),
          "Return the lines that this legal move would complete.")
      .def(
          "index", [](const H& held, nb::str move) { return int{read_move(held, move)}; },
          nb::arg("move"), nb::sig("def index(self, move: str) -> int"),
          "Return the index of a move in game.moves(size); it need not be legal here.")
      .def("legal_moves", &legal_moves<P>, nb::sig("def legal_moves(self) -> list[str]"),
           "Return the legal moves, in index order; empty once the game is over.")
      .def(
          "play", [](const H& held, nb::str move) { return play(held, move); }, nb::arg("move"),
          nb::sig("def play(self, move: str) -> typing.Self"),
          "Return the position after a move. Raises IllegalMove or NotationError.")
      .def("leave", &leave<P>, nb::arg("player"),
           nb::sig("def leave(self, player: int) -> typing.Self"),
           "Return the position after a player has left; only with three or more players.")
      .def("outcome", &outcome<P>, nb::sig("def outcome(self) -> quire.core.Outcome | None"),
           "Return how the game ended; None while it is in progress.")
      .def("__str__", &text<P>)
      .def("__repr__",
           [](const H& held) {
             return "quire.parse('" + std::string(P::Game::key) + "', '" + text(held) + "')";
           })
      .def(
          "__eq__",
          [](const H& held, nb::handle other) -> nb::object {
            const H* same = nullptr;
            if (!nb::try_cast(other, same) || same == nullptr) return nb::not_implemented();
            return nb::bool_(held.position == same->position);
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
      .def("__hash__", [](const H& held) { return static_cast<Py_hash_t>(held.position.hash()); })
      .def("__reduce__", &reduce<P>, nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def(
          "__copy__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __copy__(self) -> typing.Self"))
      .def(
          "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); },
          nb::arg("memo"), nb::sig("def __deepcopy__(self, memo: object) -> typing.Self"))
      .def(
          "_repr_svg_",
          [](nb::handle self) {
            return nb::module_::import_("quire").attr("draw")(self).attr("_repr_svg_")();
          },
          nb::sig("def _repr_svg_(self) -> str"), "The board as SVG, which a notebook shows.");
}

}  // namespace quire::bindings
