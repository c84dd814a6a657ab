// Iterative-deepening alpha-beta for any two-player game; it keeps its table from move to move.
#pragma once

#include <optional>

#include "core/threads.hpp"
#include "engine/results.hpp"
#include "engine/search/settings.hpp"
#include "engine/search/worker.hpp"

namespace quire {

template <Position P>
class Search {
 public:
  explicit Search(const SearchSettings& settings, Heuristics<P> heuristics = Heuristics<P>())
      : settings_(settings), heuristics_(std::move(heuristics)), table_(settings.memory) {
    table_.prepare(settings.memory);
  }

  [[nodiscard]] SearchResult think(const P& position, Budget& budget) {
    table_.new_search();
    SearchResult first;
    in_threads(budget.limits().threads, [&](int thread) {
      SearchResult result = deepen(position, budget, thread);
      if (thread > 0) return;
      first = std::move(result);
      budget.stop();
    });
    return first;
  }

 private:
  using Worker = SearchWorker<P>;
  struct Root {
    Candidate candidate;
    Score score = -endless;
    bool solid = false;  // no estimate went into the score, even if it is only a bound
  };

  // Iterative deepening in one thread. The threads share only the table; every other one is a ply
  // ahead, so that they search different parts (lazy SMP).
  [[nodiscard]] SearchResult deepen(const P& position, Budget& budget, int thread) {
    Worker worker(heuristics_, table_, position, budget);
    std::vector<Root> roots = root_moves(position, thread);
    int done = 0;
    for (int depth = 1 + thread % 2; depth <= deepest_search; ++depth) {
      if (!iterate(worker, position, roots, depth)) break;
      done = depth;
      if (settled(worker, roots, depth)) break;
    }
    return summary(worker, position, roots, done);
  }

  // The legal moves, the most promising first; the seed breaks ties.
  [[nodiscard]] std::vector<Root> root_moves(const P& position, int thread) const {
    std::vector<Root> roots;
    position.for_each_legal([&](Move move) { roots.push_back({{move, 0, false, 0}}); });
    Random random(settings_.seed + static_cast<std::uint64_t>(thread));
    for (std::size_t i = roots.size(); i > 1; --i) {
      std::swap(roots[i - 1], roots[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
    }
    std::stable_sort(roots.begin(), roots.end(), [&](const Root& a, const Root& b) {
      return heuristics_.promise(position, a.candidate.move) >
             heuristics_.promise(position, b.candidate.move);
    });
    return roots;
  }

  // Searches one depth and moves the best move to the front. False: the budget ran out midway.
  [[nodiscard]] bool iterate(Worker& worker, const P& position, std::vector<Root>& roots,
                             int depth) {
    Score alpha = -endless;
    for (std::size_t at = 0; at < roots.size(); ++at) {
      Root& root = roots[at];
      const std::uint64_t before = worker.nodes();
      const Found found = root_move(worker, position, root.candidate.move, depth, alpha);
      root.candidate.nodes += worker.nodes() - before;
      if (worker.over()) return false;
      const bool bound_only = !settings_.every_move && found.score <= alpha;
      root.score = found.score;
      root.solid = found.solid;
      root.candidate.exact = found.solid && (!bound_only || worker.proves_loss(found.score));
      if (found.score > alpha) {
        alpha = found.score;
        const auto here = roots.begin() + static_cast<std::ptrdiff_t>(at);
        std::rotate(roots.begin(), here, here + 1);
      }
    }
    return true;
  }
  [[nodiscard]] Found root_move(Worker& worker, const P& position, Move move, int depth,
                                Score alpha) {
    if (alpha == -endless || settings_.every_move) {
      return worker.after(position, move, depth - 1, -endless, endless, 0);
    }
    const Found found = worker.after(position, move, depth - 1, alpha, alpha + 1, 0);
    if (found.score <= alpha || worker.over()) return found;
    return worker.after(position, move, depth - 1, alpha, endless, 0);
  }
  // Whether a deeper search cannot change the result.
  [[nodiscard]] bool settled(const Worker& worker, const std::vector<Root>& roots,
                             int depth) const noexcept {
    if (roots.size() == 1 && depth >= enough_for_one) return true;
    if (!settings_.every_move && worker.proves_win(roots.front().score)) return true;
    return std::all_of(roots.begin(), roots.end(), [](const Root& root) { return root.solid; });
  }

  [[nodiscard]] SearchResult summary(const Worker& worker, const P& position,
                                     std::vector<Root>& roots, int depth) const {
    // The first stays: the last, unfinished depth may have found it.
    std::stable_sort(roots.begin() + 1, roots.end(),
                     [](const Root& a, const Root& b) { return a.score > b.score; });
    SearchResult result{
        {}, principal_variation(position, roots.front().candidate.move, depth), depth};
    for (Root& root : roots) {
      root.candidate.value = root.score == -endless ? 0 : worker.value(root.score);
      result.candidates.push_back(root.candidate);
    }
    return result;
  }
  // The principal variation: the move, then the best moves in the table.
  [[nodiscard]] std::vector<Move> principal_variation(P position, Move move, int depth) const {
    std::vector<Move> line;
    for (;;) {
      line.push_back(move);
      position.play(move);
      if (position.over() || static_cast<int>(line.size()) >= depth) return line;
      const TableEntry known = table_.find(heuristics_.key(position));
      if (known.bound == Bound::none || !position.legal(known.move)) return line;
      move = known.move;
    }
  }

  static constexpr int enough_for_one = 4;  // plies, if there is only one legal move

  const SearchSettings settings_;
  const Heuristics<P> heuristics_;
  SearchTable table_;
};

}  // namespace quire
