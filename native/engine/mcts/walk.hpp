// One thread's simulations: selection down to a leaf, a playout, and backpropagation.
//
// Two simulations run at a time, so that their playouts can be interleaved, which is faster than
// one after the other. On its way down a simulation counts as a visit without a reward (virtual
// loss), which sends the next one, or another thread's, elsewhere.
#pragma once

#include <cmath>
#include <vector>

#include "engine/limits.hpp"
#include "engine/mcts/local_root.hpp"
#include "engine/mcts/prior.hpp"
#include "engine/mcts/rave.hpp"
#include "engine/mcts/settings.hpp"
#include "engine/playout.hpp"

namespace quire::mcts {

template <Position P>
class Walker {
 public:
  // The first block of the tree holds one move: the one that led to `root`.
  Walker(Arena& arena, const P& root, const Settings& settings, Random& random, bool alone)
      : arena_(arena),
        root_(root),
        settings_(settings),
        random_(random),
        alone_(alone),
        players_(P::Game::players(root.size())),
        later_moves_(settings.rave ? P::Game::moves(root.size()) : 0, players_),
        top_(arena[Arena::first]),
        one_(root),
        other_(root) {}

  // Simulates until the budget is used up or the root is proven.
  void run(ThreadBudget& budget_share) {
    if (!alone_) copy_top();
    for (std::uint32_t walks = 0, enough = 0; !finished() && budget_share.node(); walks += 2) {
      if (walks >= enough) {
        exchange();
        enough = walks + walks_until_exchange();
      }
      descend(one_);
      const bool both = budget_share.node();
      if (both) descend(other_);
      finish(both);
      climb(one_);
      if (both) climb(other_);
    }
    exchange();
  }
  [[nodiscard]] int deepest() const noexcept { return static_cast<int>(deepest_); }

  // Expands the root; false: no memory.
  bool open_root() {
    return top_.entry(0).below.load(std::memory_order_relaxed) != no_block ||
           expand(top_, 0, root_);
  }

 private:
  struct Step {
    Block block;
    int child;
    Player mover;
  };
  struct Simulation {
    P position;
    std::vector<Step> path;
    Rewards rewards{};
    bool known = false;   // the rewards are known without a playout
    bool proved = false;  // the simulation ended at a proven move: backpropagate the proof
    std::vector<std::pair<Player, Move>> played;  // in the playout, for RAVE

    explicit Simulation(const P& root) : position(root) {}
  };

  // Whether the root is proven, or its tally is full: with room for the visits that other threads
  // have not merged yet.
  [[nodiscard]] bool finished() const noexcept {
    const Entry& top = top_.entry(0);
    return top.proof() != Proof::none || top.tally().visits() > Tally::max_visits - (1U << 20);
  }

  // Every simulation passes the root and one of its moves: a thread that is not alone counts in
  // copies of both blocks. Without memory for them it shares the originals.
  void copy_top() {
    const Place all = top_.entry(0).below.load(std::memory_order_relaxed);
    if (all == no_block) return;
    const Place top = arena_.make(1, settings_.rave, own_);
    const Place moves = arena_.make(arena_[all].count(), settings_.rave, own_);
    if (top == no_block || moves == no_block) return;
    local_roots_ = {LocalRoot(top_, arena_[top]), LocalRoot(arena_[all], arena_[moves])};
    top_ = arena_[top];
    top_.entry(0).below.store(moves, std::memory_order_relaxed);
  }
  // Until one visit in thirty-two is new; but not so long that one thread works in vain for
  // milliseconds after another has proven the root.
  [[nodiscard]] std::uint32_t walks_until_exchange() const noexcept {
    return std::clamp(top_.entry(0).tally().visits() / 32, 64U, 4096U);
  }
  void exchange() {
    for (LocalRoot& copy : local_roots_) {
      copy.exchange([this](Block block, int child) { refresh(block, child); });
    }
    if (local_roots_.empty() || finished()) return;
    // The moves that different threads proved may together be all moves.
    const Proof proof = best_proof({local_roots_.back().mine(), 0, root_.to_move()});
    if (proof != Proof::none) top_.prove(0, proof);
  }

