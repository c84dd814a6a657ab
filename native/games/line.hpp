// SOS on a line of 3 to 2000 squares; the first to complete S-O-S wins.
//
//   squares   1 2 3 4 5          two bit sets, one per letter; bit 0 is square 1
//             S . . O S          s_  ... 1 0 0 0 1
//                                o_  ... 0 1 0 0 0
//
//   move = 2 * (square - 1) + letter    (letter: 0 is S, 1 is O)
//
// Lines of up to 64 squares take one word per letter, longer ones thirty-two.
#pragma once

#include <tuple>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/hash.hpp"
#include "core/notation.hpp"

namespace quire {

template <int Words>
class LinePosition;

struct Line {
  static constexpr std::string_view key = "line";
  static constexpr int least = 3;
  static constexpr int most = 2000;

  struct Size {
    int squares = 0;

    [[nodiscard]] std::string text() const { return std::to_string(squares); }
    friend constexpr bool operator==(const Size&, const Size&) noexcept = default;
  };
  struct Diagram {
    Size size;
    std::string marks;  // the number of letters decides who is to move
  };

  using Positions = std::tuple<LinePosition<1>, LinePosition<32>>;

  [[nodiscard]] static int players(const Size&) { return 2; }
  [[nodiscard]] static int cells(const Size& size) { return size.squares; }
  [[nodiscard]] static std::string cell(const Size&, int i) { return std::to_string(i + 1); }
  [[nodiscard]] static int moves(const Size& size) { return 2 * size.squares; }
  [[nodiscard]] static std::string move(const Size& size, Move move) {
    return (move % 2 == 0 ? "S" : "O") + cell(size, move / 2);
  }
  // The moves of a short line are the first ones of the longest line.
  [[nodiscard]] static Size naming(const Size&) { return {most}; }

  [[nodiscard]] static Move read_move(const Size& size, std::string_view typed) {
    const std::string move = text::squeezed(typed);
    const bool lettered = !move.empty() && (move.front() == 's' || move.front() == 'o');
    const auto square = lettered ? text::number(std::string_view(move).substr(1)) : std::nullopt;
    if (!square || *square == 0) {
      throw NotationError(text::quoted(typed) +
                          " is not a move: write S or O, then the square, such as S7");
    }
    if (*square > size.squares) {
      throw IllegalMove(text::quoted(typed) + " is off the line: squares 1 to " + size.text());
    }
    return static_cast<Move>(2 * (*square - 1) + (move.front() == 'o' ? 1 : 0));
  }

  [[nodiscard]] static Size read_size(std::string_view typed) {
    const auto squares = text::number(text::squeezed(typed));
    if (!squares || *squares < least || *squares > most) {
      throw NotationError(text::quoted(typed) +
                          " is not a size: write the number of squares, 3 to 2000");
    }
    return {*squares};
  }

  [[nodiscard]] static Diagram read(std::string_view typed) {
    const auto fields = text::fields(typed);
    if (fields.size() != 2) {
      throw NotationError(
          "a line position has two fields, the squares and the player to move, such as "
          "'S..S.... 1'");
    }
    Diagram diagram;
    int letters = 0;
    for (const char c : fields[0]) {
      if (c != 's' && c != 'o' && c != '.') {
        throw NotationError("squares must be S, O or '.', not " +
                            text::quoted(std::string_view(&c, 1)));
      }
      diagram.marks += text::upper(c);
      letters += c != '.' ? 1 : 0;
    }
    diagram.size = read_size(std::to_string(diagram.marks.size()));
    if (text::player(fields[1], 2) != letters % 2) {
      throw NotationError("after " + std::to_string(letters) + " letters it is player " +
                          std::to_string(letters % 2 + 1) + "'s turn, not player " + fields[1] +
                          "'s");
    }
    return diagram;
  }
  [[nodiscard]] static std::string write(const Diagram& diagram) {
    const auto empty = std::count(diagram.marks.begin(), diagram.marks.end(), '.');
    const bool odd = (static_cast<std::ptrdiff_t>(diagram.marks.size()) - empty) % 2 != 0;
    return diagram.marks + (odd ? " 2" : " 1");
  }
};

static_assert(Line::most <= Bits<32>::capacity && 2 * Line::most <= 0xffff);

template <int Words>
class LinePosition {
 public:
  using Game = Line;
  static constexpr const char* name = Words == 1 ? "Line" : "LineWide";

