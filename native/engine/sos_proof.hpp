// The search of the sos solver: is a position worth at least so much?
#pragma once

#include "engine/limits.hpp"
#include "engine/sos_key.hpp"
#include "engine/sos_options.hpp"

namespace quire {

class SosProof {
 public:
  SosProof(int cells, SosRules rules, SosTable& table, Spending& spending)
      : rules_(rules),
        table_(table),
        spending_(spending),
        nodes_(static_cast<std::size_t>(cells) + 1) {}

  // A bound of what `node` is worth to whoever is to move, `taken` not included: a lower one if it
  // is `wanted` or more, else an upper one. Means nothing once the spending is over.
  [[nodiscard]] int value(SosNode& node, int wanted) noexcept {
    return value(node, node.spare, node.idle, wanted, 0);
  }

 private:
  // `node` with another spare cell and another number of idle cells than it says.
  [[nodiscard]] int value(SosNode& node, int spare, bool idle, int wanted,
                          std::size_t depth) noexcept {
    if (node.lines == 0) return spare;
    SosBounds bounds = limits_of(node, spare);
    if (bounds.lower >= wanted) return bounds.lower;
    if (bounds.upper < wanted) return bounds.upper;
    const SosKey key = key_of(node, spare, idle);
    if (const auto known = table_.find(key)) {
      bounds = *known;
      if (bounds.lower >= wanted) return bounds.lower;
      if (bounds.upper < wanted) return bounds.upper;
    }
    if (!spending_.node()) return 0;
    const std::uint64_t before = count_++;
    node.spare = spare;
    node.idle = idle;
    const int best = best_move(node, wanted, depth);
    if (spending_.over()) return 0;
    if (best >= wanted) {
      bounds.lower = std::max(bounds.lower, best);
    } else {
      bounds.upper = std::min(bounds.upper, best);
    }
    table_.store(key, bounds, count_ - before);
    return best;
  }

  // What no play can go beyond: whichever letter a cell gets, the lines that need the other die,
  // and a line is lost as a whole even where several of its cells take their share.
  [[nodiscard]] SosBounds limits_of(const SosNode& node, int spare) const noexcept {
    if (rules_ == SosRules::simple) return {-1, 1};
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
                      (rules_ == SosRules::simple ? 1U : 0U);
    SosKey key = naming_.key(node);
    key.low += SosNaming::mix(rest + 0xbb67ae8584caa73bU);
    key.high += SosNaming::mix(rest + 0x3c6ef372fe94f82bU);
    return key;
  }

  [[nodiscard]] int best_move(SosNode& node, int wanted, std::size_t depth) noexcept {
    const int spare = node.spare;
    const bool idle = node.idle;
    int best = -SosTable::most_bound;
    // True: the search can end here.
    const auto see = [&](int value) {
      best = std::max(best, value);
      return best >= wanted || spending_.over();
    };
    if (spare > 0) {
      if (see(spare + value(node, 0, idle, wanted - spare, depth))) return best;
      if (node.scoring() == 0 && see(-value(node, 0, idle, 1 - wanted, depth))) return best;
    } else if (idle && node.scoring() == 0) {
      if (see(-value(node, 0, false, 1 - wanted, depth))) return best;
    }
    node.spare = spare;
    node.idle = idle;
    SosOptions options(node, rules_, history_);
    for (std::size_t i = 0; i < options.count(); ++i) {
      const SosOption& option = options.pick(i);
      if (see(after(node, option, wanted, depth))) {
        if (!spending_.over()) history_.praise(option, node.live);
        return best;
      }
    }
    // In simple, moves that lose at once are not among the options.
    return rules_ == SosRules::simple ? std::max(best, -1) : best;
  }

  [[nodiscard]] int after(const SosNode& node, const SosOption& option, int wanted,
                          std::size_t depth) noexcept {
    SosNode& next = nodes_[depth];
    const Word bit = Word{1} << option.cell;
    next.follow(node, bit, option.letter);
    if ((node.completing[option.letter] & bit) != 0) {
      const int made = node.makes[option.letter][option.cell] + next.taken;
      return made + value(next, next.spare, next.idle, wanted - made, depth + 1);
    }
    const int lost = next.taken;
    return -lost - value(next, next.spare, next.idle, 1 - wanted - lost, depth + 1);
  }

  SosRules rules_;
  SosTable& table_;
  Spending& spending_;
  SosNaming naming_;
  SosHistory history_;
  std::vector<SosNode> nodes_;  // one for each move made
  std::uint64_t count_ = 0;
};

}  // namespace quire
