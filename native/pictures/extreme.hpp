// Extreme Tic-Tac-Toe: both BigBoards side by side. Won SmallBoards lie over their cells, open
// cells are tinted, and three SmallBoards in a row are struck through.
//
//   places 0 to 161      the cells, as the text has them
//   places 162 to 179    the SmallBoards: those of BigBoard 1, then of BigBoard 2
#pragma once

#include "games/extreme.hpp"
#include "pictures/paper.hpp"

namespace quire::pictures {

template <>
struct PictureOf<Extreme> {
  static constexpr int side = 9;
  static constexpr int gap = 1;  // the column between the BigBoards

  [[nodiscard]] static Board board(const Extreme::Size& size) {
    Board board{left_of(1) + side, side, {}, {}, {}};
    for (int cell = 0; cell < Extreme::all_cells; ++cell) {
      const Point corner = corner_of(cell);
      board.places.push_back({Extreme::cell(size, cell), corner.x, corner.y});
    }
    for (int big = 0; big < 2; ++big) {
      const int left = left_of(big);
      // Column by column, in the order of their names.
      for (int place = 0; place < Extreme::places; ++place) {
        const int x = place / 3;
        const int y = place % 3;
        std::string name{static_cast<char>('1' + big), ':', static_cast<char>('a' + x),
                         static_cast<char>('1' + y)};
        board.places.push_back({std::move(name), left + 3.0 * x, 3.0 * y, 3});
      }
      for (const double edge : {3.0, 6.0}) {
        const double across = left + edge;
        board.rules.push_back({StrokeKind::rule, {across, 0}, {across, side}});
        board.rules.push_back(
            {StrokeKind::rule, {double(left), edge}, {double(left + side), edge}});
      }
      const double middle = left + side / 2.0;
      board.labels.push_back({{middle, -label_gap - 0.7}, "BigBoard " + std::to_string(big + 1)});
      add_column_labels(board, side, left);
      add_row_labels(board, side, left);
    }
    return board;
  }

  // The position itself knows the last move.
  [[nodiscard]] static Picture draw(const ExtremePosition& position, const Past&) {
    const Extreme::Diagram diagram = position.diagram();
    std::optional<Move> last;
    if (diagram.last != Extreme::no_move) last = diagram.last;
    Picture picture{caption_of(position, last), {}, {}, {}};
    picture.cells.resize(Extreme::all_cells);
    for (int i = 0; i < Extreme::all_cells; ++i) {
      const char mark = diagram.marks[static_cast<std::size_t>(i)];
      Cell& cell = picture.cells[static_cast<std::size_t>(i)];
      cell.place = static_cast<std::uint16_t>(i);
      if (mark == '.') continue;
      cell.mark = mark;
      cell.owner = mark == 'X' ? 0 : 1;
      if (is_drawn(position, Extreme::move_on(i))) cell.tint = Tint::drawn;
    }
    add_taps(position, picture);
    if (last) picture.cells[static_cast<std::size_t>(Extreme::text_cell(*last))].last = true;
    add_won_boards(position, picture);
    add_winning_lines(position, picture);
    return picture;
  }

 private:
  [[nodiscard]] static constexpr int left_of(int big) { return big * (side + gap); }
  [[nodiscard]] static Point corner_of(int cell) {
    return {static_cast<double>(left_of(cell / 81) + cell % 9), static_cast<double>(cell % 81 / 9)};
  }
  [[nodiscard]] static bool is_owned(const ExtremePosition& position, std::size_t place,
                                     unsigned big) {
    return (((position.owned(0, big) | position.owned(1, big)) >> place) & 1U) != 0;
  }
  // Whether the SmallBoard of a move is full, and nobody's.
  [[nodiscard]] static bool is_drawn(const ExtremePosition& position, Move move) {
    const auto place = static_cast<std::size_t>(move / Extreme::bits);
    const unsigned big = move % Extreme::bits / 9U;
    return (position.marks(0, place, big) | position.marks(1, place, big)) == 511U &&
           !is_owned(position, place, big);
  }

  static void add_taps(const ExtremePosition& position, Picture& picture) {
    int free = 0;  // cells in SmallBoards that nobody has won, also once the game is over
    for (std::size_t place = 0; place < Extreme::places; ++place) {
      for (unsigned big = 0; big < 2; ++big) {
        const unsigned taken = position.marks(0, place, big) | position.marks(1, place, big);
        if (!is_owned(position, place, big)) free += 9 - nine.count[taken];
      }
    }
    // If every free cell is open, none is highlighted.
    const Tint tint = position.legal_count() != free ? Tint::open : Tint::none;
    const char mine = position.to_move() == 0 ? 'X' : 'O';
    position.for_each_legal([&](Move move) {
      Cell& cell = picture.cells[static_cast<std::size_t>(Extreme::text_cell(move))];
      cell.tint = tint;
      add_tap(picture, cell, {move, mine});
    });
  }

  static void add_won_boards(const ExtremePosition& position, Picture& picture) {
    for (unsigned big = 0; big < 2; ++big) {
      for (unsigned at = 0; at < Extreme::places; ++at) {
        const unsigned place = at % 3 * 3 + at / 3;
        if (!is_owned(position, place, big)) continue;
        const Player owner = ((position.owned(0, big) >> place) & 1U) != 0 ? 0 : 1;
        Cell cell;
        cell.place = static_cast<std::uint16_t>(Extreme::all_cells + 9 * big + at);
        cell.mark = owner == 0 ? 'X' : 'O';
        cell.owner = owner;
        cell.tint = Tint::won;
        picture.cells.push_back(cell);
      }
    }
  }

  static void add_winning_lines(const ExtremePosition& position, Picture& picture) {
    const auto small_board = [](int cell) {
      const Move move = Extreme::move_on(cell);
      return move / Extreme::bits + Extreme::places * (cell / 81);
    };
    const auto centre = [](int cell) {
      const Point corner = corner_of(cell);
      return Point{corner.x + 0.5, corner.y + 0.5};
    };
    position.for_each_line([&](const LineCells& line) {
      const int first = line.front(), last = line.back();
      if (small_board(first) == small_board(last)) return;
      const auto place = static_cast<unsigned>(Extreme::move_on(first) / Extreme::bits);
      const unsigned mine = position.owned(0, first < 81 ? 0 : 1);
      const Player owner = ((mine >> place) & 1U) != 0 ? 0 : 1;
      picture.strokes.push_back({StrokeKind::line, centre(first), centre(last), owner});
    });
  }
};

}  // namespace quire::pictures
