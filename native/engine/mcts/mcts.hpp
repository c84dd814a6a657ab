// Monte Carlo tree search for any game and any number of players (max-n).
#pragma once

#include <optional>

#include "core/threads.hpp"
#include "engine/mcts/reuse.hpp"
#include "engine/mcts/walk.hpp"
#include "engine/results.hpp"

namespace quire {

// Searches one position after another and keeps the part of its tree that still matters. With one
// thread and a node limit, the same seed and the same positions give the same results.
template <Position P>
class Mcts {
 public:
  // `memory`: bytes for two trees, the previous one and the current one.
  Mcts(std::uint64_t seed, std::size_t memory, const mcts::Settings& settings)
      : settings_(settings),
        random_(seed),
        arenas_{mcts::Arena(std::max(memory, least_memory) / 2),
                mcts::Arena(std::max(memory, least_memory) / 2)} {}

  // A node is a simulation: one descent of the tree and, unless the end is known, one playout.
  // Values are expected results for the player to move, -1 (last) to 1 (winner).
  [[nodiscard]] SearchResult think(const P& position, Budget& budget) {
    const std::lock_guard lock(mutex_);
    if (position.over()) return {};
    prepare(position, budget);
    const int depth = search(position, budget);
    SearchResult result;
    result.depth = depth;
    result.candidates = candidates(moves_below(top()));
    result.line = line();
    return result;
  }

 private:
  // Room for the widest position in either tree.
  static constexpr std::size_t least_memory = std::size_t{1} << 20;

  [[nodiscard]] const mcts::Arena& tree() const noexcept { return arenas_[in_use_]; }
  [[nodiscard]] mcts::Entry& top() const noexcept { return tree()[mcts::Arena::first].entry(0); }
  [[nodiscard]] mcts::Block moves_below(const mcts::Entry& entry) const noexcept {
    return tree()[entry.below.load(std::memory_order_relaxed)];
  }

  // Makes the single entry of the first block the position, with what the old tree knows about it.
  void prepare(const P& position, Budget& budget) {
    const mcts::Entry* known = nullptr;
    if (root_ && top().below.load(std::memory_order_relaxed) > mcts::being_made) {
      known = *root_ == position
                  ? &top()
                  : mcts::Finder<P>(tree(), position).find(*root_, moves_below(top()));
    }
    const mcts::Place below =
        known == nullptr ? mcts::no_block : known->below.load(std::memory_order_relaxed);
    root_ = position;
    if (known == &top()) return;
    mcts::Arena& fresh = arenas_[1 - in_use_];
    fresh.clear();
    (void)fresh.make(1, settings_.rave);
    if (below != mcts::no_block) mcts::copy_below(tree(), below, fresh, budget);
    in_use_ = 1 - in_use_;
    if (below != mcts::no_block) sum_up(moves_below(top()));
  }

  // The top entry counts for the player to move, as its moves do.
  void sum_up(mcts::Block moves) {
    std::uint64_t all = 0;
    mcts::Proof best = mcts::Proof::loss;
    bool sure = true;
    for (int i = 0; i < moves.count(); ++i) {
      all += moves.entry(i).tally().word;
      best = std::max(best, moves.entry(i).proof());
      sure = sure && moves.entry(i).proof() != mcts::Proof::none;
    }
    top().tally_word = all;
    if (sure || best == mcts::Proof::win) top().proof_word = best;
  }

  // Returns the depth of the deepest leaf.
  int search(const P& position, Budget& budget) {
    const int threads = budget.limits().threads;
    std::vector<Random> seeds;
    for (int i = 1; i < threads; ++i) {
      seeds.emplace_back(std::uint64_t{random_.next()} << 32 | random_.next());
    }
    std::atomic<int> deepest{0};
    (void)mcts::Walker<P>(arenas_[in_use_], position, settings_, random_, true).open_root();
    in_threads(threads, [&](int i) {
      // A copy: drawing numbers must not write to memory that other threads read.
      Random random = i == 0 ? random_ : seeds[static_cast<std::size_t>(i) - 1];
      mcts::Walker<P> walker(arenas_[in_use_], position, settings_, random, threads == 1);
      ThreadBudget budget_share(budget, nodes_between_looks);
      walker.run(budget_share);
      if (i == 0) random_ = random;
      mcts::raise(deepest, walker.deepest());
    });
    return deepest;
  }

  [[nodiscard]] static double mean(mcts::Tally tally, double if_unseen) noexcept {
    if (tally.visits() == 0) return if_unseen;
    return static_cast<double>(tally.sum()) / (static_cast<double>(tally.visits()) * mcts::full);
  }

  [[nodiscard]] std::vector<Candidate> candidates(mcts::Block moves) const {
    std::vector<Candidate> all;
    const double unseen = mean(top().tally(), 0.5);
    for (int i = 0; i < moves.count(); ++i) {
      const mcts::Entry& entry = moves.entry(i);
      const mcts::Tally tally = entry.tally();
      const bool exact = entry.proof() != mcts::Proof::none;
      const double result = exact ? static_cast<double>(mcts::reward(entry.proof())) / mcts::full
                                  : mean(tally, unseen);
      all.push_back({entry.move, 2 * result - 1, exact, tally.visits()});
    }
    std::stable_sort(all.begin(), all.end(), better);
    const auto draw = std::find_if(all.begin(), all.end(),
                                   [](const Candidate& it) { return it.exact && it.value == 0; });
    // A proven draw is better than a move that looks like a loss.
    if (draw != all.end() && all.front().value < 0) std::rotate(all.begin(), draw, draw + 1);
    return all;
  }

  // Proven wins first and proven losses last; otherwise the most visited, since the search returns
  // to good moves.
  [[nodiscard]] static bool better(const Candidate& a, const Candidate& b) noexcept {
    const auto sure = [](const Candidate& it) { return it.exact ? it.value : 0; };
    if (sure(a) != sure(b)) return sure(a) > sure(b);
    return a.nodes != b.nodes ? a.nodes > b.nodes : a.value > b.value;
  }

  [[nodiscard]] std::vector<Move> line() const {
    std::vector<Move> moves;
    mcts::Place below = top().below.load(std::memory_order_relaxed);
    while (below != mcts::no_block) {
      const Candidate best = candidates(tree()[below]).front();
      if (best.nodes == 0 && !moves.empty()) break;
      moves.push_back(best.move);
      const mcts::Block block = tree()[below];
      for (int i = 0; i < block.count(); ++i) {
        if (block.entry(i).move == best.move) below = block.entry(i).below.load();
      }
    }
    return moves;
  }

  static constexpr std::uint64_t nodes_between_looks = 16;

  mcts::Settings settings_;
  Random random_;
  std::array<mcts::Arena, 2> arenas_;
  std::size_t in_use_ = 0;
  std::optional<P> root_;
  Mutex mutex_;
};

}  // namespace quire
