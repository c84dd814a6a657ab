// The plainest exact solver, for any two-player game: every position once, no ordering, no bounds.
// It is what the fast solvers are checked against, and the answer for positions small enough.
#pragma once

#include <unordered_map>

#include "engine/answer.hpp"
#include "engine/limits.hpp"

namespace quire {

// What a finished two-player game is worth to a player: the difference of points where the game is
// decided by the points made along the way, else +1, 0, -1.
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

// The largest value that any position of this size can have.
inline constexpr int any_value = 1 << 20;

// The answer that follows from `value(move, best, spending)` of one move after the other, where
// `best` is the highest value so far; a move that is worth less may be given any lower value.
template <Position P, class Value>
[[nodiscard]] Answer answer_move_by_move(const P& position, Budget& budget, const Value& value) {
  if (position.over()) {
    const int at_the_end = worth(position, position.to_move());
    return {at_the_end, at_the_end, {}, true, {}};
  }
  Answer answer{-any_value, any_value, {}, false, {}};
  Spending spending(budget);
  position.for_each_legal([&](Move move) {
    if (spending.over()) return;
    const int found = value(move, answer.lower, spending);
    if (spending.over() || found < answer.lower) return;
    if (found > answer.lower) answer.best.clear();
    answer.lower = found;
    answer.best.push_back(move);
  });
  if (!spending.over()) {
    answer.upper = answer.lower;
    answer.all_best = true;
  }
  return answer;
}

template <Position P>
class ExhaustiveSolver {
 public:
  // `memory`: bytes that the table may take; when it is full the search goes on without adding.
  explicit ExhaustiveSolver(std::size_t memory) : most_(memory / (sizeof(P) + 64)) {}

  [[nodiscard]] Answer solve(const P& position, const Question&, Budget& budget) {
    return answer_move_by_move(position, budget, [&](Move move, int, Spending& spending) {
      return after(position, move, spending);
    });
  }

 private:
  struct Hash {
    [[nodiscard]] std::size_t operator()(const P& position) const noexcept {
      return static_cast<std::size_t>(position.hash());
    }
  };

  [[nodiscard]] int after(const P& position, Move move, Spending& spending) {
    P next = position;
    next.play(move);
    const int value = value_of(next, spending);
    // Turns do not always alternate.
    return next.to_move() == position.to_move() ? value : -value;
  }
  [[nodiscard]] int value_of(const P& position, Spending& spending) {
    if (position.over()) return worth(position, position.to_move());
    if (const auto known = known_.find(position); known != known_.end()) return known->second;
    if (!spending.node()) return 0;
    int best = -any_value;
    position.for_each_legal([&](Move move) {
      if (!spending.over()) best = std::max(best, after(position, move, spending));
    });
    if (!spending.over() && known_.size() < most_) known_.emplace(position, best);
    return best;
  }

  std::size_t most_;
  std::unordered_map<P, int, Hash> known_;
};

}  // namespace quire
