// Monte Carlo tree search, one Python class for each kind of position.
#include "engine/mcts/mcts.hpp"

#include "bindings/parts.hpp"
#include "bindings/thinking.hpp"
#include "bindings/weights.hpp"
#include "games/all.hpp"

namespace quire::bindings {

void bind_mcts(nb::module_& module) {
  const auto bind_kind = [&]<Position P>(std::type_identity<P>) {
    bind_thinker<Mcts<P>, P>(module, std::string(P::name) + "Mcts");
    module.def(
        "mcts",
        [](const Held<P>& position, std::uint64_t seed, std::size_t memory,
           std::optional<float> exploration, std::optional<bool> rave, bool evaluation) {
          if (evaluation) load_weights<P>();
          mcts::Settings settings = mcts::settings_for<P>(position.players(), evaluation, rave);
          if (exploration) settings.exploration = *exploration;
          return new Mcts<P>(seed, memory, settings);
        },
        nb::rv_policy::take_ownership, nb::arg("position"), nb::kw_only(), nb::arg("seed"),
        nb::arg("memory"), nb::arg("exploration") = nb::none(), nb::arg("rave") = nb::none(),
        nb::arg("evaluation") = false);
  };
  for_each_kind(bind_kind);
}

}  // namespace quire::bindings
