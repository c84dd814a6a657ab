// The Python module quire._native: the rules, for every game in games/all.hpp.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "bindings/games.hpp"
#include "bindings/parts.hpp"
#include "bindings/position.hpp"

namespace quire::bindings {
namespace {

// The narrowest kind of position that this size fits, made by `make`.
template <class Game, class Make>
[[nodiscard]] nb::object narrowest(const typename Game::Size& size, Make make) {
  nb::object result;
  for_each_kind_of<Game>([&]<Position P>(std::type_identity<P>) {
    if (!result.is_valid() && P::fits(size)) {
      result = nb::cast(Held<P>(make(std::type_identity<P>{})));
    }
  });
  return result;
}

[[nodiscard]] nb::object start(nb::str key, nb::str size) {
  return with_game(key, [&]<class Game>(Game) {
    const auto read = Game::read_size(text_of(size));
    return narrowest<Game>(read, [&]<class P>(std::type_identity<P>) { return P::start(read); });
  });
}

[[nodiscard]] nb::object parse(nb::str key, nb::str position) {
  return with_game(key, [&]<class Game>(Game) {
    const auto diagram = Game::read(text_of(position));
    return narrowest<Game>(diagram.size,
                           [&]<class P>(std::type_identity<P>) { return P::from(diagram); });
  });
}

[[nodiscard]] nb::object normalise_size(nb::str key, nb::str size) {
  return with_game(key, [&]<class Game>(Game) {
    return nb::object(nb::str(Game::read_size(text_of(size)).text().c_str()));
  });
}

[[nodiscard]] nb::object moves(nb::str key, nb::str size) {
  return with_game(key, [&]<class Game>(Game) {
    const auto read = Game::read_size(text_of(size));
    const Names& names = Names::of<Game>(read);
    nb::object result = nb::steal(PyTuple_New(Game::moves(read)));
    if (!result.is_valid()) throw nb::python_error();
    for (int i = 0; i < Game::moves(read); ++i) {
      PyTuple_SET_ITEM(result.ptr(), i, names.move(static_cast<Move>(i)));
    }
    return result;
  });
}

// The lines through its cell that one more mark would complete after a legal move.
[[nodiscard]] nb::list opens(nb::handle position, nb::str typed) {
  return with_position(position, [&]<Position P>(const Held<P>& held) {
    nb::list result;
    const Move move = read_legal(held, typed);
    const auto append = [&](const LineCells& line) { append_line(result, held, line); };
    if constexpr (requires { held.position.for_each_opened(move, append); }) {
      held.position.for_each_opened(move, append);
    } else {
      throw nb::value_error("this game does not report which lines a move opens");
    }
    return result;
  });
}

void raise(const char* name, const std::exception& error) {
  const nb::object type = nb::module_::import_("quire.errors").attr(name);
  PyErr_SetString(type.ptr(), error.what());
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const NotationError& error) {
    raise("NotationError", error);
  } catch (const IllegalMove& error) {
    raise("IllegalMove", error);
  } catch (const UnknownGame& error) {
    raise("UnknownGame", error);
  }
}

}  // namespace
}  // namespace quire::bindings

NB_MODULE(_native, module) {
  using namespace quire;
  using namespace quire::bindings;
  module.doc() = "The rules of every game, as immutable positions.";
  nb::register_exception_translator(translate);
  // A daemon thread may still hold positions when Python exits: no leak that a user can fix.
  nb::set_leak_warnings(false);
  for_each_kind([&]<Position P>(std::type_identity<P>) { bind_position<P>(module); });
  bind_engine(module);
  bind_search(module);
  bind_mcts(module);
  bind_players(module);
  bind_solver(module);
  bind_analysis(module);
  bind_evaluation(module);
  bind_playouts(module);
  bind_batch(module);
  bind_paper(module);
  bind_pictures(module);
  bind_sandbox(module);
  module.def("start", &start, nb::arg("game"), nb::arg("size"),
             nb::sig("def start(game: str, size: str) -> quire.core.Position"),
             "Return the start position of a game.");
  module.def("parse", &parse, nb::arg("game"), nb::arg("text"),
             nb::sig("def parse(game: str, text: str) -> quire.core.Position"),
             "Read a position. Raises NotationError.");
  module.def("moves", &moves, nb::arg("game"), nb::arg("size"),
             nb::sig("def moves(game: str, size: str) -> tuple[str, ...]"),
             "Return every move of a size, legal or not, in index order.");
  module.def("opens", &opens, nb::arg("position"), nb::arg("move"),
             nb::sig("def opens(position: quire.core.Position, move: str) "
                     "-> list[tuple[str, ...]]"),
             "Return the lines through its cell that one more mark would complete after the move.");
  module.def("normalise_size", &normalise_size, nb::arg("game"), nb::arg("size"),
             nb::sig("def normalise_size(game: str, size: str) -> str"),
             "Return a size in canonical form. Raises NotationError.");
}
