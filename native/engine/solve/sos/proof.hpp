// The search of the sos solver: is a position worth at least this much?
#pragma once

#include <optional>

#include "engine/in_progress.hpp"
#include "engine/limits.hpp"
#include "engine/solve/sos/key.hpp"
#include "engine/solve/sos/options.hpp"

namespace quire {

// What the threads that work on one proof share.
struct SosShared {
  SosShared(SosRules rules, SosTable& table, bool alone)
      : rules(rules), table(table), alone(alone) {}

  const SosRules rules;
  SosTable& table;
  const bool alone;                  // there is one thread only
  std::atomic<bool> settled{false};  // one thread finished the proof: the others stop

  InProgress in_progress;
};

class SosProof {
 public:
  // `reports`: whether this thread reports the progress.
  SosProof(int cells, SosShared& shared, Budget& budget, bool reports)
      : shared_(shared),
        share_(budget),
        reports_(reports),
        nodes_(static_cast<std::size_t>(cells) + 2) {}

  // A bound of what the move (`bit` 0: on an idle cell) is worth in `whole` to the player who makes
  // it: a lower one if it is `wanted` or more, else an upper one. Nothing if the proof was stopped.
  // `stretch`: what part of the whole work this is.
  [[nodiscard]] std::optional<int> prove(const SosNode& whole, Word bit, unsigned letter, int made,
                                         int wanted, const Stretch& stretch) noexcept {
    stretch_ = stretch;
    SosNode& node = nodes_[0];
    node.follow(whole, bit, letter);
    if (bit == 0) node.idle = !node.idle;
    const int bound = after(node, made, wanted, 1, false);
    if (stopped()) return std::nullopt;
    return bound;
  }

 private:
  static constexpr int elsewhere =
      std::numeric_limits<int>::min();     // another thread is searching it
  static constexpr int worth_sharing = 9;  // live cells; smaller positions take no time

  // Reports progress as the first moves are tried.
  class ProgressReport {
   public:
    ProgressReport(SosProof& proof, std::size_t depth) noexcept
        : proof_(proof), whole_(proof.stretch_), reports_(proof.reports_ && depth <= 3) {}
    ~ProgressReport() { proof_.stretch_ = whole_; }
    ProgressReport(const ProgressReport&) = delete;
    ProgressReport& operator=(const ProgressReport&) = delete;

    void about(std::size_t option, std::size_t of) const noexcept {
      if (!reports_) return;
      proof_.stretch_ = whole_.part(option, of);
      proof_.share_.budget().report_done(proof_.stretch_.from);
    }

   private:
    SosProof& proof_;
    const Stretch whole_;
    const bool reports_;
  };

  [[nodiscard]] bool stopped() const noexcept {
    return share_.over() || shared_.settled.load(std::memory_order_relaxed);
  }

  // The value of a move that made these points and led to `node`, for the player who made it.
  [[nodiscard]] int after(SosNode& node, int made, int wanted, std::size_t depth,
                          bool put_off) noexcept {
    const int taken = node.taken;
    if (made > 0) {
      const int rest = value(node, node.spare, node.idle, wanted - made - taken, depth, put_off);
      return rest == elsewhere ? rest : made + taken + rest;
    }
    const int rest = value(node, node.spare, node.idle, 1 - wanted - taken, depth, put_off);
    return rest == elsewhere ? rest : -taken - rest;
  }

  // A bound of what `node`, with this spare cell and this number of idle cells instead of its own,
  // is worth to the player to move, `taken` not included. Meaningless once the proof is stopped.
  // Moves from there are made into nodes_[depth]. `put_off`: may be left to another thread.
  [[nodiscard]] int value(SosNode& node, int spare, bool idle, int wanted, std::size_t depth,
                          bool put_off = false) noexcept {
    if (node.lines == 0) return spare;
    SosBounds bounds = limits_of(node, spare);
    if (bounds.lower >= wanted) return bounds.lower;
    if (bounds.upper < wanted) return bounds.upper;
    // Where there is one point-making move it is nearly always the one to make: the node after it
    // is looked up soon enough.
    if (scoring_moves(node, spare) == 1) return best_move(node, spare, idle, wanted, depth);
    const SosKey key = key_of(node, spare, idle);
    if (const auto known = shared_.table.find(key)) {
      bounds = *known;
      if (bounds.lower >= wanted) return bounds.lower;
      if (bounds.upper < wanted) return bounds.upper;
    }
    const bool share = !shared_.alone && count_bits(node.live) >= worth_sharing;
    if (share) {
      if (put_off && shared_.in_progress.at(key.high)) return elsewhere;
      shared_.in_progress.begin(key.high);
    }
    const std::uint64_t before = count_;
    const int best = best_move(node, spare, idle, wanted, depth);
    if (share) shared_.in_progress.end(key.high);
    if (stopped()) return 0;
    if (best >= wanted) {
      bounds.lower = std::max(bounds.lower, best);
    } else {
      bounds.upper = std::min(bounds.upper, best);
    }
    shared_.table.put(key, {bounds, count_ - before});
    return best;
  }

