// Obstruction: the marks of both players, shaded cells, and the free ones.
#pragma once

#include "games/obstruction.hpp"
#include "pictures/paper.hpp"

namespace quire::pictures {

template <>
struct PictureOf<Obstruction> {
  [[nodiscard]] static Board board(const Obstruction::Size& size) { return grid_board(size.grid); }

  template <int Words>
  [[nodiscard]] static Picture draw(const ObstructionPosition<Words>& position, const Past& past) {
    Picture picture{caption_of(position, past.last), {}, {}, {}};
    const std::string marks = position.diagram().marks;
    const char mine = position.to_move() == 0 ? 'X' : 'O';
    picture.cells.resize(marks.size());
    for (std::size_t i = 0; i < marks.size(); ++i) {
      Cell& cell = picture.cells[i];
      cell.place = static_cast<std::uint16_t>(i);
      if (marks[i] == '.') {
        add_tap(picture, cell, {static_cast<Move>(i), mine});
      } else if (marks[i] == '#') {
        cell.tint = Tint::shaded;
      } else {
        cell.mark = marks[i];
        cell.owner = marks[i] == 'X' ? 0 : 1;
      }
    }
    if (past.last) picture.cells[*past.last].last = true;
    return picture;
  }
};

}  // namespace quire::pictures
