// The second opinion, for any two-player game: textbook alpha-beta with a table of bounds. All that
// it knows of a game beyond the rules is which moves to try first. It shares no search with the
// fast solvers and proves positions that are too large for the exhaustive one, such as puzzles.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/answer.hpp"
#include "engine/limits.hpp"
#include "engine/search/heuristics.hpp"
#include "engine/solve/generic/exhaustive.hpp"

namespace quire {

template <Position P>
class AlphaBetaSolver {
 public:
  // `memory`: bytes that the table may take; when it is full the search goes on without adding.
  explicit AlphaBetaSolver(std::size_t memory) : most_(memory / (sizeof(P) + 64)) {}

  [[nodiscard]] Answer solve(const P& position, const Question&, Budget& budget) {
    return answer_move_by_move(position, budget, [&](Move move, int best, Spending& spending) {
      // One below the best so far: moves that are as good must show it.
      return after(position, move, std::max(best - 1, -any_value), any_value, spending);
    });
  }

 private:
  struct Hash {
    [[nodiscard]] std::size_t operator()(const P& position) const noexcept {
      return static_cast<std::size_t>(position.hash());
    }
  };
  struct Bounds {
    int lower = -any_value;
    int upper = any_value;
  };

  // The value of a move for the player who makes it; turns do not always alternate.
  [[nodiscard]] int after(const P& position, Move move, int alpha, int beta, Spending& spending) {
    P next = position;
    next.play(move);
    return next.to_move() == position.to_move() ? search(next, alpha, beta, spending)
                                                : -search(next, -beta, -alpha, spending);
  }

  // The value if it lies between alpha and beta; else a bound for it on the side where it lies.
  // Worth nothing once the spending is over.
  [[nodiscard]] int search(const P& position, int alpha, int beta, Spending& spending) {
    if (position.over()) return worth(position, position.to_move());
    Bounds known = bounds_of(position);
    if (known.lower >= beta || known.lower == known.upper) return known.lower;
    if (known.upper <= alpha) return known.upper;
    alpha = std::max(alpha, known.lower);
    beta = std::min(beta, known.upper);
    if (!spending.node()) return 0;
    int best = -any_value;
    for (const Move move : promising_first(position)) {
      best = std::max(best, after(position, move, std::max(alpha, best), beta, spending));
      if (spending.over()) return 0;
      if (best >= beta) break;
    }
    if (best > alpha) known.lower = best;
    if (best < beta) known.upper = best;
    keep(position, known);
    return best;
  }

  [[nodiscard]] std::vector<Move> promising_first(const P& position) const {
    std::vector<std::pair<int, Move>> ranked;
    position.for_each_legal(
        [&](Move move) { ranked.emplace_back(-heuristics_.promise(position, move), move); });
    std::sort(ranked.begin(), ranked.end());
    std::vector<Move> moves;
    for (const auto& [promise, move] : ranked) moves.push_back(move);
    return moves;
  }

  [[nodiscard]] Bounds bounds_of(const P& position) const {
    if (const auto found = known_.find(position); found != known_.end()) return found->second;
    return counts_points(position) ? Bounds{} : Bounds{-1, 1};
  }
  void keep(const P& position, Bounds bounds) {
    if (const auto found = known_.find(position); found != known_.end()) {
      found->second = bounds;
    } else if (known_.size() < most_) {
      known_.emplace(position, bounds);
    }
  }

  std::size_t most_;
  Heuristics<P> heuristics_;
  std::unordered_map<P, Bounds, Hash> known_;
};

}  // namespace quire
