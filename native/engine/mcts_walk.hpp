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
#include "engine/mcts_settings.hpp"
#include "engine/mcts_tree.hpp"
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
        moves_(static_cast<std::size_t>(P::Game::moves(root.size()))),
        flights_{Flight(root), Flight(root)} {
    if (settings.rave) last_game_.assign(moves_ * static_cast<std::size_t>(players_), 0);
  }

  // Walks until the budget is spent or the root is proven.
  void run(Spending& spending) {
    auto& [one, other] = flights_;
    while (!finished() && spending.node()) {
      descend(one);
      const bool two = spending.node();
      if (two) descend(other);
      if (two && !one.known && !other.known && !settings_.rave) {
        play_both(one, other);
      } else {
        finish(one);
        if (two) finish(other);
      }
      climb(one);
      if (two) climb(other);
    }
  }
  [[nodiscard]] int deepest() const noexcept { return static_cast<int>(deepest_); }

  // Gives the root its moves; false: no memory.
  bool open_root() {
    const Block top = arena_[Arena::first];
    return top.entry(0).below.load(std::memory_order_relaxed) != no_block || expand(top, 0, root_);
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
    bool proved = false;  // the walk ended at a move that was proven by it

    explicit Flight(const P& root) : position(root) {}
  };

  // Once the root is proven; and a tally can hold no more than so many visits.
  [[nodiscard]] bool finished() const noexcept {
    const Entry& top = arena_[Arena::first].entry(0);
    return top.proof() != Proof::none || top.tally().visits() > Tally::most_visits - 1024;
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
    flight.known = flight.proved = false;
    Block block = arena_[Arena::first];
    int child = 0;
    Player mover = root_.to_move();
    for (;;) {
      visit(flight, block, child, mover);
      if (flight.known) return;
      Place below = block.entry(child).below.load(std::memory_order_acquire);
      if (below <= being_made) {
        const auto visits = block.entry(child).tally().visits();
        if (visits <= patience(flight.position) || !expand(block, child, flight.position)) return;
        below = block.entry(child).below.load(std::memory_order_acquire);
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
    return 1 + static_cast<std::uint64_t>(position.legal_count()) / 16;
  }

  void visit(Flight& flight, Block block, int child, Player mover) {
    flight.path.push_back({block, child, mover});
    add(block.entry(child).tally_word, Tally::visit);
    refresh(block, child);
    const Proof known = block.entry(child).proof();
    if (known != Proof::none) {
      flight.known = true;
      flight.rewards = shared(mover, reward(known));
    } else if (flight.position.over()) {
      flight.known = true;
      flight.rewards = rewards_at_end(flight.position);
      if (players_ == 2) {
        prove(block, child, result(*flight.position.outcome(), mover));
        flight.proved = true;
      }
    }
  }

  // Brings what the choice looks at up to date with the tally.
  void refresh(Block block, int child) const noexcept {
    if (block.entry(child).proof() != Proof::none) return;
    const Tally tally = block.entry(child).tally();
    const auto visits = static_cast<float>(static_cast<std::int32_t>(tally.visits()));
    float mean = tally.visits() == 0 ? 0.5F : tally.mean();
    if (settings_.rave && block.keeps_amaf()) mean = mixed(mean, visits, block, child);
    const float spread = settings_.evaluation
                             ? static_cast<float>(block.entry(child).prior) / (255 * (1 + visits))
                             : 1 / std::sqrt(visits + (settings_.rave ? 1.0F : 0.0F));
    block.set_score(child, mean, spread);
  }

  void prove(Block block, int child, Proof proof) const noexcept {
    block.entry(child).proof_word.store(proof, std::memory_order_relaxed);
    // A lost move is never chosen again while there is another.
    const float mean = proof == Proof::loss
                           ? Block::never
                           : static_cast<float>(reward(proof)) / static_cast<float>(full);
    block.set_score(child, mean, 0);
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
    const auto [chosen, best] =
        alone_ ? best_of(block, opened, weight) : best_of_shared(block, opened, weight);
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
    const Place place = arena_.make(count, settings_.rave);
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
    if constexpr (Evaluation<P>::there) {
      if (settings_.evaluation) foresee(made, position);
    }
    if (settings_.rave) {
      for (int i = 0; i < count; ++i) refresh(made, i);
      made.opened().store(static_cast<std::uint16_t>(count), std::memory_order_relaxed);
    }
    block.entry(child).below.store(place, std::memory_order_release);
    return true;
  }

  // Judges each move by sight: where it begins, and how much it is tried.
  void foresee(Block block, const P& position) const {
    std::vector<double> weights;
    double sum = 0;
    for (int i = 0; i < block.count(); ++i) {
      P next = position;
      next.play(block.entry(i).move);
      double value = 0;
      if (next.over()) {
        value = static_cast<double>(reward(result(*next.outcome(), position.to_move()))) / 120 - 1;
      } else {
        value = evaluation_.evaluate(next) * (next.to_move() == position.to_move() ? 1 : -1);
      }
      block.means()[i] = static_cast<float>((value + 1) / 2);
      weights.push_back(std::exp(value * 4));
      sum += weights.back();
    }
    for (int i = 0; i < block.count(); ++i) {
      block.entry(i).prior =
          static_cast<std::uint8_t>(1 + 254 * weights[static_cast<std::size_t>(i)] / sum);
      block.spreads()[i] = static_cast<float>(block.entry(i).prior) / 255;
    }
    block.opened().store(static_cast<std::uint16_t>(block.count()), std::memory_order_relaxed);
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
  [[gnu::flatten]] void play_both(Flight& one, Flight& other) {
    play_out(one.position, other.position, random_);
    one.rewards = rewards_at_end(one.position);
    other.rewards = rewards_at_end(other.position);
  }

  void finish(Flight& flight) {
    if (flight.known) return;
    if constexpr (Evaluation<P>::there) {
      if (settings_.evaluation) {
        const double value = (evaluation_.evaluate(flight.position) + 1) / 2;
        flight.rewards = shared(flight.position.to_move(), static_cast<int>(value * full + 0.5));
        return;
      }
    }
    if (settings_.rave) {
      played_.clear();
      while (!flight.position.over()) {
        const Move move = flight.position.random_move(random_);
        played_.push_back(flight.position.to_move() * moves_ + move);
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
      prove(above.block, above.child, same ? proof : for_the_other(proof));
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

  // RAVE: a move made later in the game, by the same player, tells of making it at once.
  void teach(const Flight& flight) {
    ++game_;
    if (!flight.known) {
      for (const std::size_t made : played_) last_game_[made] = game_;
    }
    for (std::size_t at = flight.path.size(); at-- > 1;) {
      const auto& [block, child, mover] = flight.path[at];
      last_game_[mover * moves_ + block.entry(child).move] = game_;
      for (int i = 0; i < block.count(); ++i) {
        if (last_game_[mover * moves_ + block.entry(i).move] != game_) continue;
        add(block.amaf_word(i), Tally::visit + flight.rewards[mover]);
        if (block.entry(i).proof() == Proof::none) refresh(block, i);
      }
    }
  }
  [[nodiscard]] static float mixed(float mean, float visits, Block block, int child) noexcept {
    const Tally later{block.amaf_word(child).load(std::memory_order_relaxed)};
    const auto seen = static_cast<float>(later.visits());
    if (seen == 0) return visits == 0 ? 0.5F : mean;
    constexpr float bias = 4 * 0.1F * 0.1F;
    const float trust = seen / (visits + seen + bias * visits * seen);
    return (1 - trust) * mean + trust * later.mean();
  }

  Arena& arena_;
  P root_;
  Settings settings_;
  Random& random_;
  bool alone_;
  int players_;
  std::size_t moves_;
  std::array<Flight, 2> flights_;
  std::size_t deepest_ = 0;
  [[no_unique_address]] Evaluation<P> evaluation_;
  // RAVE: the moves of the random game, as player * moves + move, and the last game with each.
  std::vector<std::size_t> played_;
  std::vector<std::uint64_t> last_game_;
  std::uint64_t game_ = 0;
};

}  // namespace quire::mcts
