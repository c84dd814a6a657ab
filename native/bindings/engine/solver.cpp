// The exact solvers: the best one for each game, and two generic ones.
#include "engine/solve/solver.hpp"

#include "bindings/engine/engine.hpp"
#include "bindings/parts.hpp"
#include "engine/solve/generic/exhaustive.hpp"
#include "engine/specialisations.hpp"

namespace quire::bindings {
namespace {

// Solves positions of one kind and keeps its tables.
class SolverHandle {
 public:
  SolverHandle() = default;
  SolverHandle(const SolverHandle&) = delete;
  SolverHandle& operator=(const SolverHandle&) = delete;
  virtual ~SolverHandle() = default;
  // (lower, upper, best moves, whether those are all, Grundy value or None, nodes)
  [[nodiscard]] virtual nb::tuple solve(nb::handle position, const SolveOptions& solve_options,
                                        const Run& run) = 0;
  // Whether it finds Grundy values, of positions and of their regions.
  [[nodiscard]] virtual bool impartial() const = 0;
  // [(cells, Grundy value or None), ...]
  [[nodiscard]] virtual nb::list regions(nb::handle position, const Run& run) = 0;
  // The table, which may be read and written while the solver is alive; empty if it has none.
  [[nodiscard]] virtual std::span<std::byte> table() = 0;
};

template <class S, Position P>
class SolverOf final : public SolverHandle {
 public:
  explicit SolverOf(std::size_t memory) : solver_(memory) {}

  [[nodiscard]] nb::tuple solve(nb::handle position, const SolveOptions& solve_options,
                                const Run& run) override {
    const Held<P>& held = held_of<P>(position);
    if (held.players() != 2) throw nb::value_error("only two-player positions can be solved");
    const auto [answer, spent] =
        run([&](Budget& budget) { return solver_.solve(held.position, solve_options, budget); });
    return nb::make_tuple(answer.lower, answer.upper, named(held, answer.best), answer.all_best,
                          answer.grundy, spent);
  }

  [[nodiscard]] bool impartial() const override { return has_regions; }

  [[nodiscard]] nb::list regions(nb::handle position, const Run& run) override {
    const Held<P>& held = held_of<P>(position);
    if constexpr (has_regions) {
      nb::list list;
      const auto work = [&](Budget& budget) { return solver_.regions(held.position, budget); };
      for (const auto& region : run(work).first) {
        list.append(nb::make_tuple(named(held, region.cells), region.grundy));
      }
      return list;
    } else {
      throw nb::value_error("positions of this game don't split into regions");
    }
  }

  [[nodiscard]] std::span<std::byte> table() override {
    if constexpr (requires { solver_.bytes(); }) {
      return solver_.bytes();
    } else {
      return {};
    }
  }

 private:
  static constexpr bool has_regions =
      requires(S& solver, const P& position, Budget& budget) { solver.regions(position, budget); };

  S solver_;
};

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  const auto bytes =
      nb::inst_ready(self) ? nb::inst_ptr<SolverHandle>(self)->table() : std::span<std::byte>();
  if (bytes.empty()) {
    PyErr_SetString(PyExc_TypeError, "this solver has no table");
    view->obj = nullptr;
    return -1;
  }
  return PyBuffer_FillInfo(view, self, bytes.data(), static_cast<Py_ssize_t>(bytes.size()), 0,
                           flags);
}

template <template <Position> class Kind>
[[nodiscard]] SolverHandle* make(nb::handle position, std::size_t memory) {
  return with_position(position, [&]<Position P>(const Held<P>&) -> SolverHandle* {
    return new SolverOf<Kind<P>, P>(memory);
  });
}

[[nodiscard]] nb::tuple solve(SolverHandle& solver, nb::handle position,
                              std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                              int threads, bool all_best, bool grundy, bool second, bool resumable,
                              const Stop* stop, nb::object progress) {
  return solver.solve(
      position, {.all_best = all_best, .grundy = grundy, .second = second, .resumable = resumable},
      {limits_of(seconds, nodes, threads), stop, progress});
}

[[nodiscard]] nb::list regions(SolverHandle& solver, nb::handle position,
                               std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                               const Stop* stop) {
  return solver.regions(position, {limits_of(seconds, nodes, 1), stop, nb::none()});
}

void bind_class(nb::module_& module) {
  std::array<PyType_Slot, 2> slots{
      {{Py_bf_getbuffer, reinterpret_cast<void*>(&get_buffer)}, {0, nullptr}}};
  nb::class_<SolverHandle>(module, "Solver", nb::is_final(), nb::type_slots(slots.data()),
                           "Solves positions of one kind exactly and keeps its tables.")
      .def("solve", &solve, nb::arg("position"), nb::kw_only(), nb::arg("seconds") = nb::none(),
           nb::arg("nodes") = nb::none(), nb::arg("threads") = 1, nb::arg("all_best") = true,
           nb::arg("grundy") = true, nb::arg("second") = false, nb::arg("resumable") = false,
           nb::arg("stop") = nb::none(), nb::arg("progress") = nb::none(),
           nb::sig("def solve(self, position: quire.core.Position, *, "
                   "seconds: float | None = None, nodes: int | None = None, threads: int = 1, "
                   "all_best: bool = True, grundy: bool = True, second: bool = False, "
                   "resumable: bool = False, stop: Stop | None = None, "
                   "progress: collections.abc.Callable[[int, float, float], None] | None = None"
                   ") -> tuple[int, int, list[str], bool, int | None, int]"),
           "Return (lower, upper, best moves, whether those are all, Grundy value, nodes).")
      .def_prop_ro("impartial", &SolverHandle::impartial,
                   "Whether it finds Grundy values, of positions and of their regions.")
      .def("regions", &regions, nb::arg("position"), nb::kw_only(), nb::arg("seconds") = nb::none(),
           nb::arg("nodes") = nb::none(), nb::arg("stop") = nb::none(),
           nb::sig("def regions(self, position: quire.core.Position, *, "
                   "seconds: float | None = None, nodes: int | None = None, "
                   "stop: Stop | None = None) -> list[tuple[list[str], int | None]]"),
           "Return the independent regions of a position: (cells, Grundy value or None).");
}

}  // namespace

void bind_solver(nb::module_& module) {
  bind_class(module);
  const auto def = [&](const char* name, auto* make_solver, const char* signature,
                       const char* doc) {
    module.def(name, make_solver, nb::rv_policy::take_ownership, nb::arg("position"),
               nb::arg("memory"), nb::sig(signature), doc);
  };
  def("solver", &make<Solver>, "def solver(position: quire.core.Position, memory: int) -> Solver",
      "Make the fastest solver for this kind of position; `memory` is in bytes.");
  def("exhaustive", &make<ExhaustiveSolver>,
      "def exhaustive(position: quire.core.Position, memory: int) -> Solver",
      "Make the solver that visits every position.");
  def("alphabeta", &make<AlphaBetaSolver>,
      "def alphabeta(position: quire.core.Position, memory: int) -> Solver",
      "Make the generic alpha-beta solver.");
}

}  // namespace quire::bindings
