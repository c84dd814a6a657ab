// SOS on a grid: letters in black, and every S-O-S as a line in its maker's colour.
//
// The letters don't say who made an S-O-S, so the picture of a move takes the makers of all earlier
// lines from the picture before it: the others stay in their order, and those through the cell of
// the last move are new.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "games/sos.hpp"
#include "pictures/paper.hpp"

namespace quire::pictures {

template <>
struct PictureOf<Sos> {
  [[nodiscard]] static Board board(const Sos::Size& size) { return grid_board(size.grid); }

  template <int Words>
  [[nodiscard]] static Picture draw(const SosPosition<Words>& position, const Past& past) {
    Picture picture = letter_picture(position, past.last);
    const int columns = position.size().grid.columns;
    // If the first S-O-S wins, the player who made it is known without the moves.
    const Player winner = winner_by_line(position);
    std::size_t at = 0;
    position.for_each_line([&](const LineCells& line) {
      const Player maker = at < past.makers.size() ? past.makers[at] : nobody;
      ++at;
      picture.strokes.push_back(
          stroke_through(columns, line.front(), line.back(), maker == nobody ? winner : maker));
    });
    return picture;
  }

  // The player who wrote the last of its letters made a line; nobody if all were there before.
  template <int Words>
  [[nodiscard]] static std::vector<Player> makers(const SosPosition<Words>& position,
                                                  const std::vector<Turn>& turns) {
    std::vector<int> written(static_cast<std::size_t>(position.size().grid.cells()), -1);
    for (std::size_t number = 0; number < turns.size(); ++number) {
      written[turns[number].move / 2U] = static_cast<int>(number);
    }
    std::vector<Player> makers;
    position.for_each_line([&](const LineCells& line) {
      int third = -1;
      for (const int cell : line) third = std::max(third, written[static_cast<std::size_t>(cell)]);
      makers.push_back(third < 0 ? nobody : turns[static_cast<std::size_t>(third)].player);
    });
    return makers;
  }

  template <int Words>
  [[nodiscard]] static std::vector<Player> makers_after(const SosPosition<Words>& position,
                                                        const std::vector<Player>& before,
                                                        Move last) {
    // A player who made a line moves again, or has won.
    const Player winner = winner_by_line(position);
    const Player mover = winner == nobody ? position.to_move() : winner;
    std::vector<Player> makers;
    makers.reserve(before.size() + 8);
    std::size_t old = 0;
    position.for_each_line([&](const LineCells& line) {
      const bool is_new = std::find(line.begin(), line.end(), last / 2) != line.end();
      if (!is_new && old == before.size()) throw std::invalid_argument(mismatch);
      makers.push_back(is_new ? mover : before[old++]);
    });
    if (old != before.size()) throw std::invalid_argument(mismatch);
    return makers;
  }

 private:
  static constexpr const char* mismatch =
      "the lines are not those of the position before the last move";
};

}  // namespace quire::pictures