  [[nodiscard]] static int scoring_moves(const SosNode& node, int spare) noexcept {
    if (node.scoring() == 0) return spare > 0 ? 1 : 0;
    return count_bits(node.completing[0]) + count_bits(node.completing[1]) + (spare > 0 ? 1 : 0);
  }

  // What no play can go beyond: whichever letter a cell gets, the lines that need the other die,
  // and a line is lost as a whole even where several of its cells take their share.
  [[nodiscard]] SosBounds limits_of(const SosNode& node, int spare) const noexcept {
    if (shared_.rules == SosRules::simple) return {-1, 1};
    int lost = 0;
    for (Word cells = node.live; cells != 0; cells &= cells - 1) {
      const std::size_t cell = SosNode::place(cells);
      lost += std::min(node.weight[0][cell], node.weight[1][cell]);
    }
    const int all = static_cast<int>(node.lines) * SosNode::line_weight;
    const int most = (all - lost) / SosNode::line_weight + spare;
    return {spare > 0 ? (spare + 1) / 2 : -most, most};
  }

  [[nodiscard]] SosKey key_of(const SosNode& node, int spare, bool idle) noexcept {
    const auto rest = static_cast<std::uint64_t>(spare) * 4 + (idle ? 2U : 0U) +
                      (shared_.rules == SosRules::simple ? 1U : 0U);
    SosKey key = naming_.key(node);
    key.low += SosNaming::mix(rest + 0xbb67ae8584caa73bU);
    key.high += SosNaming::mix(rest + 0x3c6ef372fe94f82bU);
    return key;
  }

  [[nodiscard]] int best_move(SosNode& node, int spare, bool idle, int wanted,
                              std::size_t depth) noexcept {
    if (!share_.node()) return 0;
    ++count_;
    int best = -SosEntry::max_bound;
    // True: the search can end here.
    const auto see = [&](int value) {
      best = std::max(best, value);
      return best >= wanted || stopped();
    };
    if (spare > 0) {
      if (see(spare + value(node, 0, idle, wanted - spare, depth))) return best;
      if (node.scoring() == 0 && see(-value(node, 0, idle, 1 - wanted, depth))) return best;
    } else if (idle && node.scoring() == 0) {
      if (see(-value(node, 0, false, 1 - wanted, depth))) return best;
    }
    node.spare = spare;
    node.idle = idle;
    const ProgressReport report(*this, depth);
    SosOptions options(node, shared_.rules, history_);
    std::size_t put_off = 0;  // deferred options, moved to the front
    for (std::size_t i = 0; i < options.count(); ++i) {
      const SosOption option = options.pick(i);
      report.about(i, options.count());
      const int value = of_move(node, option, wanted, depth, i > 0);
      if (value == elsewhere) {
        options.put(put_off++, option);
      } else if (see(value)) {
        if (!stopped()) history_.praise(option, node.live);
        return best;
      }
    }
    for (std::size_t i = 0; i < put_off; ++i) {
      if (see(of_move(node, options.at(i), wanted, depth, false))) return best;
    }
    // In simple, moves that lose at once are not among the options.
    return shared_.rules == SosRules::simple ? std::max(best, -1) : best;
  }

  [[nodiscard]] int of_move(const SosNode& node, const SosOption& option, int wanted,
                            std::size_t depth, bool put_off) noexcept {
    const Word bit = Word{1} << option.cell;
    const bool scores = (node.completing[option.letter] & bit) != 0;
    SosNode& next = nodes_[depth];
    next.follow(node, bit, option.letter);
    return after(next, scores ? node.makes[option.letter][option.cell] : 0, wanted, depth + 1,
                 put_off);
  }

  SosShared& shared_;
  ThreadBudget share_;
  const bool reports_;
  SosNaming naming_;
  SosHistory history_;
  std::vector<SosNode> nodes_;  // one for each move made
  Stretch stretch_;
  std::uint64_t count_ = 0;
};

}  // namespace quire