  [[nodiscard]] static bool fits(const Line::Size& size) noexcept {
    return size.squares <= Bits<Words>::capacity;
  }
  [[nodiscard]] static LinePosition start(const Line::Size& size) noexcept {
    LinePosition position;
    position.squares_ = static_cast<std::uint16_t>(size.squares);
    return position;
  }
  [[nodiscard]] static LinePosition from(const Line::Diagram& diagram) noexcept {
    LinePosition position = start(diagram.size);
    for (int square = 0; square < diagram.size.squares; ++square) {
      const char mark = diagram.marks[static_cast<std::size_t>(square)];
      if (mark == 'S') position.s_.set(square);
      if (mark == 'O') position.o_.set(square);
      if (mark != '.') ++position.letters_;
    }
    position.for_each_line([&](LineCells) { position.made_ = true; });
    return position;
  }

  [[nodiscard]] Line::Size size() const noexcept { return {squares_}; }
  [[nodiscard]] Line::Diagram diagram() const {
    Line::Diagram diagram{size(), {}};
    for (int i = 0; i < squares_; ++i) {
      diagram.marks += s_.test(i) ? 'S' : o_.test(i) ? 'O' : '.';
    }
    return diagram;
  }

  [[nodiscard]] Player to_move() const noexcept { return letters_ % 2; }
  [[nodiscard]] unsigned out() const noexcept { return 0; }
  [[nodiscard]] Points points() const noexcept { return {}; }
  [[nodiscard]] bool over() const noexcept { return made_ || letters_ == squares_; }
  [[nodiscard]] std::optional<Outcome> outcome() const noexcept {
    if (made_) return decided(static_cast<Player>(1 - to_move()), Reason::line);
    if (letters_ == squares_) return decided(nobody, Reason::full);
    return std::nullopt;
  }

  [[nodiscard]] bool legal(Move move) const noexcept {
    return move < 2 * squares_ && !over() && !s_.test(move / 2) && !o_.test(move / 2);
  }
  [[nodiscard]] int legal_count() const noexcept { return over() ? 0 : 2 * (squares_ - letters_); }
  template <class F>
  void for_each_legal(F&& visit) const {
    if (over()) return;
    empties().for_each([&](int square) {
      visit(static_cast<Move>(2 * square));
      visit(static_cast<Move>(2 * square + 1));
    });
  }
  [[nodiscard]] Move random_move(Random& random) const noexcept {
    const int choice = random.below(legal_count());
    return static_cast<Move>(2 * empties().nth(choice / 2) + choice % 2);
  }

  void play(Move move) noexcept {
    const int at = move / 2;
    if (move % 2 == 0) {
      made_ = (o(at + 1) && s(at + 2)) || (o(at - 1) && s(at - 2));
      s_.set(at);
    } else {
      made_ = s(at - 1) && s(at + 1);
      o_.set(at);
    }
    ++letters_;
  }

  // The marks on the board, by cell.
  template <class F>
  void for_each_mark(F&& visit) const {
    s_.for_each([&](int cell) { visit(cell, 'S'); });
    o_.for_each([&](int cell) { visit(cell, 'O'); });
  }

  template <class F>
  void for_each_line(F&& visit) const {
    o_.for_each([&](int at) {
      if (s(at - 1) && s(at + 1)) visit(LineCells{at - 1, at, at + 1});
    });
  }

  [[nodiscard]] std::string why_illegal(Move move) const {
    if (over()) return "the game is over";
    return "square " + std::to_string(move / 2 + 1) + " already has an " +
           (s_.test(move / 2) ? "S" : "O");
  }

  [[nodiscard]] std::uint64_t hash() const noexcept {
    Hasher hasher;
    hasher.add(s_);
    hasher.add(o_);
    hasher.add(squares_);
    return hasher.value();
  }
  friend bool operator==(const LinePosition&, const LinePosition&) noexcept = default;

 private:
  [[nodiscard]] bool s(int at) const noexcept { return at >= 0 && at < squares_ && s_.test(at); }
  [[nodiscard]] bool o(int at) const noexcept { return at >= 0 && at < squares_ && o_.test(at); }
  [[nodiscard]] Bits<Words> empties() const noexcept {
    return Bits<Words>::first(squares_) - (s_ | o_);
  }

  Bits<Words> s_, o_;
  std::uint16_t squares_ = 0;
  std::uint16_t letters_ = 0;
  bool made_ = false;
};

}  // namespace quire
