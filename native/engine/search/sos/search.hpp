// The search of sos: a Monte Carlo tree, and the exact solver as soon as it may finish. It plays to
// win: of moves with the same value it takes the one whose playouts, in which opponents make
// mistakes, go best.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/threads.hpp"
#include "engine/limits.hpp"
#include "engine/results.hpp"
#include "engine/search/search_for.hpp"
#include "engine/search/sos/tree.hpp"
#include "engine/solve/sos/solver.hpp"

namespace quire {

template <int Words>
class SosSearch {
 public:
  using P = SosPosition<Words>;

  // Half of the memory is for the solver's table, half for the trees. With `every_move` the
  // opponents in playouts are as careful as the player; otherwise they make mistakes.
  explicit SosSearch(const SearchSettings& settings)
      : settings_(settings), solver_(settings.memory / 2) {}

  [[nodiscard]] SearchResult think(const P& position, Budget& budget) {
    const SosBoard<Words> board(position);
    Trees trees;
    const auto count = static_cast<std::size_t>(budget.limits().threads);
    for (std::size_t i = 0; i < count; ++i) {
      Hasher seed;
      for (const std::uint64_t part : {settings_.seed, position.hash(), std::uint64_t{i}}) {
        seed.add(part);
      }
      trees.push_back(std::make_unique<Tree>(board, seed.value(), settings_.memory / 2 / count,
                                             settings_.every_move));
    }
    std::atomic<bool> done{false};
    std::optional<Solution> answer;
    in_threads(budget.limits().threads, [&](int i) {
      Tree& tree = *trees[static_cast<std::size_t>(i)];
      if (i > 0) return grow(tree, budget, {}, done);
      if (const auto share = share_before_solving(position, budget)) {
        grow(tree, budget, *share, done);
        answer = solver_.solve(position, {true}, budget);
      }
      if (!answer || !useful(*answer) || lost(*answer)) {
        grow(tree, budget, {}, done);
      } else if (answer->lower == 0 && answer->best.size() > 1) {
        grow(tree, budget, {games_to_choose, never}, done);
      }
      done = true;
    });
    return summary(trees, answer);
  }

 private:
  using Tree = SosTree<Words>;
  using Tried = typename Tree::Tried;
  using Trees = std::vector<std::unique_ptr<Tree>>;

  static constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
  static constexpr double never = std::numeric_limits<double>::infinity();
  // Playouts that are enough to choose between moves of the same proven value, and to have a result
  // before a proof that may never finish.
  static constexpr std::uint64_t games_to_choose = 20'000;
  static constexpr std::uint64_t games_before_solving = 100'000;
  // The solver's speed and its effort as measured: about 2^n nodes for n live cells while much can
  // still be played, a sixteenth and less when little can.
  static constexpr double solver_nodes_a_second = 400'000;
  static constexpr double hope = 16;

  // The share of the budget for the tree before the proof.
  struct Share {
    std::uint64_t games = all;
    double until = never;  // on the budget's clock
  };

  // Empty if the solver cannot hope to finish.
  [[nodiscard]] static std::optional<Share> share_before_solving(const P& position,
                                                                 const Budget& budget) {
    if (position.size().players != 2) return std::nullopt;
    const Limits& limits = budget.limits();
    const double effort = std::exp2(SosShape(position).cells());
    const double nodes =
        std::min(static_cast<double>(limits.nodes), limits.seconds * solver_nodes_a_second);
    if (effort > hope * nodes) return std::nullopt;
    return Share{std::min(limits.nodes / 3, games_before_solving), limits.seconds / 3};
  }

  static void grow(Tree& tree, Budget& budget, const Share& share, const std::atomic<bool>& done) {
    constexpr std::uint64_t batch =
        Words == 1 ? 256 : 4;  // playouts of large boards take milliseconds
    ThreadBudget budget_share(budget, batch);
    for (std::uint64_t games = 0; games < share.games && !done; ++games) {
      if (share.until < never && games % batch == 0 && budget.seconds() >= share.until) return;
      if (!budget_share.node()) return;
      tree.grow();
    }
  }

  // Then every move loses, and the one with the most playouts won is best.
  [[nodiscard]] static bool lost(const Solution& answer) noexcept { return answer.upper < 0; }
  // Whether it has proven best moves.
  [[nodiscard]] static bool useful(const Solution& answer) noexcept {
    return !answer.best.empty() && (answer.exact() || answer.lower > 0);
  }

  [[nodiscard]] static SearchResult summary(const Trees& trees,
                                            const std::optional<Solution>& answer) {
    std::vector<Tried> moves = merged(trees);
    std::vector<Move> best;
    if (answer && useful(*answer)) best = answer->best;
    const auto proven = [&](Move move) {
      return std::find(best.begin(), best.end(), move) != best.end();
    };
    for (const Move move : best) {  // a tree leaves out moves that hardly ever make sense
      if (std::none_of(moves.begin(), moves.end(),
                       [&](const Tried& it) { return it.move == move; })) {
        moves.emplace_back();
        moves.back().move = move;
      }
    }
    const bool by_proof = answer && !lost(*answer);
    std::stable_sort(moves.begin(), moves.end(), [&](const Tried& a, const Tried& b) {
      return std::pair(by_proof && proven(a.move), a.visits) >
             std::pair(by_proof && proven(b.move), b.visits);
    });
    SearchResult result;
    for (const Tried& it : moves) {
      const bool sure = proven(it.move);
      // Of untried moves only the likeliest is listed, if there is no other.
      if (it.visits == 0 && !sure && !result.candidates.empty()) continue;
      double value = it.visits == 0 ? 0 : it.margins / it.visits;
      if (sure) value = answer->exact() ? answer->lower : std::max<double>(value, answer->lower);
      result.candidates.push_back({it.move, value, sure && answer->exact(), it.visits});
    }
    result.line = trees[0]->line();
    if (result.line.empty() || result.line[0] != result.candidates[0].move) {
      result.line = {result.candidates[0].move};
    }
    result.depth = static_cast<int>(result.line.size());
    return result;
  }

  // The root moves of all trees, added up.
  [[nodiscard]] static std::vector<Tried> merged(const Trees& trees) {
    std::vector<Tried> sum = trees[0]->tried();
    for (std::size_t i = 1; i < trees.size(); ++i) {
      for (const Tried& it : trees[i]->tried()) {
        const auto same = std::find_if(sum.begin(), sum.end(),
                                       [&](const Tried& other) { return other.move == it.move; });
        same->visits += it.visits;
        same->margins += it.margins;
      }
    }
    return sum;
  }

  SearchSettings settings_;
  SosSolver<Words> solver_;
};

template <int Words>
struct SearchFor<SosPosition<Words>> {
  using type = SosSearch<Words>;
};

}  // namespace quire
