// A position of sos for fast playouts: all cells that score, and all that give a score away, found
// at once by shifting bit sets.
//
//   a step to the right, on a board of 4 columns:  "my right neighbour is in B"
//
//     B = . x . .     >> 1 without what           x . . .
//         x . . x     wrapped around the edge     . . x .
//
// For an empty cell and a letter, the lines through the cell say what the letter does there:
//   takes    completes an S-O-S
//   unsafe   leaves a line that needs only one letter more: the next player may complete it
#pragma once

#include "games/sos.hpp"

namespace quire {

template <int Words>
[[nodiscard]] constexpr Bits<Words> operator&(Bits<Words> a, const Bits<Words>& b) noexcept {
  for (std::size_t i = 0; i < Words; ++i) a.word[i] &= b.word[i];
  return a;
}

// Every member minus, or plus, 0 < distance < 64.
template <int Words>
[[nodiscard]] constexpr Bits<Words> lowered(Bits<Words> bits, int distance) noexcept {
  for (std::size_t i = 0; i < Words; ++i) {
    bits.word[i] >>= distance;
    if (i + 1 < Words) bits.word[i] |= bits.word[i + 1] << (64 - distance);
  }
  return bits;
}
template <int Words>
[[nodiscard]] constexpr Bits<Words> raised(Bits<Words> bits, int distance) noexcept {
  for (std::size_t i = Words; i-- > 0;) {
    bits.word[i] <<= distance;
    if (i > 0) bits.word[i] |= bits.word[i - 1] >> (64 - distance);
  }
  return bits;
}

// The four directions on one size of board.
template <int Words>
class SosSteps {
 public:
  using Set = Bits<Words>;
  struct Direction {
    int step = 0;
    Set ahead, far_ahead, behind, far_behind;  // the cells that have a cell there

    // The cells whose neighbour in this direction is in the set; one further on; and backwards.
    [[nodiscard]] Set next(const Set& set) const noexcept { return lowered(set, step) & ahead; }
    [[nodiscard]] Set beyond(const Set& set) const noexcept {
      return lowered(set, 2 * step) & far_ahead;
    }
    [[nodiscard]] Set last(const Set& set) const noexcept { return raised(set, step) & behind; }
    [[nodiscard]] Set before_last(const Set& set) const noexcept {
      return raised(set, 2 * step) & far_behind;
    }
  };

  explicit SosSteps(const text::Grid& grid) noexcept {
    constexpr std::array<std::array<int, 2>, 4> directions{{{1, 0}, {1, 1}, {0, 1}, {-1, 1}}};
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const auto [dx, dy] = directions[d];
      directions_[d].step = dx + dy * grid.columns;
      const auto fill = [&](Set& set, int steps) {
        for (int cell = 0; cell < grid.cells(); ++cell) {
          const int x = cell % grid.columns + steps * dx, y = cell / grid.columns + steps * dy;
          if (x >= 0 && x < grid.columns && y >= 0 && y < grid.rows) set.set(cell);
        }
      };
      fill(directions_[d].ahead, 1);
      fill(directions_[d].far_ahead, 2);
      fill(directions_[d].behind, -1);
      fill(directions_[d].far_behind, -2);
    }
  }
  [[nodiscard]] auto begin() const noexcept { return directions_.begin(); }
  [[nodiscard]] auto end() const noexcept { return directions_.end(); }

 private:
  static_assert(2 * (Sos::most + 1) < 64);
  std::array<Direction, 4> directions_;
};

// What S (0) and O (1) would do on every empty cell.
template <int Words>
struct SosEffects {
  std::array<Bits<Words>, 2> takes;
  std::array<Bits<Words>, 2> unsafe;
};

template <int Words>
class SosBoard {
 public:
  using Set = Bits<Words>;

  explicit SosBoard(const SosPosition<Words>& position)
      : lines_(&SosLines::of(position.size().grid)),
        players_(position.size().players),
        out_(position.out()),
        simple_(position.size().simple),
        to_move_(position.to_move()),
        points_(position.points()) {
    const std::string marks = position.diagram().marks;
    for (int cell = 0; cell < static_cast<int>(marks.size()); ++cell) {
      const char mark = marks[static_cast<std::size_t>(cell)];
      (mark == 'S' ? s_ : mark == 'O' ? o_ : empty_).set(cell);
    }
  }

