// The default solver, for any two-player game: textbook alpha-beta with a table of bounds. Beyond
// the rules it knows only which moves to try first. It shares no search with the fast solvers,
// which it checks, and proves positions that are too large for the exhaustive one, such as puzzles.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/limits.hpp"
#include "engine/results.hpp"
#include "engine/search/heuristics.hpp"
#include "engine/solve/generic/exhaustive.hpp"

namespace quire {

template <Position P>
class AlphaBetaSolver {
 public:
  // `memory`: bytes for the table; when it is full, nothing more is stored.
  explicit AlphaBetaSolver(std::size_t memory) : most_(memory / (sizeof(P) + 64)) {}

  [[nodiscard]] Solution solve(const P& position, const SolveOptions&, Budget& budget) {
    return answer_move_by_move(
        position, budget, [&](Move move, int best, ThreadBudget& budget_share) {
          // One below the best so far, so that equally good moves are recognised.
          return after(position, move, std::max(best - 1, -any_value), any_value, budget_share);
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

  // The value of a move for the player who makes it; turns need not alternate.
  [[nodiscard]] int after(const P& position, Move move, int alpha, int beta,
                          ThreadBudget& budget_share) {
    P next = position;
    next.play(move);
    return next.to_move() == position.to_move() ? search(next, alpha, beta, budget_share)
                                                : -search(next, -beta, -alpha, budget_share);
  }

  // The value if it lies between alpha and beta, else a bound on that side. Worthless once the
  // budget is used up.
  [[nodiscard]] int search(const P& position, int alpha, int beta, ThreadBudget& budget_share) {
    if (position.over()) return worth(position, position.to_move());
    Bounds known = bounds_of(position);
    if (known.lower >= beta || known.lower == known.upper) return known.lower;
    if (known.upper <= alpha) return known.upper;
    alpha = std::max(alpha, known.lower);
    beta = std::min(beta, known.upper);
    if (!budget_share.node()) return 0;
    int best = -any_value;
    for (const Move move : promising_first(position)) {
      best = std::max(best, after(position, move, std::max(alpha, best), beta, budget_share));
      if (budget_share.over()) return 0;
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
