// The moves that the search of the sos solver tries, the most promising first.
//
// Let (c, X) be a move that makes points. Quiet moves, those that make none, are no better than it,
// except for
// - the other letter on c, and
// - (d, Y) where a live line needs just X on c and Y on d.
// A player who makes two moves that make points may choose which comes first. So where neither a
// nor b is made before the turn passes, the quiet move that passes it must be an exception for
// both; if that cannot be, only a and b need be searched. docs/games/sos.md has the proofs.
#pragma once

#include "engine/solve/sos/node.hpp"

namespace quire {

// Points and moving again, or the first S-O-S wins.
enum class SosRules : std::uint8_t { points, simple };

struct SosOption {
  int order;
  std::uint8_t cell, letter;
};

// How well a letter on a cell has done elsewhere in the search.
class SosHistory {
 public:
  void praise(const SosOption& option, Word live) noexcept {
    // Refutations high in the tree count more.
    praise_[option.letter][option.cell] += std::uint64_t{1} << std::min(count_bits(live), 40);
  }
  [[nodiscard]] int of(std::size_t cell, unsigned letter) const noexcept {
    return static_cast<int>(std::bit_width(praise_[letter][cell]));
  }

 private:
  std::array<std::array<std::uint64_t, SosShape::max_cells>, 2> praise_{};
};

class SosOptions {
 public:
  SosOptions(const SosNode& node, SosRules rules, const SosHistory& history) noexcept
      : node_(node), history_(history) {
    if (node.scoring() != 0) {
      add_scoring();
      if (count_ > 1 || node.spare > 0) sort_and_choose();
      if (node.spare == 0 && !chosen_) add_exceptions();
      return;
    }
    if (node.spare > 0) return;
    for (unsigned letter = 0; letter < 2; ++letter) {
      add_quiet(node.live & ~node.unsafe[letter], letter, safe);
      if (rules == SosRules::points) add_quiet(node.live & node.unsafe[letter], letter, 0);
    }
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] const SosOption& at(std::size_t i) const noexcept { return option_[i]; }
  // Puts an option into a place that was already picked.
  void put(std::size_t i, const SosOption& option) noexcept { option_[i] = option; }
  // The i-th best; to be called in order.
  [[nodiscard]] const SosOption& pick(std::size_t i) noexcept {
    const auto first = option_.begin() + static_cast<std::ptrdiff_t>(i);
    const auto last = option_.begin() + static_cast<std::ptrdiff_t>(count_);
    std::iter_swap(first, std::max_element(first, last, [](const SosOption& a, const SosOption& b) {
                     return a.order < b.order;
                   }));
    return *first;
  }

 private:
  static constexpr int safe = 10'000, makes_points = 20'000;
  // What may be needed together with an option, as S and as O.
  using Partners = std::array<Word, 2>;

  void add(std::size_t cell, unsigned letter, int order) noexcept {
    option_[count_++] = {order, static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(letter)};
  }
  void add_scoring() noexcept {
    for (unsigned letter = 0; letter < 2; ++letter) {
      for (Word cells = node_.completing[letter]; cells != 0; cells &= cells - 1) {
        const std::size_t cell = SosNode::place(cells);
        add(cell, letter,
            makes_points + 1000 * node_.makes[letter][cell] + node_.weight[1 - letter][cell]);
      }
    }
  }
  void add_quiet(Word cells, unsigned letter, int order) noexcept {
    for (; cells != 0; cells &= cells - 1) {
      const std::size_t cell = SosNode::place(cells);
      // Few live lines left make a small tree.
      add(cell, letter,
          order + 10 * node_.weight[1 - letter][cell] + node_.weight[letter][cell] +
              15 * history_.of(cell, letter));
    }
  }

  // Quiet moves that are exceptions for every move that makes points.
  void add_exceptions() noexcept {
    Partners quiet{~Word{0}, ~Word{0}};
    for (std::size_t i = 0; i < count_; ++i) {
      Partners own = partners(option_[i], true);
      own[1U - option_[i].letter] |= Word{1} << option_[i].cell;
      for (unsigned letter = 0; letter < 2; ++letter) {
        quiet[letter] &= own[letter] & ~node_.completing[letter];
      }
    }
    for (unsigned letter = 0; letter < 2; ++letter) add_quiet(quiet[letter], letter, 0);
  }

  [[nodiscard]] Partners partners(const SosOption& option, bool of_two) const noexcept {
    const Word bit = Word{1} << option.cell;
    Partners partners{};
    for (std::size_t i = 0; i < node_.lines; ++i) {
      const SosLine& line = node_.line[i];
      if ((line.of(option.letter) & bit) == 0) continue;
      const Word rest = line.all() & ~bit;
      if (of_two && (rest & (rest - 1)) != 0) continue;
      partners[0] |= line.s & rest;
      partners[1] |= line.o & rest;
    }
    return partners;
  }

  // No live line needs the other letter there, so that it will never make points.
  [[nodiscard]] bool pure(const SosOption& option) const noexcept {
    return node_.weight[1U - option.letter][option.cell] == 0;
  }

  // Finds two moves that are enough; the spare cell, which the search takes by itself, may be
  // one of them.
  void sort_and_choose() noexcept {
    std::array<Partners, 2 * SosShape::max_cells> with;
    for (std::size_t i = 0; i < count_; ++i) {
      const SosOption option = pick(i);
      if (node_.spare > 0) {
        if (pure(option)) return choose(option, option);
        continue;
      }
      with[i] = partners(option, false);
      for (std::size_t j = 0; j < i; ++j) {
        if ((with[i][0] & with[j][0]) != 0 || (with[i][1] & with[j][1]) != 0) continue;
        const SosOption& other = option_[j];
        if (option.cell == other.cell || (pure(option) && pure(other)))
          return choose(other, option);
      }
    }
  }
  void choose(SosOption first, SosOption second) noexcept {
    option_[0] = first;
    option_[1] = second;
    count_ = node_.spare > 0 ? 1 : 2;
    chosen_ = true;
  }

  const SosNode& node_;
  const SosHistory& history_;
  std::array<SosOption, 2 * SosShape::max_cells> option_;
  std::size_t count_ = 0;
  bool chosen_ = false;
};

}  // namespace quire
