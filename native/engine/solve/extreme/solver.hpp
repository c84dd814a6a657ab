// The exact solver of extreme, for late positions: who wins, by alpha-beta over win, draw and loss
// with a table. Each search has a goal: at least a draw, or a win.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/maths.hpp"
#include "engine/in_progress.hpp"
#include "engine/limits.hpp"
#include "engine/race.hpp"
#include "engine/results.hpp"
#include "engine/search/extreme/heuristics.hpp"
#include "engine/solve/solver.hpp"

namespace quire {

// State that the threads of one proof share.
struct ExtremeShared {
  SearchTable& table;
  const bool alone;                  // there is one thread only
  std::atomic<bool> settled{false};  // one thread finished the proof: the others stop
  InProgress in_progress{};
};

// One thread's search.
class ExtremeProof {
 public:
  struct Choice {
    int promise;
    Move move;
  };
  using Choices = std::array<Choice, Extreme::all_cells>;

  ExtremeProof(ExtremeShared& shared, Budget& budget) : shared_(shared), share_(budget) {}

  // Whether the move achieves at least `goal`; empty if stopped.
  [[nodiscard]] std::optional<bool> prove(const ExtremePosition& position, Move move, int goal) {
    const Verdict verdict = after(position, move, goal, false);
    if (stopped()) return std::nullopt;
    return verdict == Verdict::yes;
  }

  // The legal moves, the most promising first; how many.
  [[nodiscard]] static std::size_t list(const ExtremePosition& position, const TableEntry& known,
                                        Choices& choices) noexcept {
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

 private:
  enum class Verdict : std::uint8_t {
    no,
    yes,
    elsewhere
  };  // elsewhere: another thread is searching it

  [[nodiscard]] static Verdict verdict(bool reached) noexcept {
    return reached ? Verdict::yes : Verdict::no;
  }
  [[nodiscard]] bool stopped() const noexcept {
    return share_.over() || shared_.settled.load(std::memory_order_relaxed);
  }

  // Whether the player who makes the move reaches the goal by it. `put_off`: may be left to
  // another thread.
  [[nodiscard]] Verdict after(const ExtremePosition& position, Move move, int goal, bool put_off) {
    ExtremePosition next = position;
    next.play(move);
    if (next.to_move() == position.to_move()) return reaches(next, goal, put_off);
    // At least `goal` for one is less than `1 - goal` for the other.
    const Verdict reply = reaches(next, 1 - goal, put_off);
    return reply == Verdict::elsewhere ? reply : verdict(reply == Verdict::no);
  }

  // Whether the player to move can achieve at least `goal`: 1, a win; 0, a draw. Meaningless once
  // the proof is stopped.
  [[nodiscard]] Verdict reaches(const ExtremePosition& position, int goal, bool put_off) {
    if (!share_.node()) return Verdict::no;
    ++nodes_;
    const Player mover = position.to_move();
    if (position.over()) return verdict(worth(position, mover) >= goal);
    const ExtremeHopes hopes(position);
    if (hopes.most(mover) < goal) return Verdict::no;
    if (hopes.most(static_cast<Player>(1U - mover)) < 1 - goal) return Verdict::yes;
    const std::uint64_t key = extreme_key(position);
    const TableEntry known = shared_.table.find(key);
    if (known.bound == Bound::at_least || known.bound == Bound::equal) {
      if (known.score >= goal) return Verdict::yes;
    }
    if (known.bound == Bound::at_most || known.bound == Bound::equal) {
      if (known.score < goal) return Verdict::no;
    }
    const bool share = !shared_.alone && position.free_count() >= worth_sharing;
    if (share && put_off && shared_.in_progress.at(key)) return Verdict::elsewhere;
    if (share) shared_.in_progress.begin(key);
    const std::uint64_t before = nodes_;
    const auto [reached, by] = try_moves(position, known, goal);
    if (share) shared_.in_progress.end(key);
    if (stopped()) return Verdict::no;
    keep(key, known, goal, reached, by, nodes_ - before);
    return verdict(reached);
  }

  // Whether a move reaches the goal, and the last that was tried.
  [[nodiscard]] std::pair<bool, Move> try_moves(const ExtremePosition& position,
                                                const TableEntry& known, int goal) {
    Choices choices;
    const std::size_t count = list(position, known, choices);
    std::size_t put_off = 0;  // deferred moves, moved to the front
    Move move = 0;
    for (std::size_t at = 0; at < count && !stopped(); ++at) {
      move = choices[at].move;
      const Verdict found = after(position, move, goal, at > 0);
      if (found == Verdict::yes) return {true, move};
      if (found == Verdict::elsewhere) choices[put_off++].move = move;
    }
    for (std::size_t at = 0; at < put_off && !stopped(); ++at) {
      move = choices[at].move;
      if (after(position, move, goal, false) == Verdict::yes) return {true, move};
    }
    return {false, move};
  }

  void keep(std::uint64_t key, const TableEntry& known, int goal, bool reached, Move move,
            std::uint64_t nodes) noexcept {
    TableEntry it{move, reached ? goal : goal - 1, static_cast<int>(std::bit_width(nodes)),
                  reached ? Bound::at_least : Bound::at_most, true};
    // Both goals together prove a draw.
    if (known.bound != Bound::none && known.bound != it.bound && known.score == it.score) {
      it.bound = Bound::equal;
    }
    shared_.table.put(key, it);
  }

  static constexpr int worth_sharing = 12;  // free cells; smaller positions take no time

  ExtremeShared& shared_;
  ThreadBudget share_;
  std::uint64_t nodes_ = 0;
};

class ExtremeSolver {
 public:
  // `memory`: bytes for the table.
  explicit ExtremeSolver(std::size_t memory) : table_(memory) {}

