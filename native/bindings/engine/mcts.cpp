// Monte Carlo tree search.
#include "engine/mcts/mcts.hpp"

#include "bindings/engine/engine.hpp"
#include "bindings/engine/weights.hpp"
#include "bindings/parts.hpp"
#include "engine/specialisations.hpp"

namespace quire::bindings {
namespace {

[[nodiscard]] Engine* make_mcts(nb::handle position, std::uint64_t seed, std::size_t memory,
                                std::optional<float> exploration, std::optional<bool> rave,
                                bool evaluation) {
  return with_position(position, [&]<Position P>(const Held<P>& held) -> Engine* {
    if (evaluation) load_weights<P>();
    mcts::Settings settings = mcts::settings_for<P>(held.players(), evaluation, rave);
    if (exploration) settings.exploration = *exploration;
    return new EngineFor<Mcts<P>, P>(seed, memory, settings);
  });
}

}  // namespace

void bind_mcts(nb::module_& module) {
  module.def("mcts", &make_mcts, nb::rv_policy::take_ownership, nb::arg("position"), nb::kw_only(),
             nb::arg("seed"), nb::arg("memory"), nb::arg("exploration") = nb::none(),
             nb::arg("rave") = nb::none(), nb::arg("evaluation") = false,
             nb::sig("def mcts(position: quire.core.Position, *, seed: int, memory: int, "
                     "exploration: float | None = None, rave: bool | None = None, "
                     "evaluation: bool = False) -> Engine"),
             "Make the Monte Carlo tree search for this kind of position.");
}

}  // namespace quire::bindings
