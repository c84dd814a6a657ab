// One Python class for each kind of position, all from this template.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <set>

#include "bindings/names.hpp"
#include "bindings/signals.hpp"
#include "core/game.hpp"
#include "engine/perft.hpp"
#include "engine/playout.hpp"

namespace quire::bindings {

// What a Python position holds.
template <Position P>
struct Held {
  P position;
  const Names* names;

  using Game = typename P::Game;

  explicit Held(const P& it) : position(it), names(&Names::of<Game>(it.size())) {}
  [[nodiscard]] int players() const { return Game::players(position.size()); }
};

template <class Values>
[[nodiscard]] nb::tuple first_of(const Values& values, int count) {
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
  if (!held.position.legal(move)) {
    throw IllegalMove(P::Game::move(held.position.size(), move) +
                      " is not allowed: " + held.position.why_illegal(move));
  }
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
  const int players = held.players();
  if (player < 0 || player >= players) {
    throw IllegalMove("there is no player " + std::to_string(player) + ": players are 0 to " +
                      std::to_string(players - 1));
  }
  const std::string who = "player " + std::to_string(player + 1);
  if constexpr (requires(P position) { position.leave(Player{}); }) {
    if (players > 2) {
      if (held.position.over()) throw IllegalMove(who + " cannot leave: the game is over");
      if ((held.position.out() >> player) & 1U) throw IllegalMove(who + " is out already");
      Held<P> next = held;
      next.position.leave(static_cast<Player>(player));
      return next;
    }
  }
  throw IllegalMove("between two players leaving ends the match: " + who);
}

template <Position P>
[[nodiscard]] nb::object outcome(const Held<P>& held) {
  const auto end = held.position.outcome();
  if (!end) return nb::none();
  const nb::module_ core = nb::module_::import_("quire.core");
  const auto reason = name(end->reason);
  const nb::object winner = end->winner == nobody ? nb::none() : nb::object(nb::int_(end->winner));
  return core.attr("Outcome")(winner, core.attr("Reason")(nb::str(reason.data(), reason.size())),
                              first_of(end->points, held.players()),
                              first_of(end->ranks, held.players()));
}

template <Position P>
[[nodiscard]] nb::tuple out(const Held<P>& held) {
  std::array<int, max_players> gone{};
  int count = 0;
  for (int player = 0; player < held.players(); ++player) {
    if ((held.position.out() >> player) & 1U) gone[static_cast<std::size_t>(count++)] = player;
  }
  return first_of(gone, count);
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
[[nodiscard]] nb::list lines(const Held<P>& held, const std::set<LineCells>& except = {}) {
  nb::list result;
  held.position.for_each_line([&](const LineCells& line) {
    if (except.contains(line)) return;
    const auto named = [&](std::size_t i) { return nb::steal(held.names->cell(line[i])); };
    result.append(nb::make_tuple(named(0), named(1), named(2)));
  });
  return result;
}

template <Position P>
[[nodiscard]] nb::list completes(const Held<P>& held, nb::handle typed) {
  std::set<LineCells> before;
  held.position.for_each_line([&](const LineCells& line) { before.insert(line); });
  return lines(play(held, typed), before);
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
[[nodiscard]] std::uint64_t count_games(const Held<P>& held, long depth) {
  if (depth < 0 || depth > deepest_perft) {
    throw nb::value_error(("depth must be 0 to " + std::to_string(deepest_perft)).c_str());
  }
  SignalCheck check;
  const nb::gil_scoped_release no_gil;
  return perft(held.position, static_cast<int>(depth), check);
}

template <Position P>
[[nodiscard]] nb::tuple playouts(const Held<P>& held, long games, std::uint64_t seed) {
  if (games < 0) throw nb::value_error("the number of games must be 0 or more");
  std::array<long, max_players> wins{};
  long draws = 0, moves = 0;
  const auto count = [&](const P& ended) {
    const Player winner = ended.outcome()->winner;
    ++(winner == nobody ? draws : wins[winner]);
  };
  {
    SignalCheck check;
    const nb::gil_scoped_release no_gil;
    Random random(seed);
    for (long left = games; left > 1; left -= 2, check()) {
      P one = held.position, other = held.position;
      moves += play_out(one, other, random);
      count(one);
      count(other);
    }
    if (games % 2 != 0) {
      P last = held.position;
      moves += play_out(last, random);
      count(last);
    }
  }
  return nb::make_tuple(moves, first_of(wins, held.players()), draws);
}

template <Position P>
void bind_position(nb::module_& module) {
  using H = Held<P>;
  nb::class_<H>(module, P::name, nb::is_final(), "A position: an immutable value.")
      .def_prop_ro(
          "game", [](const H&) { return P::Game::key; }, "The key of its game.")
      .def_prop_ro(
          "size", [](const H& held) { return held.position.size().text(); },
          "The canonical size text, variant and number of players included.")
      .def_prop_ro("players", &H::players, "How many play, those who are out included.")
      .def_prop_ro(
          "to_move", [](const H& held) { return int{held.position.to_move()}; },
          "Who moves next; 0 is player 1.")
      .def_prop_ro(
          "points", [](const H& held) { return first_of(held.position.points(), held.players()); },
          "The points so far, one a player; zeros where the game has none.")
      .def_prop_ro("out", &out<P>, "The players who left, in order of their numbers.")
      .def("cells", &cells<P>, "Every cell's mark by its name; '.' is empty, '#' shaded.")
      .def(
          "lines", [](const H& held) { return lines(held); },
          "Every line on the board that counts, as the names of its cells.")
      .def(
          "completes", [](const H& held, nb::str move) { return completes(held, move); },
          nb::arg("move"), "The lines that this legal move would complete.")
      .def(
          "index", [](const H& held, nb::str move) { return int{read_move(held, move)}; },
          nb::arg("move"), "The move's place in game.moves(size); it need not be legal here.")
      .def("legal_moves", &legal_moves<P>,
           "Every legal move, in the order of the index; empty once outcome() is set.")
      .def(
          "play", [](const H& held, nb::str move) { return play(held, move); }, nb::arg("move"),
          "The position after the move. Raises IllegalMove or NotationError.")
      .def("leave", &leave<P>, nb::arg("player"),
           "The position after a player went out; only where three or more play.")
      .def("outcome", &outcome<P>, "How the game ended, or None while it goes on.")
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
          nb::arg("other").none())
      .def("__hash__", [](const H& held) { return static_cast<Py_hash_t>(held.position.hash()); })
      .def("__reduce__", &reduce<P>)
      .def("__copy__", [](nb::handle self) { return nb::borrow(self); })
      .def(
          "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); },
          nb::arg("memo"));
  module.def("perft", &count_games<P>, nb::arg("position"), nb::arg("depth"));
  module.def("playouts", &playouts<P>, nb::arg("position"), nb::arg("games"), nb::arg("seed"));
}

}  // namespace quire::bindings