  // If stopped, the bounds are what was proven so far.
  [[nodiscard]] Solution solve(const ExtremePosition& position, const SolveOptions& solve_options,
                               Budget& budget) {
    if (position.over()) {
      const int value = worth(position, position.to_move());
      return {value, value, {}, true, {}};
    }
    table_.prepare(table_bytes(expected_bytes(position.free_count()), solve_options, budget));
    table_.new_search();
    Team team(table_, budget);
    Solution answer{-1, 1, {}, false, {}};
    for (const int goal : {1, 0}) {
      if (!reach(team, position, goal, solve_options, budget, answer)) break;
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
  // More than positions with so few free cells need; harder ones use all memory.
  [[nodiscard]] static std::uint64_t expected_bytes(int free) noexcept {
    return static_cast<std::uint64_t>(4e6 * maths::power(1.4, std::clamp(free - 30, 0, 60)));
  }

  // The threads, which work on one root move after the other.
  class Team {
   public:
    Team(SearchTable& table, Budget& budget) : shared_{table, budget.limits().threads <= 1} {
      do {
        proofs_.push_back(std::make_unique<ExtremeProof>(shared_, budget));
      } while (static_cast<int>(proofs_.size()) < budget.limits().threads);
    }
    [[nodiscard]] std::optional<bool> prove(const ExtremePosition& position, Move move, int goal) {
      return race(proofs_, shared_.settled,
                  [&](ExtremeProof& proof) { return proof.prove(position, move, goal); });
    }

   private:
    ExtremeShared shared_;
    std::vector<std::unique_ptr<ExtremeProof>> proofs_;
  };

  // Finds moves that reach the goal; false: the budget ran out before all requested ones were
  // tried.
  [[nodiscard]] bool reach(Team& team, const ExtremePosition& position, int goal,
                           const SolveOptions& solve_options, Budget& budget, Solution& answer) {
    ExtremeProof::Choices choices;
    const TableEntry known = table_.find(extreme_key(position));
    const std::size_t count = ExtremeProof::list(position, known, choices);
    for (std::size_t at = 0; at < count; ++at) {
      // Two goals, one after the other.
      budget.report_done((1 - goal + static_cast<double>(at) / static_cast<double>(count)) / 2);
      const auto reached = team.prove(position, choices[at].move, goal);
      if (!reached) return false;
      if (!*reached) continue;
      answer.lower = goal;
      answer.best.insert(std::upper_bound(answer.best.begin(), answer.best.end(), choices[at].move),
                         choices[at].move);
      if (!solve_options.all_best) break;
    }
    answer.all_best = answer.lower == goal && solve_options.all_best;
    return true;
  }

  SearchTable table_;
};

template <>
struct SolverFor<ExtremePosition> {
  using type = ExtremeSolver;
};

}  // namespace quire
