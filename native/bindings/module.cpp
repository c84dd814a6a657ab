// The Python module quire._native: the rules, for every game in games/all.hpp.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "bindings/parts.hpp"
#include "bindings/position.hpp"
#include "games/all.hpp"

namespace quire::bindings {
namespace {

// Calls `use` with the game of that key.
template <class Use>
[[nodiscard]] nb::object with_game(nb::str key, Use use) {
  const std::string_view wanted = text_of(key);
  nb::object result;
  const auto try_game = [&]<class Game>(Game) {
    if (wanted == Game::key) result = use(Game{});
  };
  std::apply([&](auto... games) { (try_game(games), ...); }, AllGames{});
  if (!result.is_valid()) throw UnknownGame("there is no game " + text::quoted(wanted));
  return result;
}

// The narrowest kind of position that this size fits, made by `make`.
template <class Game, class Make>
[[nodiscard]] nb::object narrowest(const typename Game::Size& size, Make make) {
  nb::object result;
  const auto try_kind = [&]<Position P>(std::type_identity<P>) {
    if (!result.is_valid() && P::fits(size)) {
      result = nb::cast(Held<P>(make(std::type_identity<P>{})));
    }
  };
  [&]<class... P>(std::type_identity<std::tuple<P...>>) {
    (try_kind(std::type_identity<P>{}), ...);
  }(std::type_identity<typename Game::Positions>{});
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
  // Positions that are still held when Python ends, by a daemon thread say, are no user's concern.
  nb::set_leak_warnings(false);
  for_each_kind([&]<Position P>(std::type_identity<P>) { bind_position<P>(module); });
  bind_solvers(module);
  bind_mcts(module);
  bind_search(module);
  bind_paper(module);
  bind_extreme(module);
  bind_sandbox(module);
  module.attr("deepest_perft") = deepest_perft;
  module.def("start", &start, nb::arg("game"), nb::arg("size"));
  module.def("parse", &parse, nb::arg("game"), nb::arg("text"));
  module.def("moves", &moves, nb::arg("game"), nb::arg("size"));
  module.def("normalise_size", &normalise_size, nb::arg("game"), nb::arg("size"));
}
