// SOS on a line: one row of squares, numbered from 1.
#pragma once

#include "games/line.hpp"
#include "pictures/paper.hpp"

namespace quire::pictures {

template <>
struct PictureOf<Line> {
  // Longer lines have a number at every fifth square only, to stay legible.
  static constexpr int longest_fully_numbered = 30;

  [[nodiscard]] static Board board(const Line::Size& size) {
    Board board{size.squares, 1, {}, {}, {}};
    for (int square = 0; square < size.squares; ++square) {
      const int number = square + 1;
      board.places.push_back({Line::cell(size, square), static_cast<double>(square), 0});
      if (size.squares <= longest_fully_numbered || number == 1 || number % 5 == 0) {
        board.labels.push_back({{number - 0.5, -label_gap}, std::to_string(number)});
      }
    }
    return board;
  }

  template <int Words>
  [[nodiscard]] static Picture draw(const LinePosition<Words>& position, const Past& past) {
    Picture picture = letter_picture(position, past.last);
    const Player winner = winner_by_line(position);
    position.for_each_line([&](const LineCells& line) {
      picture.strokes.push_back(
          stroke_through(position.size().squares, line.front(), line.back(), winner));
    });
    return picture;
  }
};

}  // namespace quire::pictures
