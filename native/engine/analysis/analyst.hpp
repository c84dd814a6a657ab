// A prover and an estimator for positions of one kind, and what a review needs of each position.
#pragma once

#include <optional>

#include "engine/analysis/prover.hpp"
#include "engine/analysis/review.hpp"
#include "engine/players/searcher.hpp"

namespace quire {

// Makes its solver and its search when they are first needed, and keeps them for the next position.
template <Position P>
class Analyst {
 public:
  // `memory`: bytes for each of them.
  Analyst(std::size_t memory, SearchKind kind) : memory_(memory), kind_(kind) {}

  [[nodiscard]] Prover<P>& prover() {
    if (!prover_) prover_.emplace(memory_);
    return *prover_;
  }
  // With a value for every move. Not inlined: searches are large.
  [[nodiscard, gnu::noinline]] SearchResult estimate(const P& position, Budget& budget) {
    if (position.over()) return {};
    const int players = P::Game::players(position.size());
    if (kind_.method == SearchKind::Method::search && players == 2) {
      if (!search_) search_.emplace(SearchSettings{0, memory_, true});
      return search_->think(position, budget);
    }
    if (!mcts_) mcts_.emplace(0, memory_, mcts::settings_for<P>(players, kind_.evaluation));
    return mcts_->think(position, budget);
  }

  // Half of the budget is for a proof. Without one, half of the rest finds the best move; then that
  // and the played one are searched with the same share of what is left.
  [[nodiscard]] PositionReview review(const P& position, std::optional<Move> played, bool prove,
                                      Budget& budget) {
    PositionReview found;
    const int moves = position.legal_count();
    if (prove) {
      Budget part(budget.share(0.5), budget);
      const Solution solution = prover().solution(position, part);
      found.bounds = {solution.lower, solution.upper};
      if (solution.exact()) found.proof = Proof{solution.lower, solution.best, solution.all_best};
    }
    found.is_forced = moves <= 1 || (found.proof && found.proof->complete &&
                                     found.proof->best.size() == static_cast<std::size_t>(moves));
    if (found.proof && played && found.proof->has(*played)) found.proof->best = {*played};
    if (!found.proof && !position.over()) {
      found.candidates = compare(position, played, prove, budget);
    }
    return found;
  }

 private:
  // The best move, first, and the one that was played.
  [[nodiscard]] std::vector<Candidate> compare(const P& position, std::optional<Move> played,
                                               bool prove, Budget& budget) {
    const bool for_two = P::Game::players(position.size()) == 2;
    Budget part(budget.share(for_two && played ? 0.5 : 1), budget);
    const SearchResult all = estimate(position, part);
    if (all.candidates.empty()) return {};
    const Candidate best = all.candidates.front();
    if (!played || best.move == *played) return {best};
    if (for_two) {
      const Limits each = budget.share(0.5);
      std::vector<Candidate> both{after(position, best.move, prove, each, budget),
                                  after(position, *played, prove, each, budget)};
      if (both[1].value > both[0].value) std::swap(both[0], both[1]);
      return both;
    }
    for (const Candidate& it : all.candidates) {
      if (it.move == *played && it.nodes > 0) return {best, it};
    }
    return {best};
  }

  // A move by a proof or a search after it: one move later a proof may succeed that was out of
  // reach before.
  [[nodiscard]] Candidate after(const P& position, Move move, bool prove, const Limits& limits,
                                Budget& budget) {
    P next = position;
    next.play(move);
    // Turns don't always alternate.
    const double sign = next.to_move() == position.to_move() ? 1 : -1;
    Budget part(limits, budget);
    if (prove || next.over()) {
      Budget half(part.share(0.5), part);
      const Solution found = prover().solution(next, half);
      if (found.exact()) return {move, sign * found.lower, true, 1};
    }
    Budget rest(part.share(1), part);
    const SearchResult found = estimate(next, rest);
    const Candidate& first = found.candidates.front();
    const bool is_exact = std::all_of(found.candidates.begin(), found.candidates.end(),
                                      [](const Candidate& it) { return it.exact; });
    return {move, sign * first.value, is_exact, first.nodes};
  }

  std::size_t memory_;
  SearchKind kind_;
  std::optional<Prover<P>> prover_;
  std::optional<SearchOf<P>> search_;
  std::optional<Mcts<P>> mcts_;
};

}  // namespace quire
