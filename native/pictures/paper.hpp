// Shared by the games' pictures: squared paper, and cells into which a move writes a letter.
#pragma once

#include "core/notation.hpp"
#include "pictures/picture.hpp"

namespace quire::pictures {

inline constexpr double label_gap = 0.4;  // from the board to the centre of a label, in cells

inline void add_column_labels(Board& board, int columns, int left = 0) {
  for (int x = 0; x < columns; ++x) {
    board.labels.push_back(
        {{left + x + 0.5, -label_gap}, std::string(1, static_cast<char>('a' + x))});
  }
}
inline void add_row_labels(Board& board, int rows, int left = 0) {
  for (int y = 0; y < rows; ++y) {
    board.labels.push_back({{left - label_gap, y + 0.5}, std::to_string(y + 1)});
  }
}

// A board of squares, with letters above and numbers on the left.
[[nodiscard]] inline Board grid_board(const text::Grid& grid) {
  Board board{grid.columns, grid.rows, {}, {}, {}};
  for (int cell = 0; cell < grid.cells(); ++cell) {
    board.places.push_back({grid.cell(cell), static_cast<double>(cell % grid.columns),
                            static_cast<double>(cell / grid.columns)});
  }
  add_column_labels(board, grid.columns);
  add_row_labels(board, grid.rows);
  return board;
}

// A stroke between the centres of two cells, which are numbered row by row.
[[nodiscard]] inline Stroke stroke_through(int columns, int first, int last, Player owner) {
  const auto centre = [&](int cell) { return Point{cell % columns + 0.5, cell / columns + 0.5}; };
  return {StrokeKind::line, centre(first), centre(last), owner};
}

inline void add_tap(Picture& picture, Cell& cell, Tap tap) {
  if (cell.taps == 0) cell.first_tap = static_cast<std::uint32_t>(picture.taps.size());
  ++cell.taps;
  picture.taps.push_back(tap);
}

// The picture of a game in which move 2 * cell writes S into any empty cell, and 2 * cell + 1 O.
template <Position P>
[[nodiscard]] Picture letter_picture(const P& position, std::optional<Move> last) {
  Picture picture{caption_of(position, last), {}, {}, {}};
  const std::string marks = position.diagram().marks;
  const bool over = position.over();
  picture.cells.resize(marks.size());
  if (!over) picture.taps.reserve(2 * marks.size());
  for (std::size_t i = 0; i < marks.size(); ++i) {
    Cell& cell = picture.cells[i];
    cell.place = static_cast<std::uint16_t>(i);
    if (marks[i] != '.') {
      cell.mark = marks[i];
    } else if (!over) {
      add_tap(picture, cell, {static_cast<Move>(2 * i), 'S'});
      add_tap(picture, cell, {static_cast<Move>(2 * i + 1), 'O'});
    }
  }
  if (last) picture.cells[*last / 2U].last = true;
  return picture;
}

// The player whose line ended the game, or nobody.
template <Position P>
[[nodiscard]] Player winner_by_line(const P& position) {
  const auto end = position.outcome();
  return end && end->reason == Reason::line ? end->winner : nobody;
}

}  // namespace quire::pictures
