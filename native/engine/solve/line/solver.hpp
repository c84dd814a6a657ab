// The exact solver of line: any position, any length, in one pass over the squares each way.
//
//   S . . O . . . .     before[x]: the kind of what stands left of x; behind[x]: of what stands
//   ------> x <----     right of it, read from the right end. The two give the prospect with either
//                       letter at x, and the parity of the empty squares says whose prospect it is.
//
// docs/games/line.md has the proof.
#pragma once

#include "engine/limits.hpp"
#include "engine/results.hpp"
#include "engine/solve/line/kinds.hpp"
#include "engine/solve/solver.hpp"
#include "games/line.hpp"

namespace quire {

// What a line that is not over is worth to the player to move, who is Maker if he faces an odd
// number of empty squares.
[[nodiscard]] constexpr int value_of(Prospect prospect, int empty) noexcept {
  if (prospect == Prospect::loud) return 1;
  if (empty % 2 != 0) return prospect == Prospect::none ? 0 : 1;
  return prospect == Prospect::sure ? -1 : 0;
}

template <int Words>
class LineSolver {
 public:
  // Nothing is searched, so there is no table.
  explicit LineSolver(std::size_t) noexcept {}

  // One node per call: solving takes microseconds and is never interrupted.
  [[nodiscard]] Solution solve(const LinePosition<Words>& position,
                               const SolveOptions& solve_options, Budget& budget) const {
    if (position.over()) {
      const int value = worth(position, position.to_move());
      return {value, value, {}, true, {}};
    }
    if (ThreadBudget budget_share(budget); !budget_share.node()) return {-1, 1, {}, false, {}};
    const Reading reading(position);
    const int value = value_of(reading.prospect(), reading.empty);
    Solution answer{value, value, {}, solve_options.all_best, {}};
    position.for_each_legal([&](Move move) {
      if (!solve_options.all_best && !answer.best.empty()) return;
      if (value_of_move(position, reading, move) == value) answer.best.push_back(move);
    });
    budget.report_done(1);
    return answer;
  }

 private:
  struct Reading {
    explicit Reading(const LinePosition<Words>& position) : marks(position.diagram().marks) {
      std::uint8_t kind = 0;
      for (std::size_t x = 0; x < marks.size(); ++x) {
        before[x] = kind;
        kind = line_kinds[kind].beyond[mark(x)];
        if (mark(x) == 0) ++empty;
      }
      whole = kind;
      kind = 0;
      for (std::size_t x = marks.size(); x-- > 0;) {
        behind[x] = kind;
        kind = line_kinds[kind].beyond[mark(x)];
      }
    }
    // As line_kinds counts them: empty, S, O.
    [[nodiscard]] std::size_t mark(std::size_t x) const noexcept {
      return marks[x] == '.' ? 0 : marks[x] == 'S' ? 1 : 2;
    }
    [[nodiscard]] Prospect prospect() const noexcept { return line_kinds[whole].prospect; }
    [[nodiscard]] Prospect prospect_after(Move move) const noexcept {
      const std::size_t x = move / 2, letter = 1U + move % 2U;
      return prospect_between[line_kinds[before[x]].beyond[letter]][behind[x]];
    }

    std::string marks;
    std::array<std::uint8_t, Bits<Words>::capacity> before, behind;
    std::uint8_t whole = 0;
    int empty = 0;
  };

  [[nodiscard]] static int value_of_move(const LinePosition<Words>& position,
                                         const Reading& reading, Move move) noexcept {
    // Only in a loud line is there an S-O-S to complete.
    if (reading.prospect() == Prospect::loud) {
      LinePosition<Words> next = position;
      next.play(move);
      if (next.over()) return worth(next, position.to_move());
    }
    return -value_of(reading.prospect_after(move), reading.empty - 1);
  }
};

template <int Words>
struct SolverFor<LinePosition<Words>> {
  using type = LineSolver<Words>;
};

}  // namespace quire
