// Searches for Python: one class for all of them, whatever the game.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "bindings/games.hpp"
#include "bindings/running.hpp"
#include "engine/results.hpp"

namespace quire::bindings {

template <Position P>
[[nodiscard]] nb::list named(const Held<P>& held, const std::vector<Move>& moves) {
  nb::list list;
  for (const Move move : moves) list.append(nb::steal(held.names->move(move)));
  return list;
}

// A proven value and best moves, by their names.
using KnownNames = std::optional<std::pair<double, std::vector<nb::str>>>;

// A search for positions of one kind, which keeps its table or tree from one move to the next.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;
  // ([(move, value, exact, nodes), ...] with the chosen move first, the expected line, depth,
  // nodes)
  [[nodiscard]] virtual nb::tuple think(nb::handle position, const Run& run,
                                        const KnownNames& known) = 0;
};

template <class Search, Position P>
class EngineFor final : public Engine {
 public:
  template <class... Settings>
  explicit EngineFor(Settings... settings) : search_(settings...) {}

  [[nodiscard]] nb::tuple think(nb::handle position, const Run& run,
                                const KnownNames& names) override {
    const Held<P>& held = held_of<P>(position);
    if (held.position.over()) throw nb::value_error("the game is over: no moves left");
    const std::optional<Known> known = read_known(held, names);
    const auto [found, spent] = run([&](Budget& budget) {
      if constexpr (requires { search_.think(held.position, budget, known); }) {
        return search_.think(held.position, budget, known);
      } else {
        return search_.think(held.position, budget);
      }
    });
    nb::list candidates;
    for (const Candidate& it : found.candidates) {
      candidates.append(
          nb::make_tuple(nb::steal(held.names->move(it.move)), it.value, it.exact, it.nodes));
    }
    return nb::make_tuple(candidates, named(held, found.line), found.depth, spent);
  }

 private:
  [[nodiscard]] static std::optional<Known> read_known(const Held<P>& held,
                                                       const KnownNames& names) {
    if (!names || names->second.empty()) return std::nullopt;
    Known known{names->first, {}};
    for (const nb::str& name : names->second) known.best.push_back(read_legal(held, name));
    return known;
  }

  Search search_;
};

}  // namespace quire::bindings
