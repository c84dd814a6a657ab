// Tic-tac-toe: marks on hexagons, so that another shape than a square is played everywhere.
#pragma once

#include "pictures/paper.hpp"
#include "tests/toy/tictactoe.hpp"

namespace quire::pictures {

template <>
struct PictureOf<TicTacToe> {
  [[nodiscard]] static Board board(const TicTacToe::Size& size) {
    Board board = grid_board(size.grid);
    for (Place& place : board.places) {
      place.corners = {{0, -0.5}, {0.5, -0.25}, {0.5, 0.25}, {0, 0.5}, {-0.5, 0.25}, {-0.5, -0.25}};
    }
    return board;
  }

  [[nodiscard]] static Picture draw(const TicTacToePosition& position, const Past& past) {
    Picture picture{caption_of(position, past.last), {}, {}, {}};
    const std::string marks = position.diagram().marks;
    const bool over = position.over();
    const char mine = position.to_move() == 0 ? 'X' : 'O';
    picture.cells.resize(marks.size());
    for (std::size_t i = 0; i < marks.size(); ++i) {
      Cell& cell = picture.cells[i];
      cell.place = static_cast<std::uint16_t>(i);
      if (marks[i] != '.') {
        cell.mark = marks[i];
        cell.owner = marks[i] == 'X' ? 0 : 1;
      } else if (!over) {
        add_tap(picture, cell, {static_cast<Move>(i), mine});
      }
    }
    if (past.last) picture.cells[*past.last].last = true;
    const Player winner = winner_by_line(position);
    position.for_each_line([&](const LineCells& line) {
      picture.strokes.push_back(
          stroke_through(position.size().grid.columns, line.front(), line.back(), winner));
    });
    return picture;
  }
};

}  // namespace quire::pictures
