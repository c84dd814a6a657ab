// Free cells of an obstruction board as a set, its connected parts, and the form of a part that is
// the same however it lies on the board.
//
//   Region   twelve bits per row, of which ten are cells: the empty two separate the rows
//     upper    rows 0 to 4, row 0 lowest
//     lower    rows 5 to 9
//   Form     ten bits per row: 100 bits; a part moved to the corner, at least as wide as high, and
//            turned and mirrored into the least of what is left
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/bits.hpp"

namespace quire::obstruction {

inline constexpr int sides = 10;
inline constexpr int stride = 12;
inline constexpr int half = 5;  // rows in a word
inline constexpr Word row_mask = (Word{1} << sides) - 1;

struct Region {
  Word upper = 0;
  Word lower = 0;

  constexpr void add(int x, int y) noexcept {
    (y < half ? upper : lower) |= Word{1} << (stride * (y % half) + x);
  }
  [[nodiscard]] constexpr bool any() const noexcept { return (upper | lower) != 0; }
  [[nodiscard]] constexpr int count() const noexcept {
    return count_bits(upper) + count_bits(lower);
  }
  [[nodiscard]] constexpr bool holds(int x, int y) const noexcept {
    return ((row(y) >> x) & 1U) != 0;
  }
  [[nodiscard]] constexpr Region first_cell() const noexcept {
    return upper != 0 ? Region{upper & (~upper + 1), 0} : Region{0, lower & (~lower + 1)};
  }
  // The cells and all their neighbours, some of them off the board.
  [[nodiscard]] constexpr Region spread() const noexcept {
    constexpr int last_row = stride * (half - 1);
    const Word u = upper | upper << 1 | upper >> 1;
    const Word l = lower | lower << 1 | lower >> 1;
    return {u | u << stride | u >> stride | l << last_row,
            l | l << stride | l >> stride | u >> last_row};
  }
  [[nodiscard]] constexpr unsigned row(int y) const noexcept {
    return static_cast<unsigned>((y < half ? upper : lower) >> (stride * (y % half)) & row_mask);
  }

  friend constexpr Region operator&(Region a, Region b) noexcept {
    return {a.upper & b.upper, a.lower & b.lower};
  }
  friend constexpr Region operator+(Region a, Region b) noexcept {
    return {a.upper | b.upper, a.lower | b.lower};
  }
  // Without the other's members.
  friend constexpr Region operator-(Region a, Region b) noexcept {
    return {a.upper & ~b.upper, a.lower & ~b.lower};
  }
  friend constexpr bool operator==(const Region&, const Region&) noexcept = default;
};

// The connected part of a region that holds its first cell.
[[nodiscard]] constexpr Region first_part(Region region) noexcept {
  Region part = region.first_cell();
  for (;;) {
    const Region grown = part.spread() & region;
    if (grown == part) return part;
    part = grown;
  }
}

struct Box {
  int left, top, width, height;

  // The most moves that any game inside takes: no two marks fit into two by two cells.
  [[nodiscard]] constexpr int longest_game() const noexcept {
    return ((width + 1) / 2) * ((height + 1) / 2);
  }
  // Whether the region has a cell in the middle: next to its image under a half turn, or itself it.
  [[nodiscard]] constexpr bool middle_of(Region region) const noexcept {
    for (int y = (height - 1) / 2; y <= height / 2; ++y) {
      for (int x = (width - 1) / 2; x <= width / 2; ++x) {
        if (region.holds(left + x, top + y)) return true;
      }
    }
    return false;
  }
};

// The smallest box around a region that is not empty.
[[nodiscard]] constexpr Box box_around(Region r) noexcept {
  const auto top_bit = [](Word word) { return static_cast<int>(std::bit_width(word)) - 1; };
  const Word rows = r.upper | r.lower;
  const Word columns =
      (rows | rows >> stride | rows >> 2 * stride | rows >> 3 * stride | rows >> 4 * stride) &
      row_mask;
  const int left = std::countr_zero(columns);
  const int top =
      r.upper != 0 ? std::countr_zero(r.upper) / stride : half + std::countr_zero(r.lower) / stride;
  const int bottom = r.lower != 0 ? half + top_bit(r.lower) / stride : top_bit(r.upper) / stride;
  return {left, top, top_bit(columns) + 1 - left, bottom + 1 - top};
}

struct Form {
  Word upper = 0;
  Word lower = 0;

  constexpr void lay_row(unsigned row, int y) noexcept {
    (y < half ? upper : lower) |= static_cast<Word>(row) << (sides * (y % half));
  }
  constexpr void lay_column(const Form& column, int x) noexcept {
    upper |= column.upper << x;
    lower |= column.lower << x;
  }
  [[nodiscard]] constexpr Region region() const noexcept {
    Region result;
    for (int y = 0; y < half; ++y) {
      result.upper |= (upper >> (sides * y) & row_mask) << (stride * y);
      result.lower |= (lower >> (sides * y) & row_mask) << (stride * y);
    }
    return result;
  }
  friend constexpr bool operator==(const Form&, const Form&) noexcept = default;
  friend constexpr auto operator<=>(const Form&, const Form&) noexcept = default;
};

// For each row of cells: the same from right to left, and the same standing in column 0.
struct Row {
  unsigned mirrored = 0;
  Form column;
};
inline constexpr auto row_table = [] {
  std::array<Row, std::size_t{1} << sides> table{};
  for (unsigned row = 0; row < table.size(); ++row) {
    for (int x = 0; x < sides; ++x) {
      if (((row >> x) & 1U) == 0) continue;
      table[row].mirrored |= 1U << (sides - 1 - x);
      table[row].column.lay_row(1, x);
    }
  }
  return table;
}();

struct Normal {
  Form form;
  bool half_turn;  // turning it by 180 degrees changes nothing
};

[[nodiscard]] inline Normal normal_form(Region part, const Box& box) noexcept {
  // As it lies, upside down, from right to left, both; then the four of its transpose.
  std::array<Form, 4> rows{};
  std::array<Form, 4> columns{};
  const bool wide = box.width >= box.height;
  const bool high = box.height >= box.width;
  const int last = box.height - 1;
  for (int y = 0; y <= last; ++y) {
    const unsigned row = part.row(box.top + y) >> box.left;
    const unsigned back = row_table[row].mirrored >> (sides - box.width);
    if (wide) {
      rows[0].lay_row(row, y);
      rows[1].lay_row(row, last - y);
      rows[2].lay_row(back, y);
      rows[3].lay_row(back, last - y);
    }
    if (high) {
      columns[0].lay_column(row_table[row].column, y);
      columns[1].lay_column(row_table[row].column, last - y);
      columns[2].lay_column(row_table[back].column, y);
      columns[3].lay_column(row_table[back].column, last - y);
    }
  }
  const auto& some = wide ? rows : columns;
  Form least = *std::min_element(some.begin(), some.end());
  if (wide && high) least = std::min(least, *std::min_element(columns.begin(), columns.end()));
  return {least, some[0] == some[3]};
}

}  // namespace quire::obstruction
