// The exact solver of obstruction: who wins, by which moves, and the Grundy value.
#pragma once

#include "core/maths.hpp"
#include "core/threads.hpp"
#include "engine/results.hpp"
#include "engine/solve/obstruction/search.hpp"
#include "engine/solve/solver.hpp"
#include "games/obstruction.hpp"

namespace quire {

template <int Words>
class ObstructionSolver {
 public:
  using P = ObstructionPosition<Words>;

  // A connected part of the free cells, and its Grundy value if it was found.
  struct ValuedRegion {
    std::vector<Move> cells;
    std::optional<int> grundy;
  };

  explicit ObstructionSolver(std::size_t memory) : shared_(memory) {}

  [[nodiscard]] Solution solve(const P& position, const SolveOptions& solve_options,
                               Budget& budget) {
    prepare(position, solve_options, budget);
    return together(budget, solve_options, [&](obstruction::Search& search) {
      return answer(search, position, solve_options);
    });
  }

  // The connected parts of the free cells in the order of their first cells.
  [[nodiscard]] std::vector<ValuedRegion> regions(const P& position, Budget& budget) {
    prepare(position, {}, budget);
    return together(budget, {}, [&](obstruction::Search& search) {
      std::vector<ValuedRegion> result;
      bool whole = true;
      for (obstruction::Region rest = free_cells(position); rest.any();) {
        const obstruction::Region part = first_part(rest);
        rest = rest - part;
        obstruction::Sum sum = search.split(part);
        const int value = search.value(sum);
        whole = whole && value >= 0;
        ValuedRegion& region = result.emplace_back();
        position.for_each_legal([&](Move move) {
          if ((cell_of(position, move) & part).any()) region.cells.push_back(move);
        });
        if (value >= 0) region.grundy = value;
      }
      return std::pair(std::move(result), whole);
    });
  }

  // The table, to be saved, even during a search, or restored.
  [[nodiscard]] std::span<std::byte> bytes() noexcept { return shared_.table.bytes(); }

 private:
  // Uses as much of the table as all winning moves and the value of a board with this many free
  // cells need, as measured.
  void prepare(const P& position, const SolveOptions& solve_options,
               const Budget& budget) noexcept {
    const double expected = 4e7 * maths::power(1.31, free_cells(position).count() - 64);
    shared_.table.prepare(
        table_bytes(static_cast<std::uint64_t>(std::max(expected, 1e5)), solve_options, budget));
  }

  // Returns the result of the first thread that completes, or if all are stopped that of the first
  // thread. `work` returns a result and whether it is complete.
  template <class Work>
  [[nodiscard]] auto together(Budget& budget, const SolveOptions& solve_options, const Work& work) {
    using Result = decltype(work(std::declval<obstruction::Search&>()).first);
    const int threads = std::max(budget.limits().threads, 1);
    Mutex mutex;
    std::optional<Result> found;
    shared_.finished = false;
    const auto run = [&](int number) {
      ThreadBudget budget_share(budget);
      obstruction::Search search(
          shared_, budget_share,
          solve_options.second ? obstruction::Way::plain : obstruction::Way::quick, threads == 1,
          number == 0);
      auto [result, complete] = work(search);
      const std::lock_guard lock(mutex);
      if (shared_.finished || !(complete || number == 0)) return;
      found = std::move(result);
      shared_.finished = complete;
    };
    in_threads(threads, run);
    return std::move(*found);
  }

  [[nodiscard]] static std::pair<Solution, bool> answer(obstruction::Search& search,
                                                        const P& position,
                                                        const SolveOptions& solve_options) {
    using obstruction::Verdict;
    const obstruction::Region free = free_cells(position);
    const double share =
        1.0 / (1 + (solve_options.all_best ? 1 : 0) + (solve_options.grundy ? 1 : 0));
    Solution answer{-1, 1, {}, false, {}};
    obstruction::Sum whole = search.split(free);
    search.begin(0, share);
    const Verdict lost = search.is(whole, 0);
    if (lost == Verdict::yes) {
      answer.upper = -1;
      answer.all_best = true;  // every move loses, so none is better than another
      position.for_each_legal([&](Move move) { answer.best.push_back(move); });
      answer.grundy = 0;
      return {answer, true};
    }
    if (lost == Verdict::no) answer.lower = 1;
    winning_moves(search, position, solve_options, share, share, answer);
    if (solve_options.grundy) {
      search.begin(1 - share, share);
      if (const int value = search.value(whole); value >= 0) answer.grundy = value;
    }
    const bool complete = answer.exact() && !answer.best.empty() &&
                          (answer.all_best || !solve_options.all_best) &&
                          (answer.grundy || !solve_options.grundy);
    return {answer, complete};
  }

  // Adds the moves that leave a lost position.
  static void winning_moves(obstruction::Search& search, const P& position,
                            const SolveOptions& solve_options, double from, double share,
                            Solution& answer) {
    struct Option {
      Move move;
      obstruction::Sum left;
    };
    std::vector<Option> options;
    const obstruction::Region free = free_cells(position);
    position.for_each_legal([&](Move move) {
      options.push_back({move, search.split(free - cell_of(position, move).spread())});
    });
    std::sort(options.begin(), options.end(), [](const Option& a, const Option& b) {
      return std::pair(a.left.order, a.move) < std::pair(b.left.order, b.move);
    });
    share /= static_cast<double>(options.size());
    std::size_t ruled_out = 0;
    for (Option& option : options) {
      search.begin(from, share);
      from += share;
      const obstruction::Verdict wins = search.is(option.left, 0);
      if (wins == obstruction::Verdict::no) ++ruled_out;
      if (wins == obstruction::Verdict::yes) answer.best.push_back(option.move);
      if (wins == obstruction::Verdict::yes && !solve_options.all_best) break;
    }
    if (answer.best.empty()) return;
    answer.lower = 1;
    answer.all_best = ruled_out + answer.best.size() == options.size();
    std::sort(answer.best.begin(), answer.best.end());
  }

  [[nodiscard]] static obstruction::Region cell_of(const P& position, int cell) noexcept {
    const int columns = position.size().grid.columns;
    obstruction::Region region;
    region.add(cell % columns, cell / columns);
    return region;
  }
  [[nodiscard]] static obstruction::Region free_cells(const P& position) noexcept {
    obstruction::Region free;
    position.for_each_legal([&](Move move) { free = free + cell_of(position, move); });
    return free;
  }

  obstruction::Shared shared_;
};

template <int Words>
struct SolverFor<ObstructionPosition<Words>> {
  using type = ObstructionSolver<Words>;
};

}  // namespace quire
