// A key for the lines of a node, the same for most nodes that differ in the names of cells only.
//
// The cells get new names, chosen by the lines they are on and their cells, and the key is the sum
// over the lines of a random number for the line in the new names. Whatever the names, nodes with
// the same key need the same (up to 128-bit collisions) and so have the same value; names that
// do not depend on the old ones bring together what is the same under a symmetry of the board, in
// another place, or by chance. Colours are such names: each round mixes a cell's colour with those
// of its lines; cells that are still equal after two rounds are distinguished by marking one.
#pragma once

#include "engine/solve/sos/node.hpp"
#include "engine/solve/sos/table.hpp"

namespace quire {

class SosNaming {
 public:
  [[nodiscard]] SosKey key(const SosNode& node) noexcept {
    start(node);
    spread();
    spread();
    sort();
    for (std::size_t alike = first_alike(); alike < cells_; alike = first_alike()) {
      colour_[order_[alike]] = mix(colour_[order_[alike]] + 1);
      spread();
      sort();
    }
    for (std::size_t i = 0; i < cells_; ++i) name_[order_[i]] = static_cast<std::uint8_t>(i + 1);
    SosKey key;
    for (std::size_t i = 0; i < lines_; ++i) {
      const auto [s, t, o] = line_[i];
      // Two cells that need S are the same whichever comes first.
      const auto [low, high] = std::minmax(name_[s], name_[t]);
      const std::uint64_t needs =
          std::uint64_t{low} | std::uint64_t{high} << 8U | std::uint64_t{name_[o]} << 16U;
      key.low += mix(needs + 0x9e3779b97f4a7c15U);
      key.high += mix(needs + 0x6a09e667f3bcc909U);
    }
    return key;
  }

  [[nodiscard]] static constexpr std::uint64_t mix(std::uint64_t x) noexcept {
    x = (x ^ (x >> 32U)) * 0xd6e8feb86659fd93U;
    x = (x ^ (x >> 32U)) * 0xd6e8feb86659fd93U;
    return x ^ (x >> 32U);
  }

 private:
  // The cells of a line, S, S, O; `none` where a letter stands.
  struct Cells {
    std::uint8_t s, t, o;
  };
  static constexpr std::size_t none = SosShape::max_cells;
  using Colours = std::array<std::uint64_t, none + 1>;

  void start(const SosNode& node) noexcept {
    lines_ = node.lines;
    for (std::size_t i = 0; i < lines_; ++i) {
      const auto [s, o] = node.line[i];
      line_[i] = {number(s), number(s & (s - 1)), number(o)};
    }
    cells_ = 0;
    for (Word cells = node.live; cells != 0; cells &= cells - 1) {
      const std::size_t cell = SosNode::place(cells);
      order_[cells_++] = static_cast<std::uint8_t>(cell);
      colour_[cell] = mix(
          std::uint64_t{node.weight[0][cell]} | std::uint64_t{node.weight[1][cell]} << 8U |
          std::uint64_t{node.makes[0][cell]} << 16U | std::uint64_t{node.makes[1][cell]} << 24U);
    }
  }

  // Each cell's colour is mixed with those of the cells that share a line with it, and their
  // letters.
  void spread() noexcept {
    for (std::size_t i = 0; i < cells_; ++i) next_[order_[i]] = colour_[order_[i]] * factor;
    for (std::size_t i = 0; i < lines_; ++i) {
      const auto [s, t, o] = line_[i];
      const std::uint64_t seen = scatter(colour_[s] + colour_[t] + colour_[o] * 3);
      next_[s] += seen;
      next_[t] += seen;
      next_[o] += seen * 3;
    }
    for (std::size_t i = 0; i < cells_; ++i) colour_[order_[i]] = scatter(next_[order_[i]]);
  }

  void sort() noexcept {
    for (std::size_t i = 1; i < cells_; ++i) {
      const std::uint8_t cell = order_[i];
      std::size_t at = i;
      for (; at > 0 && colour_[order_[at - 1]] > colour_[cell]; --at) order_[at] = order_[at - 1];
      order_[at] = cell;
    }
  }
  [[nodiscard]] std::size_t first_alike() const noexcept {
    for (std::size_t i = 1; i < cells_; ++i) {
      if (colour_[order_[i - 1]] == colour_[order_[i]]) return i;
    }
    return cells_;
  }

  [[nodiscard]] static std::uint8_t number(Word cell) noexcept {
    return static_cast<std::uint8_t>(std::countr_zero(cell));
  }
  [[nodiscard]] static constexpr std::uint64_t scatter(std::uint64_t x) noexcept {
    x *= factor;
    return x ^ (x >> 32U);
  }

  static constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;

  std::size_t cells_ = 0;
  std::size_t lines_ = 0;
  std::array<std::uint8_t, none + 1> order_{}, name_{};  // no cell has no name: 0
  Colours colour_{}, next_{};
  std::array<Cells, SosNode::max_lines> line_{};
};

}  // namespace quire
