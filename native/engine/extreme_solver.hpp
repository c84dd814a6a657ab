// The exact solver of extreme, for late positions: who wins, by alpha-beta over win, draw and loss
// with a table. Each search answers one question, "at least a draw?" or "a win?".
#pragma once

#include "engine/answer.hpp"
#include "engine/exhaustive.hpp"
#include "engine/extreme_heuristics.hpp"
#include "engine/limits.hpp"

namespace quire {

class ExtremeSolver {
 public:
  // `memory`: bytes that the table may take.
  explicit ExtremeSolver(std::size_t memory) : table_(memory) {}

  // When stopped, the bounds hold what was proven until then.
  [[nodiscard]] Answer solve(const ExtremePosition& position, const Question& question,
                             Budget& budget) {
    if (position.over()) {
      const int value = worth(position, position.to_move());
      return {value, value, {}, true, {}};
    }
    table_.new_search();
    Spending spending(budget);
    Answer answer{-1, 1, {}, false, {}};
    for (const int goal : {1, 0}) {
      if (!reach(position, goal, question, spending, answer)) break;
      if (answer.lower == goal) return answer;
      answer.upper = goal - 1;
    }
    if (answer.upper == -1) {
      position.for_each_legal([&](Move move) { answer.best.push_back(move); });
      answer.all_best = true;
    }
    return answer;
  }

 private:
  struct Choice {
    int promise;
    Move move;
  };

  // Looks for moves that reach the goal; false: the budget ended before all that were asked for
  // were tried.
  [[nodiscard]] bool reach(const ExtremePosition& position, int goal, const Question& question,
                           Spending& spending, Answer& answer) {
    std::array<Choice, Extreme::all_cells> choices;
    const std::size_t count = list(position, table_.find(extreme_key(position)), choices);
    for (std::size_t at = 0; at < count; ++at) {
      const bool reached = after(position, choices[at].move, goal, spending);
      if (spending.over()) return false;
      if (!reached) continue;
      answer.lower = goal;
      answer.best.insert(std::upper_bound(answer.best.begin(), answer.best.end(), choices[at].move),
                         choices[at].move);
      if (!question.all_best) break;
      spending.budget().tell_done(static_cast<double>(at + 1) / static_cast<double>(count));
    }
    answer.all_best = answer.lower == goal && question.all_best;
    return true;
  }

  // Whether the player who makes the move reaches the goal by it.
  [[nodiscard]] bool after(const ExtremePosition& position, Move move, int goal,
                           Spending& spending) {
    ExtremePosition next = position;
    next.play(move);
    if (next.to_move() == position.to_move()) return reaches(next, goal, spending);
    // At least `goal` for one is less than `1 - goal` for the other.
    return !reaches(next, 1 - goal, spending);
  }

  // Whether the player to move can get at least `goal`: 1, a win; 0, a draw.
  [[nodiscard]] bool reaches(const ExtremePosition& position, int goal, Spending& spending) {
    if (!spending.node()) return false;
    ++nodes_;
    const Player mover = position.to_move();
    if (position.over()) return worth(position, mover) >= goal;
    const ExtremeHopes hopes(position);
    if (hopes.most(mover) < goal) return false;
    if (hopes.most(static_cast<Player>(1U - mover)) < 1 - goal) return true;
    const std::uint64_t key = extreme_key(position);
    const Remembered known = table_.find(key);
    if (known.bound == Bound::at_least || known.bound == Bound::equal) {
      if (known.score >= goal) return true;
    }
    if (known.bound == Bound::at_most || known.bound == Bound::equal) {
      if (known.score < goal) return false;
    }
    std::array<Choice, Extreme::all_cells> choices;
    const std::size_t count = list(position, known, choices);
    const std::uint64_t before = nodes_;
    bool reached = false;
    Move by = 0;
    for (std::size_t at = 0; at < count && !reached; ++at) {
      by = choices[at].move;
      reached = after(position, by, goal, spending);
      if (spending.over()) return false;
    }
    keep(key, known, goal, reached, by, nodes_ - before);
    return reached;
  }

  // The legal moves, the most promising first; how many.
  [[nodiscard]] static std::size_t list(const ExtremePosition& position, const Remembered& known,
                                        std::array<Choice, Extreme::all_cells>& choices) noexcept {
    std::size_t count = 0;
    position.for_each_legal([&](Move move) {
      const bool best = known.bound != Bound::none && known.move == move;
      const int promise = best ? 1 << 30 : extreme_promise(position, move);
      std::size_t at = count++;
      for (; at > 0 && choices[at - 1].promise < promise; --at) choices[at] = choices[at - 1];
      choices[at] = {promise, move};
    });
    return count;
  }
  void keep(std::uint64_t key, const Remembered& known, int goal, bool reached, Move move,
            std::uint64_t nodes) noexcept {
    Remembered it{move, reached ? goal : goal - 1, static_cast<int>(std::bit_width(nodes)),
                  reached ? Bound::at_least : Bound::at_most, true};
    // Both questions together settle a draw.
    if (known.bound != Bound::none && known.bound != it.bound && known.score == it.score) {
      it.bound = Bound::equal;
    }
    table_.keep(key, it);
  }

  SearchTable table_;
  std::uint64_t nodes_ = 0;
};

}  // namespace quire
