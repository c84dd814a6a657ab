// The exact solvers, one Python class for each kind of position.
#include "bindings/parts.hpp"
#include "bindings/thinking.hpp"
#include "engine/solve/all.hpp"
#include "engine/solve/generic/alphabeta.hpp"
#include "engine/solve/generic/exhaustive.hpp"
#include "games/all.hpp"

namespace quire::bindings {
namespace {

// (lower, upper, best moves, whether those are all, Grundy value or None, nodes)
template <class S, Position P>
[[nodiscard]] nb::tuple solve(S& solver, const Held<P>& held, std::optional<double> seconds,
                              std::optional<std::uint64_t> nodes, int threads, bool all_best,
                              bool grundy, bool second, const Stop* stop, nb::object progress) {
  if (held.players() != 2) throw nb::value_error("exact values are for two players");
  const Question question{.all_best = all_best, .grundy = grundy, .second = second};
  const auto [answer, spent] =
      run(limits_of(seconds, nodes, threads), stop, progress,
          [&](Budget& budget) { return solver.solve(held.position, question, budget); });
  return nb::make_tuple(answer.lower, answer.upper, named(held, answer.best), answer.all_best,
                        answer.grundy, spent);
}

// [(cells, Grundy value or None), ...]
template <class S, Position P>
[[nodiscard]] nb::list regions(S& solver, const Held<P>& held, std::optional<double> seconds,
                               std::optional<std::uint64_t> nodes, const Stop* stop) {
  const auto found = run(limits_of(seconds, nodes, 1), stop, nb::none(), [&](Budget& budget) {
                       return solver.regions(held.position, budget);
                     }).first;
  nb::list list;
  for (const auto& region : found) {
    list.append(nb::make_tuple(named(held, region.cells), region.grundy));
  }
  return list;
}

// `memoryview(solver)`: its table, which may be read and written while the solver is alive.
template <class S>
int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  const auto bytes = nb::inst_ptr<S>(self)->bytes();
  return PyBuffer_FillInfo(view, self, bytes.data(), static_cast<Py_ssize_t>(bytes.size()), 0,
                           flags);
}

template <class S, Position P>
void bind_solver(nb::module_& module, const char* make, const std::string& name) {
  std::array<PyType_Slot, 2> slots{};
  if constexpr (requires(S& solver) { solver.bytes(); }) {
    slots[0] = {Py_bf_getbuffer, reinterpret_cast<void*>(&get_buffer<S>)};
  }
  nb::class_<S> bound(module, name.c_str(), nb::is_final(), nb::type_slots(slots.data()),
                      "Exact answers; keeps what it learnt.");
  bound.def("solve", &solve<S, P>, nb::arg("position"), nb::kw_only(),
            nb::arg("seconds") = nb::none(), nb::arg("nodes") = nb::none(), nb::arg("threads") = 1,
            nb::arg("all_best") = true, nb::arg("grundy") = true, nb::arg("second") = false,
            nb::arg("stop") = nb::none(), nb::arg("progress") = nb::none());
  if constexpr (requires(S& solver, Budget& budget, const P& position) {
                  solver.regions(position, budget);
                }) {
    bound.def("regions", &regions<S, P>, nb::arg("position"), nb::kw_only(),
              nb::arg("seconds") = nb::none(), nb::arg("nodes") = nb::none(),
              nb::arg("stop") = nb::none());
  }
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
