// The players that combine searches and solvers: the champion, and the levels for people.
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include "bindings/engine/engine.hpp"
#include "bindings/engine/weights.hpp"
#include "bindings/parts.hpp"
#include "engine/players/level.hpp"
#include "engine/specialisations.hpp"

namespace quire::bindings {
namespace {

using PlanValues = std::tuple<double, std::string_view, int>;

[[nodiscard]] SearchKind read_search(std::string_view name) {
  if (const auto kind = search_kind(name)) return *kind;
  throw nb::value_error("search must be mcts, mcts:evaluation=yes or search");
}

[[nodiscard]] ChampionPlan read_plan(const PlanValues& plan) {
  const auto& [exact_share, search, max_empty_cells] = plan;
  return {exact_share, read_search(search), max_empty_cells};
}

[[nodiscard]] Engine* make_champion(nb::handle position, std::uint64_t seed, std::size_t memory,
                                    const PlanValues& plan) {
  return with_position(position, [&]<Position P>(const Held<P>&) -> Engine* {
    load_weights<P>();
    return new EngineFor<Champion<P>, P>(seed, memory, read_plan(plan));
  });
}

[[nodiscard]] Engine* make_level(nb::handle position, std::uint64_t seed, std::string_view agent,
                                 std::uint64_t nodes, double miss_rate, const PlanValues& plan,
                                 std::string_view measured_size) {
  return with_position(position, [&]<Position P>(const Held<P>&) -> Engine* {
    using Game = typename P::Game;
    load_weights<P>();
    LevelSettings settings{{}, read_plan(plan), nodes, miss_rate, 0};
    if (agent != "champion") settings.search = read_search(agent);
    settings.measured_cells = Game::cells(Game::read_size(measured_size));
    return new EngineFor<Level<P>, P>(seed, settings);
  });
}

}  // namespace

void bind_players(nb::module_& module) {
  module.def("champion", &make_champion, nb::rv_policy::take_ownership, nb::arg("position"),
             nb::kw_only(), nb::arg("seed"), nb::arg("memory"), nb::arg("plan"),
             nb::sig("def champion(position: quire.core.Position, *, seed: int, memory: int, "
                     "plan: tuple[float, str, int]) -> Engine"),
             "Make the champion; `plan` is the solver's share, the search and the most empty "
             "cells.");
  module.def(
      "level", &make_level, nb::rv_policy::take_ownership, nb::arg("position"), nb::kw_only(),
      nb::arg("seed"), nb::arg("agent"), nb::arg("nodes"), nb::arg("miss_rate"), nb::arg("plan"),
      nb::arg("measured_size"),
      nb::sig("def level(position: quire.core.Position, *, seed: int, agent: str, "
              "nodes: int, miss_rate: float, plan: tuple[float, str, int], "
              "measured_size: str) -> Engine"),
      "Make a level for people; `nodes` are for boards of `measured_size` and smaller ones.");
  module.def("level_nodes", &level_nodes, nb::arg("nodes"), nb::arg("measured_cells"),
             nb::arg("cells"), "Return the nodes of a level on a board with this many cells.");
  module.def("move_seed", &move_seed, nb::arg("seed"), nb::arg("number"),
             "Return the seed of one move in a game with this seed.");
}

}  // namespace quire::bindings