  [[nodiscard]] const Set& empty() const noexcept { return empty_; }
  [[nodiscard]] const text::Grid& grid() const noexcept { return lines_->grid(); }
  [[nodiscard]] int players() const noexcept { return players_; }
  [[nodiscard]] bool simple() const noexcept { return simple_; }
  [[nodiscard]] bool in(int player) const noexcept { return ((out_ >> player) & 1U) == 0; }
  [[nodiscard]] Player to_move() const noexcept { return to_move_; }
  [[nodiscard]] const Points& points() const noexcept { return points_; }
  // In the simple variant, who made the first S-O-S.
  [[nodiscard]] Player winner() const noexcept { return winner_; }
  [[nodiscard]] bool over() const noexcept { return winner_ != nobody || !empty_.any(); }

  // How far a player is ahead of the best other one; in simple 1, 0 or -1.
  [[nodiscard]] int margin(Player player) const noexcept {
    if (simple_) return winner_ == nobody ? 0 : winner_ == player ? 1 : -1;
    int other = 0;
    for (int p = 0; p < players_; ++p) {
      if (p != player && in(p)) other = std::max(other, points_[static_cast<std::size_t>(p)]);
    }
    return points_[player] - other;
  }

  [[nodiscard]] SosEffects<Words> effects(const SosSteps<Words>& steps) const noexcept {
    SosEffects<Words> found;
    for (const auto& d : steps) {
      const Set s1 = d.next(s_), s2 = d.beyond(s_), s3 = d.last(s_), s4 = d.before_last(s_);
      const Set o1 = d.next(o_), o3 = d.last(o_);
      const Set e1 = d.next(empty_), e2 = d.beyond(empty_);
      const Set e3 = d.last(empty_), e4 = d.before_last(empty_);
      found.takes[0] |= (o1 & s2) | (o3 & s4);
      found.takes[1] |= s1 & s3;
      found.unsafe[0] |= (e1 & s2) | (o1 & e2) | (e3 & s4) | (o3 & e4);
      found.unsafe[1] |= (s1 & e3) | (e1 & s3);
    }
    for (std::size_t letter = 0; letter < 2; ++letter) {
      found.takes[letter] = found.takes[letter] & empty_;
      found.unsafe[letter] = found.unsafe[letter] & empty_;
    }
    return found;
  }

  [[nodiscard]] int makes(int cell, int letter) const noexcept {
    const Set& beside = letter == 0 ? o_ : s_;
    int made = 0;
    for (const auto& [a, b] : lines_->around(cell, letter)) {
      made += static_cast<int>(beside.test(a)) & static_cast<int>(s_.test(b));
    }
    return made;
  }

  // The cells, empty or not, of lines that are not complete and can still be.
  [[nodiscard]] Set alive(const SosSteps<Words>& steps) const noexcept {
    const Set s = s_ | empty_, o = o_ | empty_;
    Set found;
    for (const auto& d : steps) {
      const Set complete = o_ & d.next(s_) & d.last(s_);
      const Set middle = (o & d.next(s) & d.last(s)) - complete;
      found |= middle | d.next(middle) | d.last(middle);
    }
    return found;
  }

  // Positions with the same key have the same future: the letters and empty cells among those
  // alive, the points, whose turn it is, and one more word from the caller.
  [[nodiscard]] std::uint64_t key(const Set& alive, std::uint64_t more) const noexcept {
    Hasher hasher;
    hasher.add(s_ & alive);
    hasher.add(o_ & alive);
    hasher.add(empty_ & alive);
    for (int p = 0; p < players_; ++p) {
      more = more << 16U ^ more >> 48U ^
             static_cast<std::uint64_t>(points_[static_cast<std::size_t>(p)]);
      hasher.add(more);
    }
    hasher.add(to_move_);
    return hasher.value();
  }

  // The lines through an empty cell that can still become S-O-S if it gets this letter.
  [[nodiscard]] int live_lines(int cell, int letter) const noexcept {
    const Set& wrong = letter == 0 ? s_ : o_;  // for the first of the other two; the second wants S
    int live = 0;
    for (const auto& [a, b] : lines_->around(cell, letter)) {
      live += static_cast<int>(a != b) & static_cast<int>(!wrong.test(a)) &
              static_cast<int>(!o_.test(b));
    }
    return live;
  }

  void play(Move move) noexcept {
    const int cell = move / 2, letter = move % 2;
    const int made = makes(cell, letter);
    (letter == 0 ? s_ : o_).set(cell);
    empty_.reset(cell);
    if (made == 0) {
      pass();
    } else if (simple_) {
      winner_ = to_move_;
    } else {
      points_[to_move_] += made;
    }
  }

 private:
  void pass() noexcept {
    do {
      to_move_ = static_cast<Player>(to_move_ + 1 == players_ ? 0 : to_move_ + 1);
    } while (!in(to_move_));
  }

  Set s_, o_, empty_;
  const SosLines* lines_;
  int players_;
  unsigned out_;
  bool simple_;
  Player to_move_;
  Player winner_ = nobody;
  Points points_;
};

}  // namespace quire
