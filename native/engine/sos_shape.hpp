// A position of sos as its solver sees it: only what can still make an S-O-S.
//
//   S . .        cells that are empty and on a live line are numbered from 0: here a = 0, b = 1
//   O a S        a line is what it still needs: {a = O, b = S} for the one that falls from the
//   . . b        corner. Letters are on the board no more; a letter that serves no live line, and
//                an empty cell that is on none, have vanished.
//
// A line that holds a wrong letter, or is complete, is dead. Empty cells on no live line are good
// for passing the turn, no more; two of them cancel out.
//
// The key of a position is the sum over its live lines of a random number for what the line still
// needs, so that positions that need the same are the same. There is one sum for each image of
// the board under its symmetries, and the least of them is the key.
#pragma once

#include <vector>

#include "core/bits.hpp"
#include "engine/sos_table.hpp"
#include "games/sos.hpp"

namespace quire {

class SosShape {
 public:
  static constexpr int most_cells = 64;

  struct Line {
    std::array<Word, 3> cell{};  // one bit each, 0 for a letter that stands: S, O, S
    Word s = 0, o = 0, all = 0;

    // The cells that need S (0), that need O (1).
    [[nodiscard]] Word of(unsigned letter) const noexcept { return letter == 0 ? s : o; }
    // Which of the three are still empty, as a number from 0 to 7.
    [[nodiscard]] unsigned part(Word empty) const noexcept {
      return static_cast<unsigned>((empty & cell[0]) != 0) |
             static_cast<unsigned>((empty & cell[1]) != 0) << 1U |
             static_cast<unsigned>((empty & cell[2]) != 0) << 2U;
    }
  };

  template <int Words>
  explicit SosShape(const SosPosition<Words>& position) : grid_(position.size().grid) {
    const std::string marks = position.diagram().marks;
    number_.assign(marks.size(), -1);
    for (const LineCells& cells : live_lines(marks, SosLines::of(grid_))) {
      add_line(marks, cells);
    }
    for (std::size_t cell = 0; cell < marks.size(); ++cell) {
      if (marks[cell] == '.' && number_[cell] < 0) idle_.push_back(static_cast<int>(cell));
    }
  }

  // More live cells than a word has bits: nothing else of the shape may be used.
  [[nodiscard]] bool too_large() const noexcept { return cells() > most_cells; }
  [[nodiscard]] int cells() const noexcept { return static_cast<int>(cell_.size()); }
  [[nodiscard]] int cell(int number) const noexcept {
    return cell_[static_cast<std::size_t>(number)];
  }
  [[nodiscard]] const std::vector<int>& idle() const noexcept { return idle_; }
  [[nodiscard]] const std::vector<Line>& lines() const noexcept { return lines_; }
  [[nodiscard]] const text::Grid& grid() const noexcept { return grid_; }

 private:
  [[nodiscard]] static std::vector<LineCells> live_lines(std::string_view marks,
                                                         const SosLines& lines) {
    std::vector<LineCells> live;
    const auto at = [&](int cell) { return marks[static_cast<std::size_t>(cell)]; };
    for (int mid = 0; mid < static_cast<int>(marks.size()); ++mid) {
      if (at(mid) == 'S') continue;
      for (const auto& [a, b] : lines.around(mid, 1)) {
        if (a == b || at(a) == 'O' || at(b) == 'O') continue;
        if (at(mid) == '.' || at(a) == '.' || at(b) == '.') live.push_back({a, mid, b});
      }
    }
    return live;
  }
  void add_line(std::string_view marks, const LineCells& cells) {
    Line line;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto cell = static_cast<std::size_t>(cells[i]);
      if (marks[cell] != '.') continue;
      if (number_[cell] < 0) {
        number_[cell] = static_cast<int>(cell_.size());
        cell_.push_back(cells[i]);
      }
      line.cell[i] = Word{1} << (number_[cell] & 63);
    }
    line.s = line.cell[0] | line.cell[2];
    line.o = line.cell[1];
    line.all = line.s | line.o;
    lines_.push_back(line);
  }

