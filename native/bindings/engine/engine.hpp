// Searches for Python: one class for all of them, whatever the game.
#pragma once

#include <nanobind/stl/optional.h>

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

// A search for positions of one kind, which keeps its table or tree from one move to the next.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;
  // ([(move, value, exact, nodes), ...] with the chosen move first, the expected line, depth,
  // nodes)
  [[nodiscard]] virtual nb::tuple think(nb::handle position, const Run& run) = 0;
};

template <class Search, Position P>
class EngineFor final : public Engine {
 public:
  template <class... Settings>
  explicit EngineFor(Settings... settings) : search_(settings...) {}

  [[nodiscard]] nb::tuple think(nb::handle position, const Run& run) override {
    const Held<P>& held = held_of<P>(position);
    if (held.position.over()) throw nb::value_error("the game is over: no moves left");
    const auto [found, spent] =
        run([&](Budget& budget) { return search_.think(held.position, budget); });
    nb::list candidates;
    for (const Candidate& it : found.candidates) {
      candidates.append(
          nb::make_tuple(nb::steal(held.names->move(it.move)), it.value, it.exact, it.nodes));
    }
    return nb::make_tuple(candidates, named(held, found.line), found.depth, spent);
  }

 private:
  Search search_;
};

}  // namespace quire::bindings
