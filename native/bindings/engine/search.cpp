// Alpha-beta search, or what a game has instead of it.
#include "bindings/engine/engine.hpp"
#include "bindings/engine/weights.hpp"
#include "bindings/parts.hpp"
#include "engine/search/search_for.hpp"
#include "engine/specialisations.hpp"

namespace quire::bindings {
namespace {

[[nodiscard]] Engine* make_search(nb::handle position, std::uint64_t seed, std::size_t memory,
                                  bool every_move) {
  return with_position(position, [&]<Position P>(const Held<P>&) -> Engine* {
    load_weights<P>();
    return new EngineFor<SearchOf<P>, P>(SearchSettings{seed, memory, every_move});
  });
}

}  // namespace

void bind_search(nb::module_& module) {
  module.def("search", &make_search, nb::rv_policy::take_ownership, nb::arg("position"),
             nb::kw_only(), nb::arg("seed"), nb::arg("memory"), nb::arg("every_move") = false,
             nb::sig("def search(position: quire.core.Position, *, seed: int, memory: int, "
                     "every_move: bool = False) -> Engine"),
             "Make the alpha-beta search for this kind of position.");
}

}  // namespace quire::bindings
