// A position of sos as its solver sees it: only what can still make an S-O-S.
//
//   S . .        Empty cells on live lines are numbered from 0; here let a be 0 and b be 1.
//   O a S        A line is what it still needs. {a: O, b: S} is the one that falls from the corner:
//   . . b        s = ...10, o = ...01. Letters are not kept, nor cells that no live line needs.
//
// A line that holds a wrong letter or is complete is dead. Empty cells on dead lines only are idle:
// good for passing the turn and no more, so that two of them cancel out.
#pragma once

#include <vector>

#include "core/bits.hpp"
#include "games/sos.hpp"

namespace quire {

struct SosLine {
  Word s, o;  // the cells that must become S, that must become O; three at most

  [[nodiscard]] Word all() const noexcept { return s | o; }
  [[nodiscard]] Word of(unsigned letter) const noexcept { return letter == 0 ? s : o; }
};

class SosShape {
 public:
  static constexpr int max_cells = 64;

  template <int Words>
  explicit SosShape(const SosPosition<Words>& position) {
    const Sos::Diagram diagram = position.diagram();
    number_.assign(diagram.marks.size(), -1);
    add_lines(diagram.marks, SosLines::of(diagram.size.grid));
    for (std::size_t cell = 0; cell < number_.size(); ++cell) {
      if (diagram.marks[cell] == '.' && number_[cell] < 0) idle_.push_back(static_cast<int>(cell));
    }
  }

  // More live cells than a word has bits; the lines do not hold then, only their number does.
  [[nodiscard]] bool too_large() const noexcept { return cells() > max_cells; }
  [[nodiscard]] int cells() const noexcept { return static_cast<int>(cell_.size()); }
  // Where on the board a live cell is.
  [[nodiscard]] int cell(int number) const noexcept {
    return cell_[static_cast<std::size_t>(number)];
  }
  [[nodiscard]] const std::vector<SosLine>& lines() const noexcept { return lines_; }
  // Empty cells of the board that are on no live line.
  [[nodiscard]] const std::vector<int>& idle() const noexcept { return idle_; }

 private:
  void add_lines(std::string_view marks, const SosLines& lines) {
    const auto at = [&](int cell) { return marks[static_cast<std::size_t>(cell)]; };
    for (int mid = 0; mid < static_cast<int>(marks.size()); ++mid) {
      if (at(mid) == 'S') continue;
      for (const auto& [a, b] : lines.around(mid, 1)) {
        if (a == b || at(a) == 'O' || at(b) == 'O') continue;
        SosLine line{0, 0};
        if (at(a) == '.') line.s |= bit(a);
        if (at(b) == '.') line.s |= bit(b);
        if (at(mid) == '.') line.o = bit(mid);
        if (line.all() != 0) lines_.push_back(line);
      }
    }
  }
  [[nodiscard]] Word bit(int cell) {
    int& number = number_[static_cast<std::size_t>(cell)];
    if (number < 0) {
      number = cells();
      cell_.push_back(cell);
    }
    return Word{1} << (number % max_cells);
  }

  std::vector<int> number_;  // of each cell of the board, -1: not live
  std::vector<int> cell_;
  std::vector<int> idle_;
  std::vector<SosLine> lines_;
};

}  // namespace quire