  void add(std::atomic<std::uint64_t>& word, std::uint64_t amount) const noexcept {
    if (alone_) {  // the same without the cost of a locked instruction
      word.store(word.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
    } else {
      word.fetch_add(amount, std::memory_order_relaxed);
    }
  }

  void descend(Simulation& simulation) {
    simulation.position = root_;
    simulation.path.clear();
    simulation.played.clear();
    simulation.known = simulation.proved = false;
    Block block = top_;
    int child = 0;
    Player mover = root_.to_move();
    for (;;) {
      visit(simulation, block, child, mover);
      if (simulation.known) return;
      Place below = block.entry(child).below.load(std::memory_order_acquire);
      if (below <= being_made) {
        const auto visits = block.entry(child).tally().visits();
        if (visits <= visits_before_expansion(simulation.position)) return;
        const bool copied = !local_roots_.empty() && simulation.path.size() == local_roots_.size();
        const Block shared = copied ? local_roots_.back().all() : block;
        if (!expand(shared, child, simulation.position)) return;
        below = shared.entry(child).below.load(std::memory_order_acquire);
        if (copied) block.entry(child).below.store(below, std::memory_order_relaxed);
      }
      const Player next = simulation.position.to_move();
      const int chosen = choose(arena_[below], block, child, next == mover);
      block = arena_[below];
      child = chosen;
      mover = next;
      simulation.position.play(block.entry(child).move);
    }
  }

  // How many playouts a position gets before it is expanded.
  [[nodiscard]] std::uint64_t visits_before_expansion(const P& position) const noexcept {
    return settings_.evaluation ? 1 : 1 + static_cast<std::uint64_t>(position.legal_count()) / 16;
  }

  void visit(Simulation& simulation, Block block, int child, Player mover) {
    simulation.path.push_back({block, child, mover});
    add(block.entry(child).tally_word, Tally::visit);
    refresh(block, child);
    const Proof known = block.entry(child).proof();
    if (known != Proof::none) {
      simulation.known = true;
      if (!alone_) {
        // Another thread may have written an older score after the proof; and when two prove the
        // last two moves of a position at once, neither sees it proven.
        block.prove(child, known);
        simulation.proved = true;
      }
      simulation.rewards = shared(mover, reward(known));
    } else if (simulation.position.over()) {
      simulation.known = true;
      simulation.rewards = rewards_at_end(simulation.position);
      if (players_ == 2) {
        block.prove(child, result(*simulation.position.outcome(), mover));
        simulation.proved = true;
      }
    }
  }

  // Updates the score from the tally.
  void refresh(Block block, int child) const noexcept {
    const Entry& entry = block.entry(child);
    if (entry.proof() != Proof::none) return;
    const Tally tally = entry.tally();
    const auto visits = static_cast<float>(static_cast<std::int32_t>(tally.visits()));
    if (settings_.evaluation) {
      block.set_score(child, {tally.mean(), prior_.spread(entry)});
    } else if (settings_.rave) {
      block.set_score(child, {rave_mean(tally, block.later(child)), 1 / std::sqrt(visits + 1)});
    } else {
      block.set_score(child, {tally.mean(), 1 / std::sqrt(visits)});
    }
  }

  // The logarithm to within 0.06, from the bits of the number: the same on every machine, and
  // precise enough.
  [[nodiscard]] static float rough_log(float number) noexcept {
    constexpr float ln2 = 0.6931472F;
    return static_cast<float>(std::bit_cast<std::int32_t>(number) - 0x3f800000) * (ln2 / 0x800000);
  }

  // Selection: the move to follow below a move with this tally. A move never tried counts as the
  // average of all: the mean of the move above, if the same player makes it, else what that one
  // leaves to each other player (rewards always sum to half of `full` per player).
  [[nodiscard]] int choose(Block block, Block above, int at, bool same_player) const noexcept {
    const Tally tally = above.entry(at).tally();
    const auto visits = static_cast<float>(static_cast<std::int32_t>(tally.visits()));
    const float weight =
        settings_.exploration * std::sqrt(settings_.evaluation ? visits : rough_log(visits));
    const int opened = block.opened().load(std::memory_order_relaxed);
    const auto [chosen, best] = best_of(block, opened, weight);
    if (opened == block.count()) return chosen;
    const float mean = tally.mean();
    const auto players = static_cast<float>(players_);
    const float average = same_player ? mean : (players / 2 - mean) / (players - 1);
    if (best >= average + settings_.urgency * weight) return chosen;
    auto expected = static_cast<std::uint16_t>(opened);
    const auto more = static_cast<std::uint16_t>(opened + 1);
    const bool mine =
        block.opened().compare_exchange_strong(expected, more, std::memory_order_relaxed);
    return mine || opened > 0 ? (mine ? opened : chosen) : 0;
  }

  // Expansion: adds the moves of a position, in random order. False: another thread is doing it, or
  // there is no memory left.
  bool expand(Block block, int child, const P& position) {
    Place expected = no_block;
    if (!block.entry(child).below.compare_exchange_strong(expected, being_made,
                                                          std::memory_order_relaxed)) {
      return expected != being_made;
    }
    const int count = position.legal_count();
    const Place place =
        alone_ ? arena_.make(count, settings_.rave) : arena_.make(count, settings_.rave, own_);
    if (place == no_block) {
      block.entry(child).below.store(no_block, std::memory_order_relaxed);
      return false;
    }
    const Block made = arena_[place];
    int at = 0;
    position.for_each_legal([&](Move move) {
      const int to = random_.below(at + 1);
      made.entry(at).move = made.entry(to).move;
      made.entry(to).move = move;
      ++at;
    });
    if (settings_.evaluation) prior_.evaluate_moves(made, position);
    if (settings_.rave) {
      for (int i = 0; i < count; ++i) refresh(made, i);
      made.opened().store(static_cast<std::uint16_t>(count), std::memory_order_relaxed);
    }
    block.entry(child).below.store(place, std::memory_order_release);
    return true;
  }

  [[nodiscard]] Rewards rewards_at_end(const P& position) const noexcept {
    const Outcome outcome = *position.outcome();
    if (players_ > 2) return by_rank(outcome, players_);
    int whole = reward(result(outcome, 0));
    if constexpr (requires { P::Game::counts_points(position.size()); }) {
      if (settings_.margin > 0) {
        const auto lead = static_cast<float>(outcome.points[0] - outcome.points[1]);
        const float share = (1 + lead / (std::abs(lead) + 4)) / 2;
        whole += static_cast<int>(settings_.margin * (full * share - static_cast<float>(whole)));
      }
    }
    return shared(0, whole);
  }

  // Most of the time is spent here, and calls would be a third of it: everything below is inlined.
  [[gnu::flatten]] void play_both() {
    play_out(one_.position, other_.position, random_);
    one_.rewards = rewards_at_end(one_.position);
    other_.rewards = rewards_at_end(other_.position);
  }

  void finish(bool both) {
    if (both && !one_.known && !other_.known && !settings_.rave && !settings_.evaluation) {
      play_both();
    } else {
      finish(one_);
      if (both) finish(other_);
    }
  }
  void finish(Simulation& simulation) {
    if (simulation.known) return;
    if (settings_.evaluation) {
      simulation.rewards =
          shared(simulation.position.to_move(), prior_.reward_at(simulation.position));
      return;
    }
    if (settings_.rave) {
      while (!simulation.position.over()) {
        const Move move = simulation.position.random_move(random_);
        simulation.played.emplace_back(simulation.position.to_move(), move);
        simulation.position.play(move);
      }
    } else {
      play_out(simulation.position, random_);
    }
    simulation.rewards = rewards_at_end(simulation.position);
  }

  // Backpropagation: adds the rewards along the path, and proofs as far as they reach.
  void climb(Simulation& simulation) {
    deepest_ = std::max(deepest_, simulation.path.size() - 1);
    if (settings_.rave) update_rave(simulation);
    for (const Step& step : simulation.path) {
      add(step.block.entry(step.child).tally_word, simulation.rewards[step.mover]);
      refresh(step.block, step.child);
    }
    if (!simulation.proved) return;
    for (std::size_t i = simulation.path.size() - 1; i > 0; --i) {
      const Proof proof = best_proof(simulation.path[i]);
      if (proof == Proof::none) return;
      const Step& above = simulation.path[i - 1];
      const bool same = above.mover == simulation.path[i].mover;
      above.block.prove(above.child, same ? proof : for_the_other(proof));
    }
  }

  // The proven result of the position for the player who made this step, if there is one.
  [[nodiscard]] static Proof best_proof(const Step& step) noexcept {
    if (step.block.entry(step.child).proof() == Proof::win) return Proof::win;
    if (step.block.opened().load(std::memory_order_relaxed) < step.block.count()) {
      return Proof::none;
    }
    Proof best = Proof::loss;
    for (int i = 0; i < step.block.count(); ++i) {
      const Proof here = step.block.entry(i).proof();
      if (here == Proof::none) return here;
      best = std::max(best, here);
    }
    return best;
  }

  // RAVE update: credits every move on the path that was played later. Under heavy contention only
  // one update in eight is applied, with weight eight.
  void update_rave(const Simulation& simulation) {
    constexpr std::uint32_t many = 64;
    constexpr int some = 8;
    later_moves_.forget();
    for (const auto& [player, move] : simulation.played) later_moves_.note(player, move);
    for (std::size_t at = simulation.path.size(); at-- > 1;) {
      const auto& [block, child, mover] = simulation.path[at];
      later_moves_.note(mover, block.entry(child).move);
      const auto& [above, place, other] = simulation.path[at - 1];
      const std::uint32_t visits = above.entry(place).tally().visits();
      const int times = alone_ || visits < many ? 1 : some;
      if (times > 1 && random_.below(times) != 0) continue;
      for (int i = 0; i < block.count(); ++i) {
        const Entry& entry = block.entry(i);
        if (!later_moves_.saw(mover, entry.move)) continue;
        add(block.later_word(i),
            static_cast<std::uint64_t>(times) * (Tally::visit + simulation.rewards[mover]));
        if (entry.proof() == Proof::none) {
          block.set_score(i, {rave_mean(entry.tally(), block.later(i)), block.score(i).spread});
        }
      }
    }
  }

  Arena& arena_;
  P root_;
  Settings settings_;
  Random& random_;
  bool alone_;
  int players_;
  LaterMoves later_moves_;
  Prior<P> prior_;
  Block top_;  // the first of the tree
  Arena::Stretch own_;
  std::vector<LocalRoot> local_roots_;
  Simulation one_, other_;
  std::size_t deepest_ = 0;
};

}  // namespace quire::mcts
