// The search of the sos solver: is a position worth at least so much?
#pragma once

#include "engine/limits.hpp"
#include "engine/sos_node.hpp"

namespace quire {

// The rules that a search goes by: points and moving again, or the first S-O-S wins.
enum class SosRules : std::uint8_t { points, simple };

template <int Images, SosRules Rules>
class SosProof {
 public:
  using Node = SosNode<Images>;
  using Numbers = SosNumbers<Images>;

  SosProof(const SosShape& shape, const Numbers& numbers, SosTable& table, Spending& spending)
      : shape_(shape),
        numbers_(numbers),
        table_(table),
        spending_(spending),
        nodes_(static_cast<std::size_t>(shape.cells()) + 1) {}

  // A bound of what `node` is worth to whoever is to move, `taken` not included: a lower one if it
  // is `wanted` or more, else an upper one. Means nothing once the spending is over.
  [[nodiscard]] int value(Node& node, int wanted) noexcept {
    return value(node, node.spare, node.idle, wanted, 0);
  }

 private:
  struct Option {
    int order;
    std::uint8_t cell, letter;
  };
  struct Options {
    std::array<Option, 2 * SosShape::most_cells> option;
    std::size_t count = 0;
  };

  // `node` with another spare cell and another number of idle cells than it says.
  [[nodiscard]] int value(Node& node, int spare, bool idle, int wanted,
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

  [[nodiscard]] static SosBounds limits_of(const Node& node, int spare) noexcept {
    if constexpr (Rules == SosRules::simple) return {-1, 1};
    const int most = static_cast<int>(node.lines) + spare;
    return {spare > 0 ? (spare + 1) / 2 : -most, most};
  }

  [[nodiscard]] static SosKey key_of(const Node& node, int spare, bool idle) noexcept {
    const auto rest = static_cast<std::uint64_t>(spare) * 4 + (idle ? 2U : 0U) +
                      (Rules == SosRules::simple ? 1U : 0U);
    return {node.key.low + rest * 0x9e3779b97f4a7c15U, node.key.high + rest * 0xd1342543de82ef95U};
  }

  [[nodiscard]] int best_move(Node& node, int wanted, std::size_t depth) noexcept {
    const int spare = node.spare;
    const bool idle = node.idle;
    int best = -(1 << 14);
    // True: the search can end here.
    const auto see = [&](int value) {
      best = std::max(best, value);
      return best >= wanted || spending_.over();
    };
    if (spare > 0) {
      if (see(spare + value(node, 0, idle, wanted - spare, depth))) return best;
      if (see(-value(node, 0, idle, 1 - wanted, depth))) return best;
      node.spare = spare;
    } else if (idle) {
      if (see(-value(node, 0, false, 1 - wanted, depth))) return best;
    }
    node.idle = idle;
    const Options options = options_of(node);
    for (std::size_t i = 0; i < options.count; ++i) {
      if (see(after(node, options.option[i], wanted, depth))) return best;
    }
    // In simple, moves that lose at once are not among the options.
    if constexpr (Rules == SosRules::simple) best = std::max(best, -1);
    return best;
  }

  [[nodiscard]] int after(const Node& node, const Option& option, int wanted,
                          std::size_t depth) noexcept {
    Node& next = nodes_[depth];
    const Word bit = Word{1} << option.cell;
    next.follow(node, bit, option.letter, shape_, numbers_);
    if ((node.completing[option.letter] & bit) != 0) {
      const int made = node.makes[option.letter][option.cell] + next.taken;
      return made + value(next, next.spare, next.idle, wanted - made, depth + 1);
    }
    const int lost = next.taken;
    return -lost - value(next, next.spare, next.idle, 1 - wanted - lost, depth + 1);
  }

  [[nodiscard]] static Options options_of(const Node& node) noexcept {
    Options options;
    for (unsigned letter = 0; letter < 2; ++letter) {
      const auto add = [&](Word cells, auto order) {
        for (; cells != 0; cells &= cells - 1) {
          const auto cell = static_cast<std::size_t>(std::countr_zero(cells));
          // Lines that the letter takes away.
          const int fewer = node.needs[1 - letter][cell] + node.makes[1 - letter][cell];
          options.option[options.count++] = {order(cell, fewer), static_cast<std::uint8_t>(cell),
                                             static_cast<std::uint8_t>(letter)};
        }
      };
      const Word scores = node.completing[letter];
      add(scores, [&](std::size_t cell, int fewer) {
        return 10'000 + 100 * node.makes[letter][cell] + fewer;
      });
      if (node.spare > 0) continue;
      const Word quiet = node.live & ~scores;
      add(quiet & ~node.unsafe[letter], [](std::size_t, int fewer) { return 100 + fewer; });
      if constexpr (Rules == SosRules::simple) continue;
      add(quiet & node.unsafe[letter], [](std::size_t, int fewer) { return fewer; });
    }
    const auto first = options.option.begin();
    std::sort(first, first + static_cast<std::ptrdiff_t>(options.count),
              [](const Option& a, const Option& b) {
                return std::tuple(-a.order, a.cell, a.letter) <
                       std::tuple(-b.order, b.cell, b.letter);
              });
    return options;
  }

  const SosShape& shape_;
  const Numbers& numbers_;
  SosTable& table_;
  Spending& spending_;
  std::vector<Node> nodes_;  // one for each move made
  std::uint64_t count_ = 0;
};

}  // namespace quire
