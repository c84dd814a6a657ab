// The exact solvers, one Python class for each kind of position.
#include "engine/solvers.hpp"

#include "bindings/parts.hpp"
#include "bindings/thinking.hpp"
#include "engine/alphabeta.hpp"
#include "engine/exhaustive.hpp"
#include "games/all.hpp"

namespace quire::bindings {
namespace {

// (lower, upper, best moves, whether those are all, Grundy value or None, nodes)
template <class S, Position P>
[[nodiscard]] nb::tuple solve(S& solver, const Held<P>& held, std::optional<double> seconds,
                              std::optional<std::uint64_t> nodes, int threads, bool all_best,
                              const Stop* stop, nb::object progress) {
  if (held.players() != 2) throw nb::value_error("exact values are for two players");
  const auto [answer, spent] =
      run(limits_of(seconds, nodes, threads), stop, progress,
          [&](Budget& budget) { return solver.solve(held.position, {all_best}, budget); });
  return nb::make_tuple(answer.lower, answer.upper, named(held, answer.best), answer.all_best,
                        answer.grundy ? nb::object(nb::int_(*answer.grundy)) : nb::none(), spent);
}

template <class S, Position P>
void bind_solver(nb::module_& module, const char* make, const std::string& name) {
  nb::class_<S>(module, name.c_str(), nb::is_final(), "Exact answers; keeps what it learnt.")
      .def("solve", &solve<S, P>, nb::arg("position"), nb::kw_only(),
           nb::arg("seconds") = nb::none(), nb::arg("nodes") = nb::none(), nb::arg("threads") = 1,
           nb::arg("all_best") = true, nb::arg("stop") = nb::none(),
           nb::arg("progress") = nb::none());
  module.def(
      make, [](const Held<P>&, std::size_t memory) { return new S(memory); },
      nb::rv_policy::take_ownership, nb::arg("position"), nb::arg("memory"));
}

}  // namespace

void bind_solvers(nb::module_& module) {
  nb::class_<Stop>(module, "Stop", nb::is_final(), "The word to stop, for any thread to give.")
      .def(nb::init<>())
      .def("set", &Stop::set)
      .def("clear", &Stop::clear)
      .def("is_set", &Stop::is_set);
  const auto bind_kind = [&]<Position P>(std::type_identity<P>) {
    bind_solver<Solver<P>, P>(module, "solver", std::string(P::name) + "Solver");
    bind_solver<ExhaustiveSolver<P>, P>(module, "exhaustive", std::string(P::name) + "Exhaustive");
    bind_solver<AlphaBetaSolver<P>, P>(module, "alphabeta", std::string(P::name) + "AlphaBeta");
  };
  for_each_kind(bind_kind);
}

}  // namespace quire::bindings
