// The strongest player of extreme: the alpha-beta search with the learned evaluation, and late in
// the game the exact solver before it.
#pragma once

#include "engine/extreme_heuristics.hpp"
#include "engine/extreme_solver.hpp"
#include "engine/search.hpp"

namespace quire {

class ExtremeSearch {
 public:
  explicit ExtremeSearch(const SearchSettings& settings,
                         Heuristics<ExtremePosition> heuristics = Heuristics<ExtremePosition>())
      : search_({settings.seed, settings.memory / 4 * 3, settings.every_move},
                std::move(heuristics)),
        solver_(settings.memory / 4),
        every_move_(settings.every_move) {}

  [[nodiscard]] Thought think(const ExtremePosition& position, Budget& budget) {
    const Answer answer = solved(position, budget);
    if (!answer.exact()) return search_.think(position, budget);
    // A win needs no more than an opinion on the other moves; otherwise the search tells which of
    // the best moves is the hardest to answer.
    Thought thought = search_.think(position, budget, answer.lower == 1 ? glance : deepest_search);
    const auto best = [&](const Candidate& it) {
      return std::binary_search(answer.best.begin(), answer.best.end(), it.move);
    };
    for (Candidate& it : thought.candidates) {
      if (!best(it)) continue;
      it.value = answer.lower;
      it.exact = true;
    }
    auto& all = thought.candidates;
    std::stable_partition(all.begin(), all.end(), best);
    if (thought.line.front() != all.front().move) thought.line = {all.front().move};
    return thought;
  }

 private:
  // Nothing if the position is too early, or the solver does not finish within its share.
  [[nodiscard]] Answer solved(const ExtremePosition& position, Budget& budget) {
    const Answer unknown{-1, 1, {}, false, {}};
    if (position.free_count() > late || every_move_) return unknown;
    Limits limits = budget.limits();
    limits.seconds *= solver_share;
    if (limits.nodes != Limits{}.nodes) limits.nodes /= whole_share;
    Budget part(limits, budget);
    const Answer answer = solver_.solve(position, {false}, part);
    // Of a draw all moves that keep it are wanted; the table has most of the answer.
    return answer.exact() && answer.lower == 0 ? solver_.solve(position, {true}, part) : answer;
  }

  static constexpr int late = 50;        // cells that can be played: more are seldom solved
  static constexpr int whole_share = 3;  // the solver may take a third
  static constexpr double solver_share = 1.0 / whole_share;
  static constexpr int glance = 2;  // plies

  Search<ExtremePosition> search_;
  ExtremeSolver solver_;
  bool every_move_;
};

}  // namespace quire
