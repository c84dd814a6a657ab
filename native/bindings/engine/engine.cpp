// The searches that choose moves: alpha-beta and Monte Carlo tree search, for every game.
#include "bindings/engine/engine.hpp"

#include "bindings/engine/weights.hpp"
#include "bindings/parts.hpp"

namespace quire::bindings {
namespace {

[[nodiscard]] nb::tuple think(Engine& engine, nb::handle position, std::optional<double> seconds,
                              std::optional<std::uint64_t> nodes, int threads, const Stop* stop,
                              nb::object progress, const KnownNames& known) {
  return engine.think(position, {limits_of(seconds, nodes, threads), stop, progress}, known);
}

}  // namespace

void bind_engine(nb::module_& module) {
  nb::class_<Stop>(module, "Stop", nb::is_final(),
                   "A flag that stops a search, for any thread to set.")
      .def(nb::init<>())
      .def("set", &Stop::set)
      .def("clear", &Stop::clear)
      .def("is_set", &Stop::is_set);
  nb::class_<Engine>(module, "Engine", nb::is_final(),
                     "A search for positions of one kind; it keeps its table or tree.")
      .def("think", &think, nb::arg("position"), nb::kw_only(), nb::arg("seconds") = nb::none(),
           nb::arg("nodes") = nb::none(), nb::arg("threads") = 1, nb::arg("stop") = nb::none(),
           nb::arg("progress") = nb::none(), nb::arg("known") = nb::none(),
           nb::sig("def think(self, position: quire.core.Position, *, "
                   "seconds: float | None = None, nodes: int | None = None, threads: int = 1, "
                   "stop: Stop | None = None, "
                   "progress: collections.abc.Callable[[int, float, float], None] | None = None, "
                   "known: tuple[float, collections.abc.Sequence[str]] | None = None"
                   ") -> tuple[list[tuple[str, float, bool, int]], list[str], int, int]"),
           "Return ([(move, value, exact, nodes), ...], line, depth, nodes), the best move "
           "first.\n\n"
           "`known` is the proven value with best moves, if they are known already; players use "
           "it.");
}

}  // namespace quire::bindings
