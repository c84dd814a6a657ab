// Binds an engine that thinks about positions of one kind: the same for a tree search and the rest.
#pragma once

#include <nanobind/stl/optional.h>

#include <string>

#include "bindings/position.hpp"
#include "bindings/running.hpp"
#include "engine/answer.hpp"

namespace quire::bindings {

template <Position P>
[[nodiscard]] nb::list named(const Held<P>& held, const std::vector<Move>& moves) {
  nb::list list;
  for (const Move move : moves) list.append(nb::steal(held.names->move(move)));
  return list;
}

// ([(move, value, exact, nodes), ...] with the chosen move first, the expected line, depth, nodes)
template <class Engine, Position P>
[[nodiscard]] nb::tuple think(Engine& engine, const Held<P>& held, std::optional<double> seconds,
                              std::optional<std::uint64_t> nodes, int threads, const Stop* stop,
                              nb::object progress) {
  if (held.position.over()) throw nb::value_error("the game is over: there is no move to choose");
  const auto [thought, spent] =
      run(limits_of(seconds, nodes, threads), stop, progress,
          [&](Budget& budget) { return engine.think(held.position, budget); });
  nb::list candidates;
  for (const Candidate& it : thought.candidates) {
    candidates.append(
        nb::make_tuple(nb::steal(held.names->move(it.move)), it.value, it.exact, it.nodes));
  }
  return nb::make_tuple(candidates, named(held, thought.line), thought.depth, spent);
}

// The class of an engine with `Thought think(const P&, Budget&)`, which keeps what it learnt from
// one move to the next; how it is made is the caller's to bind.
template <class Engine, Position P>
void bind_thinker(nb::module_& module, const std::string& name) {
  nb::class_<Engine>(module, name.c_str(), nb::is_final(), "Thinks about positions of one kind.")
      .def("think", &think<Engine, P>, nb::arg("position"), nb::kw_only(),
           nb::arg("seconds") = nb::none(), nb::arg("nodes") = nb::none(), nb::arg("threads") = 1,
           nb::arg("stop") = nb::none(), nb::arg("progress") = nb::none());
}

}  // namespace quire::bindings
