// One thread's walks through the tree: down to a leaf, a random game from there, and back up.
//
// Two walks are under way at a time, so that their random games can be played in turn, which is
// faster than one after the other; each is a simulation of its own. A walk counts as a visit on its
// way down and as a lost one until it returns, which sends the next walk, or another thread's,
// elsewhere.
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
  // The tree's first block holds one move: the one that led to `root`.
  Walker(Arena& arena, const P& root, const Settings& settings, Random& random, bool alone)
      : arena_(arena),
        root_(root),
        settings_(settings),
        random_(random),
        alone_(alone),
        players_(P::Game::players(root.size())),
        hindsight_(settings.rave ? P::Game::moves(root.size()) : 0, players_),
        top_(arena[Arena::first]),
        one_(root),
        other_(root) {}

  // Walks until the budget is spent or the root is proven.
  void run(Spending& spending) {
    if (!alone_) copy_top();
    for (std::uint32_t walks = 0, enough = 0; !finished() && spending.node(); walks += 2) {
      if (walks >= enough) {
        exchange();
        enough = walks + walks_until_exchange();
      }
      descend(one_);
      const bool both = spending.node();
      if (both) descend(other_);
      finish(both);
      climb(one_);
      if (both) climb(other_);
    }
    exchange();
  }
  [[nodiscard]] int deepest() const noexcept { return static_cast<int>(deepest_); }

  // Gives the root its moves; false: no memory.
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
  struct Flight {
    P position;
    std::vector<Step> path;
    Rewards rewards{};
    bool known = false;   // the rewards are, without a random game
    bool proved = false;  // the walk ended at a proven move: see what follows
    std::vector<std::pair<Player, Move>> played;  // in the random game, for RAVE

    explicit Flight(const P& root) : position(root) {}
  };

  // Once the root is proven; and a tally can hold no more than so many visits, with room for those
  // that other threads have yet to tell of.
  [[nodiscard]] bool finished() const noexcept {
    const Entry& top = top_.entry(0);
    return top.proof() != Proof::none || top.tally().visits() > Tally::most_visits - (1U << 20);
  }

  // Every walk passes the root and one of its moves: a thread that is not alone goes through copies
  // of both blocks. Without memory for them it goes where the others do.
  void copy_top() {
    const Place all = top_.entry(0).below.load(std::memory_order_relaxed);
    if (all == no_block) return;
    const Place top = arena_.make(1, settings_.rave, own_);
    const Place moves = arena_.make(arena_[all].count(), settings_.rave, own_);
    if (top == no_block || moves == no_block) return;
    crest_ = {OwnCopy(top_, arena_[top]), OwnCopy(arena_[all], arena_[moves])};
    top_ = arena_[top];
    top_.entry(0).below.store(moves, std::memory_order_relaxed);
  }
  // Until a thirty-second part is news; but not so long that one thread works in vain for
  // milliseconds after another has proven the root.
  [[nodiscard]] std::uint32_t walks_until_exchange() const noexcept {
    return std::clamp(top_.entry(0).tally().visits() / 32, 64U, 4096U);
  }
  void exchange() {
    for (OwnCopy& copy : crest_) {
      copy.exchange([this](Block block, int child) { refresh(block, child); });
    }
    if (crest_.empty() || finished()) return;
    // Moves that one thread proved and those that another did may be all there are.
    const Proof proof = best_proof({crest_.back().mine(), 0, root_.to_move()});
    if (proof != Proof::none) top_.prove(0, proof);
  }

  void add(std::atomic<std::uint64_t>& word, std::uint64_t amount) const noexcept {
    if (alone_) {  // the same without the price of a locked instruction
      word.store(word.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
    } else {
      word.fetch_add(amount, std::memory_order_relaxed);
    }
  }

  void descend(Flight& flight) {
    flight.position = root_;
    flight.path.clear();
    flight.played.clear();
    flight.known = flight.proved = false;
    Block block = top_;
    int child = 0;
    Player mover = root_.to_move();
    for (;;) {
      visit(flight, block, child, mover);
      if (flight.known) return;
      Place below = block.entry(child).below.load(std::memory_order_acquire);
      if (below <= being_made) {
        const auto visits = block.entry(child).tally().visits();
        if (visits <= patience(flight.position)) return;
        const bool copied = !crest_.empty() && flight.path.size() == crest_.size();
        const Block shared = copied ? crest_.back().all() : block;
        if (!expand(shared, child, flight.position)) return;
        below = shared.entry(child).below.load(std::memory_order_acquire);
        if (copied) block.entry(child).below.store(below, std::memory_order_relaxed);
      }
      const Player next = flight.position.to_move();
      const int chosen = choose(arena_[below], block, child, next == mover);
      block = arena_[below];
      child = chosen;
      mover = next;
      flight.position.play(block.entry(child).move);
    }
  }

  // How many random games a position sees before it gets moves of its own.
  [[nodiscard]] std::uint64_t patience(const P& position) const noexcept {
    return settings_.evaluation ? 1 : 1 + static_cast<std::uint64_t>(position.legal_count()) / 16;
  }

  void visit(Flight& flight, Block block, int child, Player mover) {
    flight.path.push_back({block, child, mover});
    add(block.entry(child).tally_word, Tally::visit);
    refresh(block, child);
    const Proof known = block.entry(child).proof();
    if (known != Proof::none) {
      flight.known = true;
      if (!alone_) {
        // Another thread may have written an older score after the proof; and when two prove the
        // last two moves of a position at once, neither sees it proven.
        block.prove(child, known);
        flight.proved = true;
      }
      flight.rewards = shared(mover, reward(known));
    } else if (flight.position.over()) {
      flight.known = true;
      flight.rewards = rewards_at_end(flight.position);
      if (players_ == 2) {
        block.prove(child, result(*flight.position.outcome(), mover));
        flight.proved = true;
      }
    }
  }

  // Brings what the choice looks at up to date with the tally.
  void refresh(Block block, int child) const noexcept {
    const Entry& entry = block.entry(child);
    if (entry.proof() != Proof::none) return;
    const Tally tally = entry.tally();
    const auto visits = static_cast<float>(static_cast<std::int32_t>(tally.visits()));
    if (settings_.evaluation) {
      block.set_score(child, {tally.mean(), foresight_.spread(entry)});
    } else if (settings_.rave) {
      block.set_score(child,
                      {with_hindsight(tally, block.later(child)), 1 / std::sqrt(visits + 1)});
    } else {
      block.set_score(child, {tally.mean(), 1 / std::sqrt(visits)});
    }
  }

  // The logarithm to within 0.06, from the bits of the number: the same on every machine, and
  // nothing depends on more.
  [[nodiscard]] static float rough_log(float number) noexcept {
    constexpr float ln2 = 0.6931472F;
    return static_cast<float>(std::bit_cast<std::int32_t>(number) - 0x3f800000) * (ln2 / 0x800000);
  }

  // The move to follow below a move with this tally. A move never tried counts as the average of
  // all: the mean of the move above, if the same player makes it, else what that one leaves to each
  // other player (rewards always sum to half of `full` a player).
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

  // Gives a move's position its moves, in random order. False: another thread is at it, or there is
  // no memory left.
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
    if (settings_.evaluation) foresight_.judge(made, position);
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
  void finish(Flight& flight) {
    if (flight.known) return;
    if (settings_.evaluation) {
      flight.rewards = shared(flight.position.to_move(), foresight_.reward_at(flight.position));
      return;
    }
    if (settings_.rave) {
      while (!flight.position.over()) {
        const Move move = flight.position.random_move(random_);
        flight.played.emplace_back(flight.position.to_move(), move);
        flight.position.play(move);
      }
    } else {
      play_out(flight.position, random_);
    }
    flight.rewards = rewards_at_end(flight.position);
  }

  // Adds the rewards along the path and draws what conclusions a proof allows.
  void climb(Flight& flight) {
    deepest_ = std::max(deepest_, flight.path.size() - 1);
    if (settings_.rave) teach(flight);
    for (const Step& step : flight.path) {
      add(step.block.entry(step.child).tally_word, flight.rewards[step.mover]);
      refresh(step.block, step.child);
    }
    if (!flight.proved) return;
    for (std::size_t i = flight.path.size() - 1; i > 0; --i) {
      const Proof proof = best_proof(flight.path[i]);
      if (proof == Proof::none) return;
      const Step& above = flight.path[i - 1];
      const bool same = above.mover == flight.path[i].mover;
      above.block.prove(above.child, same ? proof : for_the_other(proof));
    }
  }

  // What the position is worth to the player who made this step, if that is certain.
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

  // Tells every move of the positions on the path, from the last on, whether it came later. Where
  // there was much of such news and threads would wait for each other, one of eight counts for
  // eight.
  void teach(const Flight& flight) {
    constexpr std::uint32_t many = 64;
    constexpr int some = 8;
    hindsight_.forget();
    for (const auto& [player, move] : flight.played) hindsight_.note(player, move);
    for (std::size_t at = flight.path.size(); at-- > 1;) {
      const auto& [block, child, mover] = flight.path[at];
      hindsight_.note(mover, block.entry(child).move);
      const auto& [above, place, other] = flight.path[at - 1];
      const std::uint32_t visits = above.entry(place).tally().visits();
      const int times = alone_ || visits < many ? 1 : some;
      if (times > 1 && random_.below(times) != 0) continue;
      for (int i = 0; i < block.count(); ++i) {
        const Entry& entry = block.entry(i);
        if (!hindsight_.saw(mover, entry.move)) continue;
        add(block.later_word(i),
            static_cast<std::uint64_t>(times) * (Tally::visit + flight.rewards[mover]));
        if (entry.proof() == Proof::none) {
          block.set_score(i,
                          {with_hindsight(entry.tally(), block.later(i)), block.score(i).spread});
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
  Hindsight hindsight_;
  Foresight<P> foresight_;
  Block top_;  // the tree's first
  Arena::Stretch own_;
  std::vector<OwnCopy> crest_;
  Flight one_, other_;
  std::size_t deepest_ = 0;
};

}  // namespace quire::mcts
