// The simplest exact solver, for any two-player game: every position once, no ordering, no bounds.
// Tests check the fast solvers against it.
#pragma once

#include <unordered_map>

#include "engine/limits.hpp"
#include "engine/results.hpp"

namespace quire {

// The value of a finished two-player game for a player: the difference of points in games decided
// by points, else +1, 0 or -1.
template <Position P>
[[nodiscard]] int worth(const P& ended, Player player) noexcept {
  const Outcome outcome = *ended.outcome();
  if constexpr (requires { P::Game::counts_points(ended.size()); }) {
    if (P::Game::counts_points(ended.size())) {
      return outcome.points[player] - outcome.points[1U - player];
    }
  }
  return outcome.winner == nobody ? 0 : outcome.winner == player ? 1 : -1;
}

// Larger than the value of any position.
inline constexpr int any_value = 1 << 20;

// Solves a position by `value(move, best, budget_share)` of one move after the other, where `best`
// is the highest value so far; for a worse move any lower value is fine.
template <Position P, class Value>
[[nodiscard]] Solution answer_move_by_move(const P& position, Budget& budget, const Value& value) {
  if (position.over()) {
    const int at_the_end = worth(position, position.to_move());
    return {at_the_end, at_the_end, {}, true, {}};
  }
  Solution answer{-any_value, any_value, {}, false, {}};
  ThreadBudget budget_share(budget);
  position.for_each_legal([&](Move move) {
    if (budget_share.over()) return;
    const int found = value(move, answer.lower, budget_share);
    if (budget_share.over() || found < answer.lower) return;
    if (found > answer.lower) answer.best.clear();
    answer.lower = found;
    answer.best.push_back(move);
  });
  if (!budget_share.over()) {
    answer.upper = answer.lower;
    answer.all_best = true;
  }
  return answer;
}

template <Position P>
class ExhaustiveSolver {
 public:
  // `memory`: bytes for the table; when it is full, nothing more is stored.
  explicit ExhaustiveSolver(std::size_t memory) : most_(memory / (sizeof(P) + 64)) {}

  [[nodiscard]] Solution solve(const P& position, const SolveOptions&, Budget& budget) {
    return answer_move_by_move(position, budget, [&](Move move, int, ThreadBudget& budget_share) {
      return after(position, move, budget_share);
    });
  }

 private:
  struct Hash {
    [[nodiscard]] std::size_t operator()(const P& position) const noexcept {
      return static_cast<std::size_t>(position.hash());
    }
  };

  [[nodiscard]] int after(const P& position, Move move, ThreadBudget& budget_share) {
    P next = position;
    next.play(move);
    const int value = value_of(next, budget_share);
    // Turns need not alternate.
    return next.to_move() == position.to_move() ? value : -value;
  }
  [[nodiscard]] int value_of(const P& position, ThreadBudget& budget_share) {
    if (position.over()) return worth(position, position.to_move());
    if (const auto known = known_.find(position); known != known_.end()) return known->second;
    if (!budget_share.node()) return 0;
    int best = -any_value;
    position.for_each_legal([&](Move move) {
      if (!budget_share.over()) best = std::max(best, after(position, move, budget_share));
    });
    if (!budget_share.over() && known_.size() < most_) known_.emplace(position, best);
    return best;
  }

  std::size_t most_;
  std::unordered_map<P, int, Hash> known_;
};

}  // namespace quire
