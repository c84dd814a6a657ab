// The player of sos: a tree of imagined games, and the exact solver as soon as it may finish. It
// plays to win: of moves that are worth the same it takes the one after which the imagined games,
// in which people err, go best.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>

#include "engine/answer.hpp"
#include "engine/limits.hpp"
#include "engine/search/search_for.hpp"
#include "engine/search/sos/tree.hpp"
#include "engine/solve/sos/solver.hpp"
#include "engine/threads.hpp"

namespace quire {

template <int Words>
class SosSearch {
 public:
  using P = SosPosition<Words>;

  // Half of the memory is for the solver's table, half for the trees. To value every move it
  // imagines players who are all alike; to win it imagines others who err.
  explicit SosSearch(const SearchSettings& settings)
      : settings_(settings), solver_(settings.memory / 2) {}

  [[nodiscard]] Thought think(const P& position, Budget& budget) {
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
    std::optional<Answer> answer;
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
    return thought(trees, answer);
  }

 private:
  using Tree = SosTree<Words>;
  using Tried = typename Tree::Tried;
  using Trees = std::vector<std::unique_ptr<Tree>>;

  static constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
  static constexpr double never = std::numeric_limits<double>::infinity();
  // Imagined games that suffice to choose between moves of the same proven value, and to have an
  // opinion before a proof that may take for ever.
  static constexpr std::uint64_t games_to_choose = 20'000;
  static constexpr std::uint64_t games_before_solving = 100'000;
  // The solver's speed and its effort as measured: about 2^n nodes for n live cells while much can
  // still be played, a sixteenth and less when little can.
  static constexpr double solver_nodes_a_second = 400'000;
  static constexpr double hope = 16;

  // How much of the work comes first.
  struct Share {
    std::uint64_t games = all;
    double until = never;  // on the budget's clock
  };

  // Nothing, if the solver has no hope to finish.
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
    constexpr std::uint64_t batch = Words == 1 ? 256 : 4;  // a long game takes milliseconds
    Spending spending(budget, batch);
    for (std::uint64_t games = 0; games < share.games && !done; ++games) {
      if (share.until < never && games % batch == 0 && budget.seconds() >= share.until) return;
      if (!spending.node()) return;
      tree.grow();
    }
  }

  // Then no move is right, and the one after which most games are won all the same is best.
  [[nodiscard]] static bool lost(const Answer& answer) noexcept { return answer.upper < 0; }
  // Whether it names moves that are surely right.
  [[nodiscard]] static bool useful(const Answer& answer) noexcept {
    return !answer.best.empty() && (answer.exact() || answer.lower > 0);
  }

  [[nodiscard]] static Thought thought(const Trees& trees, const std::optional<Answer>& answer) {
    std::vector<Tried> moves = merged(trees);
    std::vector<Move> best;
    if (answer && useful(*answer)) best = answer->best;
    const auto proven = [&](Move move) {
      return std::find(best.begin(), best.end(), move) != best.end();
    };
    for (const Move move : best) {  // a tree leaves out what hardly ever makes sense
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
    Thought thought;
    for (const Tried& it : moves) {
      const bool sure = proven(it.move);
      // Of moves that were not tried only the likeliest is worth a word, where no other is known.
      if (it.visits == 0 && !sure && !thought.candidates.empty()) continue;
      double value = it.visits == 0 ? 0 : it.margins / it.visits;
      if (sure) value = answer->exact() ? answer->lower : std::max<double>(value, answer->lower);
      thought.candidates.push_back({it.move, value, sure && answer->exact(), it.visits});
    }
    thought.line = trees[0]->line();
    if (thought.line.empty() || thought.line[0] != thought.candidates[0].move) {
      thought.line = {thought.candidates[0].move};
    }
    thought.depth = static_cast<int>(thought.line.size());
    return thought;
  }

  // Every tree's moves from the root, added up.
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
