// The alpha-beta searches, one Python class for each kind of position.
#include "bindings/parts.hpp"
#include "bindings/thinking.hpp"
#include "bindings/weights.hpp"
#include "engine/search/all.hpp"

namespace quire::bindings {

void bind_search(nb::module_& module) {
  const auto bind_kind = [&]<Position P>(std::type_identity<P>) {
    using Engine = SearchOf<P>;
    bind_thinker<Engine, P>(module, std::string(P::name) + "Search");
    module.def(
        "search",
        [](const Held<P>&, std::uint64_t seed, std::size_t memory, bool every_move) {
          load_weights<P>();
          return new Engine(SearchSettings{seed, memory, every_move});
        },
        nb::rv_policy::take_ownership, nb::arg("position"), nb::kw_only(), nb::arg("seed"),
        nb::arg("memory"), nb::arg("every_move") = false);
  };
  for_each_kind(bind_kind);
}

}  // namespace quire::bindings
