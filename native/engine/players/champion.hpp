// The strongest player: exact where possible, otherwise the best search for the game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "engine/limits.hpp"
#include "engine/players/searcher.hpp"
#include "engine/results.hpp"
#include "engine/solve/solver.hpp"

namespace quire {

// How the champion divides its limit between the exact solver and a search.
struct ChampionPlan {
  double exact_share = 0.5;  // for the solver, before the search; 0 skips it
  SearchKind search;         // searches what the solver doesn't finish
  int max_empty_cells = 36;  // the solver is skipped on positions with more
};

template <Position P>
class Champion {
 public:
  // `memory`: bytes for the solver and for the search each.
  Champion(std::uint64_t seed, std::size_t memory, const ChampionPlan& plan)
      : memory_(memory), plan_(plan), searcher_(seed, memory, plan.search) {}

  // Proven moves only, if the position is solved in time or known; else those of the search.
  [[nodiscard]] SearchResult think(const P& position, Budget& budget,
                                   const std::optional<Known>& known = {}) {
    if (position.over()) return {};
    const std::optional<Known> proven = known ? known : prove(position, budget);
    const std::uint64_t nodes = known ? 0 : budget.nodes();
    if (proven && proven->best.size() == 1) return only(*proven, {}, nodes);
    // If several moves are proven best, the search finds the one that is hardest to answer.
    Budget rest(budget.share(1), budget);
    SearchResult found = searcher_.think(position, rest);
    return proven ? only(*proven, found, nodes) : found;
  }

 private:
  // The exact answer, if the solver finds it within its share.
  [[nodiscard]] std::optional<Known> prove(const P& position, Budget& budget) {
    if (P::Game::players(position.size()) > 2 || plan_.exact_share == 0 ||
        empty_cells(position) > plan_.max_empty_cells) {
      return std::nullopt;
    }
    if (!solver_) solver_.emplace(memory_);
    std::optional<Known> proven;
    // One winning move is enough, and is found much faster than all; if there is none, the search
    // chooses among all best moves.
    for (const bool all : {false, true}) {
      Budget part(budget.share(plan_.exact_share), budget);
      const Solution found = solver_->solve(position, {.all_best = all, .grundy = all}, part);
      if (found.exact()) {
        if (!proven) proven.emplace();
        proven->value = found.lower;
        if (!found.best.empty()) proven->best = found.best;
      }
      if (!proven || proven->value > 0 || found.all_best) break;
    }
    return proven && !proven->best.empty() ? proven : std::nullopt;
  }

  [[nodiscard]] static int empty_cells(const P& position) {
    const std::string marks = position.diagram().marks;
    return static_cast<int>(std::count(marks.begin(), marks.end(), '.'));
  }

  // The proven moves, those that the search prefers first.
  [[nodiscard]] static SearchResult only(const Known& proven, const SearchResult& found,
                                         std::uint64_t nodes) {
    SearchResult result;
    const auto add = [&](Move move) {
      result.candidates.push_back({move, proven.value, true, nodes});
    };
    const auto has = [](const auto& all, const auto& is) {
      return std::any_of(all.begin(), all.end(), is);
    };
    for (const Candidate& it : found.candidates) {
      if (has(proven.best, [&](Move move) { return move == it.move; })) add(it.move);
    }
    for (const Move move : proven.best) {
      if (!has(found.candidates, [&](const Candidate& it) { return it.move == move; })) add(move);
    }
    result.line = {result.candidates.front().move};
    return result;
  }

  std::size_t memory_;
  ChampionPlan plan_;
  Searcher<P> searcher_;
  std::optional<Solver<P>> solver_;
};

}  // namespace quire