  text::Grid grid_;
  std::vector<int> number_;  // of each cell of the board, -1: none
  std::vector<int> cell_;    // of the board, by number
  std::vector<int> idle_;    // empty cells of the board that are on no live line
  std::vector<Line> lines_;
};

// The random numbers of a shape's lines for `Images` images of its board: 1, or 4 (8 where it is
// square) for all of them.
template <int Images>
class SosNumbers {
 public:
  // The sums for all images, low and high halves in turn.
  using Sums = std::array<std::uint64_t, 2 * Images>;

  explicit SosNumbers(const SosShape& shape)
      : of_part_(shape.lines().size() * 8), of_need_(static_cast<std::size_t>(shape.cells()) * 2) {
    for (std::size_t i = 0; i < shape.lines().size(); ++i) {
      for (unsigned part = 1; part < 8; ++part) {
        for (int image = 0; image < Images; ++image) {
          Needs needs(shape, image);
          for (unsigned at = 0; at < 3; ++at) {
            const Word bit = shape.lines()[i].cell[at];
            if (((part >> at) & 1U) != 0 && bit != 0) {
              needs.add(std::countr_zero(bit), at == 1 ? 1 : 0);
            }
          }
          needs.put_into(of_part_[i * 8 + part], image);
        }
      }
    }
    for (int cell = 0; cell < shape.cells(); ++cell) {
      for (int letter = 0; letter < 2; ++letter) {
        for (int image = 0; image < Images; ++image) {
          Needs needs(shape, image);
          needs.add(cell, letter);
          needs.put_into(of_need_[static_cast<std::size_t>(2 * cell + letter)], image);
        }
      }
    }
  }

  // What a line needs when these of its cells are empty.
  [[nodiscard]] const Sums& of_part(std::size_t line, unsigned part) const noexcept {
    return of_part_[line * 8 + part];
  }
  // A line that needs only this letter on this cell.
  [[nodiscard]] const Sums& of_need(int cell, int letter) const noexcept {
    return of_need_[static_cast<std::size_t>(2 * cell + letter)];
  }

  static void add(Sums& sums, const Sums& other) noexcept {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += other[i];
  }
  static void subtract(Sums& sums, const Sums& other) noexcept {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] -= other[i];
  }
  [[nodiscard]] static SosKey least(const Sums& sums) noexcept {
    SosKey key{sums[0], sums[1]};
    for (std::size_t i = 2; i < sums.size(); i += 2)
      key = std::min(key, SosKey{sums[i], sums[i + 1]});
    return key;
  }
  [[nodiscard]] static constexpr std::uint64_t random(std::uint64_t from) noexcept {
    Hasher hasher;
    hasher.add(from);
    hasher.add(from ^ 0x5bd1e9955bd1e995U);
    return hasher.value();
  }

 private:
  // A set of letters needed, on an image of the board.
  class Needs {
   public:
    Needs(const SosShape& shape, int image) : shape_(shape), image_(image) {}
    void add(int number, int letter) noexcept {
      const text::Grid& grid = shape_.grid();
      int x = shape_.cell(number) % grid.columns;
      int y = shape_.cell(number) / grid.columns;
      if ((image_ & 1) != 0) x = grid.columns - 1 - x;
      if ((image_ & 2) != 0) y = grid.rows - 1 - y;
      if ((image_ & 4) != 0) std::swap(x, y);
      need_[count_++] = static_cast<std::uint64_t>(2 * (y * grid.columns + x) + letter + 1);
    }
    void put_into(Sums& sums, int image) noexcept {
      std::sort(need_.begin(), need_.end());
      const std::uint64_t set = need_[0] << 40U | need_[1] << 20U | need_[2];
      sums[static_cast<std::size_t>(2 * image)] = random(2 * set);
      sums[static_cast<std::size_t>(2 * image + 1)] = random(2 * set + 1);
    }

   private:
    const SosShape& shape_;
    int image_;
    std::array<std::uint64_t, 3> need_{};
    std::size_t count_ = 0;
  };

  std::vector<Sums> of_part_;
  std::vector<Sums> of_need_;
};

}  // namespace quire
