// The exact solver of extreme, for late positions: who wins, by alpha-beta over win, draw and loss
// with a table. Each search answers one question, "at least a draw?" or "a win?".
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "engine/answer.hpp"
#include "engine/in_progress.hpp"
#include "engine/limits.hpp"
#include "engine/race.hpp"
#include "engine/search/extreme/heuristics.hpp"
#include "engine/solve/solver.hpp"

namespace quire {

// What the threads that work on one proof share.
struct ExtremeShared {
  SearchTable& table;
  const bool alone;                  // there is one thread only
  std::atomic<bool> settled{false};  // somebody has finished the proof: all others stop
  Busy busy{};
};

// One thread's search.
class ExtremeProof {
 public:
  struct Choice {
    int promise;
    Move move;
  };
  using Choices = std::array<Choice, Extreme::all_cells>;

  ExtremeProof(ExtremeShared& shared, Budget& budget) : shared_(shared), spending_(budget) {}

  // Whether the player who makes the move gets at least `goal` by it; nothing if it was stopped.
  [[nodiscard]] std::optional<bool> prove(const ExtremePosition& position, Move move, int goal) {
    const Verdict verdict = after(position, move, goal, false);
    if (stopped()) return std::nullopt;
    return verdict == Verdict::yes;
  }

  // The legal moves, the most promising first; how many.
  [[nodiscard]] static std::size_t list(const ExtremePosition& position, const Remembered& known,
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
  enum class Verdict : std::uint8_t { no, yes, elsewhere };  // elsewhere: another thread is at it

  [[nodiscard]] static Verdict verdict(bool reached) noexcept {
    return reached ? Verdict::yes : Verdict::no;
  }
  [[nodiscard]] bool stopped() const noexcept {
    return spending_.over() || shared_.settled.load(std::memory_order_relaxed);
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

  // Whether the player to move can get at least `goal`: 1, a win; 0, a draw. Means nothing once
  // the proof is stopped.
  [[nodiscard]] Verdict reaches(const ExtremePosition& position, int goal, bool put_off) {
    if (!spending_.node()) return Verdict::no;
    ++nodes_;
    const Player mover = position.to_move();
    if (position.over()) return verdict(worth(position, mover) >= goal);
    const ExtremeHopes hopes(position);
    if (hopes.most(mover) < goal) return Verdict::no;
    if (hopes.most(static_cast<Player>(1U - mover)) < 1 - goal) return Verdict::yes;
    const std::uint64_t key = extreme_key(position);
    const Remembered known = shared_.table.find(key);
    if (known.bound == Bound::at_least || known.bound == Bound::equal) {
      if (known.score >= goal) return Verdict::yes;
    }
    if (known.bound == Bound::at_most || known.bound == Bound::equal) {
      if (known.score < goal) return Verdict::no;
    }
    const bool share = !shared_.alone && position.free_count() >= worth_sharing;
    if (share && put_off && shared_.busy.at(key)) return Verdict::elsewhere;
    if (share) shared_.busy.begin(key);
    const std::uint64_t before = nodes_;
    const auto [reached, by] = try_moves(position, known, goal);
    if (share) shared_.busy.end(key);
    if (stopped()) return Verdict::no;
    keep(key, known, goal, reached, by, nodes_ - before);
    return verdict(reached);
  }

  // Whether a move reaches the goal, and the last that was tried.
  [[nodiscard]] std::pair<bool, Move> try_moves(const ExtremePosition& position,
                                                const Remembered& known, int goal) {
    Choices choices;
    const std::size_t count = list(position, known, choices);
    std::size_t put_off = 0;  // these stand first, once all have been seen
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

  void keep(std::uint64_t key, const Remembered& known, int goal, bool reached, Move move,
            std::uint64_t nodes) noexcept {
    Remembered it{move, reached ? goal : goal - 1, static_cast<int>(std::bit_width(nodes)),
                  reached ? Bound::at_least : Bound::at_most, true};
    // Both questions together settle a draw.
    if (known.bound != Bound::none && known.bound != it.bound && known.score == it.score) {
      it.bound = Bound::equal;
    }
    shared_.table.keep(key, it);
  }

  static constexpr int worth_sharing = 12;  // free cells; smaller positions are done in no time

  ExtremeShared& shared_;
  Spending spending_;
  std::uint64_t nodes_ = 0;
};

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
    table_.prepare(expected_bytes(position.free_count()));
    table_.new_search();
    Team team(table_, budget);
    Answer answer{-1, 1, {}, false, {}};
    for (const int goal : {1, 0}) {
      if (!reach(team, position, goal, question, budget, answer)) break;
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
  // More than positions with so few free cells need; harder ones take all there is.
  [[nodiscard]] static std::size_t expected_bytes(int free) noexcept {
    return static_cast<std::size_t>(4e6 * std::pow(1.4, std::clamp(free - 30, 0, 60)));
  }

  // The threads, which work on one move of the root after the other.
  class Team {
   public:
    Team(SearchTable& table, Budget& budget) : shared_{table, budget.limits().threads <= 1} {
      do {
        proofs_.push_back(std::make_unique<ExtremeProof>(shared_, budget));
      } while (static_cast<int>(proofs_.size()) < budget.limits().threads);
    }
    [[nodiscard]] std::optional<bool> prove(const ExtremePosition& position, Move move, int goal) {
      return first_of(proofs_, shared_.settled,
                      [&](ExtremeProof& proof) { return proof.prove(position, move, goal); });
    }

   private:
    ExtremeShared shared_;
    std::vector<std::unique_ptr<ExtremeProof>> proofs_;
  };

  // Looks for moves that reach the goal; false: the budget ended before all that were asked for
  // were tried.
  [[nodiscard]] bool reach(Team& team, const ExtremePosition& position, int goal,
                           const Question& question, Budget& budget, Answer& answer) {
    ExtremeProof::Choices choices;
    const Remembered known = table_.find(extreme_key(position));
    const std::size_t count = ExtremeProof::list(position, known, choices);
    for (std::size_t at = 0; at < count; ++at) {
      // Two goals, one after the other.
      budget.tell_done((1 - goal + static_cast<double>(at) / static_cast<double>(count)) / 2);
      const auto reached = team.prove(position, choices[at].move, goal);
      if (!reached) return false;
      if (!*reached) continue;
      answer.lower = goal;
      answer.best.insert(std::upper_bound(answer.best.begin(), answer.best.end(), choices[at].move),
                         choices[at].move);
      if (!question.all_best) break;
    }
    answer.all_best = answer.lower == goal && question.all_best;
    return true;
  }

  SearchTable table_;
};

template <>
struct SolverFor<ExtremePosition> {
  using type = ExtremeSolver;
};

}  // namespace quire
