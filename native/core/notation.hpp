// Reading and writing the notation that the games share: numbers, grid cells, rows of a board.
// Every parser throws NotationError with a message for players.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"

namespace quire::text {

inline constexpr std::size_t longest =
    4096;  // no position text is longer; a line of 2000 squares takes half of it

[[nodiscard]] constexpr bool is_space(char c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) noexcept { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr char upper(char c) noexcept {
  return is_letter(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

// The typed text for a message: one '?' for each character that is not printable ASCII.
[[nodiscard]] inline std::string quoted(std::string_view typed) {
  constexpr std::size_t shown = 60;
  std::string result = "'";
  for (const char c : typed.substr(0, shown)) {
    const bool continues = (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
    if (!continues) result += c >= ' ' && c <= '~' ? c : '?';
  }
  return result + (typed.size() > shown ? "...'" : "'");
}

// Lower case, without white space: how moves and sizes are parsed.
[[nodiscard]] inline std::string squeezed(std::string_view typed) {
  if (typed.size() > longest) throw NotationError("the text is too long: " + quoted(typed));
  std::string result;
  for (const char c : typed) {
    if (!is_space(c)) result += lower(c);
  }
  return result;
}

// The parts between white space, in lower case.
[[nodiscard]] inline std::vector<std::string> fields(std::string_view typed) {
  if (typed.size() > longest) throw NotationError("the text is too long: " + quoted(typed));
  std::vector<std::string> result;
  bool inside = false;
  for (const char c : typed) {
    if (is_space(c)) {
      inside = false;
      continue;
    }
    if (!inside) result.emplace_back();
    inside = true;
    result.back() += lower(c);
  }
  return result;
}

[[nodiscard]] inline std::vector<std::string_view> split(std::string_view whole, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0;;) {
    const std::size_t to = whole.find(separator, from);
    parts.push_back(whole.substr(from, to - from));
    if (to == std::string_view::npos) return parts;
    from = to + 1;
  }
}

// A whole number without sign or leading zeros, capped at a billion.
[[nodiscard]] inline std::optional<int> number(std::string_view digits) {
  if (digits.empty() || (digits.front() == '0' && digits.size() > 1)) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : digits) {
    if (!is_digit(c)) return std::nullopt;
    value = std::min(value * 10 + (c - '0'), std::int64_t{1'000'000'000});
  }
  return static_cast<int>(value);
}

// The player named from 1, as an index from 0.
[[nodiscard]] inline Player player(std::string_view field, int players) {
  const auto value = number(field);
  if (!value || *value < 1 || *value > players) {
    throw NotationError("the player to move must be 1 to " + std::to_string(players) + ", not " +
                        quoted(field));
  }
  return static_cast<Player>(*value - 1);
}

struct Grid {
  int columns = 0;
  int rows = 0;

  [[nodiscard]] constexpr int cells() const noexcept { return columns * rows; }
  [[nodiscard]] std::string text() const {
    return std::to_string(columns) + "x" + std::to_string(rows);
  }
  // `b3`: column letters from the left, row numbers from the top.
  [[nodiscard]] std::string cell(int index) const {
    return static_cast<char>('a' + index % columns) + std::to_string(index / columns + 1);
  }
  friend constexpr bool operator==(const Grid&, const Grid&) noexcept = default;
};

// `7x5`, both sides within the bounds.
[[nodiscard]] inline Grid grid(std::string_view typed, int least, int most) {
  const auto parts = split(typed, 'x');
  const int columns = parts.size() == 2 ? number(parts[0]).value_or(-1) : -1;
  const int rows = parts.size() == 2 ? number(parts[1]).value_or(-1) : -1;
  const std::string bounds = std::to_string(least) + " to " + std::to_string(most);
  if (columns < 0 || rows < 0) {
    throw NotationError(quoted(typed) + " is not a size: write columns x rows, such as 6x6, " +
                        bounds + " each");
  }
  for (const int side : {columns, rows}) {
    if (side < least || side > most) {
      throw NotationError(quoted(typed) + " is out of range: columns and rows must be " + bounds +
                          " here");
    }
  }
  return {columns, rows};
}

// `b3` on this grid. `whole` is what the player typed, for the message.
[[nodiscard]] inline int cell(const Grid& grid, std::string_view typed, std::string_view whole,
                              std::string_view example) {
  const bool lettered = !typed.empty() && is_letter(typed.front());
  const auto row = lettered ? number(typed.substr(1)) : std::nullopt;
  if (!row || *row == 0) {
    throw NotationError(quoted(whole) + " is not a move: write it like " + std::string(example));
  }
  const int column = typed.front() - 'a';
  if (column >= grid.columns || *row > grid.rows) {
    throw IllegalMove(quoted(whole) + " is off the board: columns a to " +
                      static_cast<char>('a' + grid.columns - 1) + ", rows 1 to " +
                      std::to_string(grid.rows));
  }
  return (*row - 1) * grid.columns + column;
}

struct Board {
  Grid grid;
  std::string marks;  // row by row, upper case
};

// Rows joined by `/`, every mark one of `allowed` (upper case).
[[nodiscard]] inline Board board(std::string_view field, std::string_view allowed, int least,
                                 int most) {
  const auto rows = split(field, '/');
  Board result{{static_cast<int>(rows.front().size()), static_cast<int>(rows.size())}, {}};
  for (const auto row : rows) {
    if (static_cast<int>(row.size()) != result.grid.columns) {
      throw NotationError("all rows must have the same length: " + quoted(field));
    }
    for (const char c : row) {
      if (allowed.find(upper(c)) == std::string_view::npos) {
        throw NotationError("a board may only contain " + std::string(allowed) + ", not " +
                            quoted(std::string_view(&c, 1)));
      }
      result.marks += upper(c);
    }
  }
  const auto [shortest, longest_side] = std::minmax(result.grid.columns, result.grid.rows);
  if (shortest < least || longest_side > most) {
    throw NotationError("the board is " + result.grid.text() + ": columns and rows must be " +
                        std::to_string(least) + " to " + std::to_string(most));
  }
  return result;
}

[[nodiscard]] inline std::string rows(const Grid& grid, std::string_view marks) {
  std::string result;
  for (int row = 0; row < grid.rows; ++row) {
    if (row > 0) result += '/';
    result += marks.substr(static_cast<std::size_t>(row * grid.columns),
                           static_cast<std::size_t>(grid.columns));
  }
  return result;
}

}  // namespace quire::text
