// The toy game: tic-tac-toe on 3x3 to 6x6 cells, three in a row win. It has rules and nothing else,
// so that it plays with every default of the engines; tests build it in, the package never does.
//
//   size       3x3                    columns x rows
//   move       b2                     the cell
//   position   X../.O./... 1          rows from the top, then the player to move
//
//   marks_[0]  where X stands         marks_[1]  where O stands
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/hash.hpp"
#include "core/notation.hpp"

namespace quire {

class TicTacToePosition;

struct TicTacToe {
  static constexpr std::string_view key = "tictactoe";
  static constexpr int least = 3;
  static constexpr int most = 6;

  struct Size {
    text::Grid grid;

    [[nodiscard]] std::string text() const { return grid.text(); }
    friend constexpr bool operator==(const Size&, const Size&) noexcept = default;
  };
  struct Diagram {
    Size size;
    std::string marks;  // their number decides who is to move
  };

  using Positions = std::tuple<TicTacToePosition>;

  [[nodiscard]] static int players(const Size&) { return 2; }
  [[nodiscard]] static int cells(const Size& size) { return size.grid.cells(); }
  [[nodiscard]] static std::string cell(const Size& size, int i) { return size.grid.cell(i); }
  [[nodiscard]] static int moves(const Size& size) { return size.grid.cells(); }
  [[nodiscard]] static std::string move(const Size& size, Move move) {
    return size.grid.cell(move);
  }
  [[nodiscard]] static Size naming(const Size& size) { return size; }

  [[nodiscard]] static Move read_move(const Size& size, std::string_view typed) {
    return static_cast<Move>(text::cell(size.grid, text::squeezed(typed), typed, "b2"));
  }
  [[nodiscard]] static Size read_size(std::string_view typed) {
    return {text::grid(text::squeezed(typed), least, most)};
  }
  [[nodiscard]] static Diagram read(std::string_view typed) {
    const auto fields = text::fields(typed);
    if (fields.size() != 2) {
      throw NotationError(
          "a tic-tac-toe position has two fields, the rows and the player to move, such as "
          "'X../.O./... 1'");
    }
    const text::Board board = text::board(fields[0], "XO.", least, most);
    const auto x = std::count(board.marks.begin(), board.marks.end(), 'X');
    const auto o = std::count(board.marks.begin(), board.marks.end(), 'O');
    if (x != o && x != o + 1) {
      throw NotationError("there must be as many X as O, or one X more: " +
                          text::quoted(fields[0]));
    }
    if (text::player(fields[1], 2) != x - o) {
      throw NotationError("after " + std::to_string(x + o) + " marks it is not player " +
                          fields[1] + "'s turn");
    }
    return {{board.grid}, board.marks};
  }
  [[nodiscard]] static std::string write(const Diagram& diagram) {
    const auto empty = std::count(diagram.marks.begin(), diagram.marks.end(), '.');
    const auto marks = static_cast<std::ptrdiff_t>(diagram.marks.size()) - empty;
    return text::rows(diagram.size.grid, diagram.marks) + (marks % 2 == 0 ? " 1" : " 2");
  }
};

class TicTacToePosition {
 public:
  using Game = TicTacToe;
  static constexpr const char* name = "TicTacToe";

  [[nodiscard]] static bool fits(const TicTacToe::Size&) noexcept { return true; }
  [[nodiscard]] static TicTacToePosition start(const TicTacToe::Size& size) noexcept {
    TicTacToePosition position;
    position.grid_ = size.grid;
    return position;
  }
  [[nodiscard]] static TicTacToePosition from(const TicTacToe::Diagram& diagram) {
    TicTacToePosition position = start(diagram.size);
    for (int cell = 0; cell < diagram.size.grid.cells(); ++cell) {
      const char mark = diagram.marks[static_cast<std::size_t>(cell)];
      if (mark != '.') position.marks_[mark == 'X' ? 0 : 1].set(cell);
    }
    if (position.has_row(0) && position.has_row(1)) {
      throw NotationError("both players have three in a row: the game ended after the first");
    }
    return position;
  }

  [[nodiscard]] TicTacToe::Size size() const noexcept { return {grid_}; }
  [[nodiscard]] TicTacToe::Diagram diagram() const {
    TicTacToe::Diagram diagram{size(), {}};
    for (int cell = 0; cell < grid_.cells(); ++cell) {
      diagram.marks += marks_[0].test(cell) ? 'X' : marks_[1].test(cell) ? 'O' : '.';
    }
    return diagram;
  }

  [[nodiscard]] Player to_move() const noexcept { return count() % 2 == 0 ? 0 : 1; }
  [[nodiscard]] unsigned out() const noexcept { return 0; }
  [[nodiscard]] Points points() const noexcept { return {}; }
  [[nodiscard]] bool over() const noexcept {
    return has_row(0) || has_row(1) || count() == grid_.cells();
  }
  [[nodiscard]] std::optional<Outcome> outcome() const noexcept {
    for (const Player player : {Player{0}, Player{1}}) {
      if (has_row(player)) return decided(player, Reason::line);
    }
    if (count() == grid_.cells()) return decided(nobody, Reason::full);
    return std::nullopt;
  }

  [[nodiscard]] bool legal(Move move) const noexcept {
    return move < grid_.cells() && !over() && empty().test(move);
  }
  [[nodiscard]] int legal_count() const noexcept { return over() ? 0 : grid_.cells() - count(); }
  template <class F>
  void for_each_legal(F&& visit) const {
    if (over()) return;
    empty().for_each([&](int cell) { visit(static_cast<Move>(cell)); });
  }
  [[nodiscard]] Move random_move(Random& random) const noexcept {
    return static_cast<Move>(empty().nth(random.below(grid_.cells() - count())));
  }
  void play(Move move) noexcept { marks_[to_move()].set(move); }

  template <class F>
  void for_each_line(F&& visit) const {
    for_each_row(marks_[0], visit);
    for_each_row(marks_[1], visit);
  }

  [[nodiscard]] std::string why_illegal(Move move) const {
    if (over()) return "the game is over";
    return grid_.cell(move) + " already has an " + (marks_[0].test(move) ? "X" : "O");
  }
  [[nodiscard]] std::uint64_t hash() const noexcept {
    Hasher hasher;
    hasher.add(marks_[0]);
    hasher.add(marks_[1]);
    hasher.add(static_cast<std::uint64_t>(grid_.columns) << 8U |
               static_cast<std::uint64_t>(grid_.rows));
    return hasher.value();
  }
  friend bool operator==(const TicTacToePosition&, const TicTacToePosition&) noexcept = default;

 private:
  [[nodiscard]] int count() const noexcept { return marks_[0].count() + marks_[1].count(); }
  [[nodiscard]] Bits<1> empty() const noexcept {
    return Bits<1>::first(grid_.cells()) - (marks_[0] | marks_[1]);
  }
  [[nodiscard]] bool has_row(Player player) const noexcept {
    bool found = false;
    for_each_row(marks_[player], [&](const LineCells&) { found = true; });
    return found;
  }
  template <class F>
  void for_each_row(const Bits<1>& marks, F&& visit) const {
    constexpr std::array<std::pair<int, int>, 4> directions{{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
    marks.for_each([&](int cell) {
      const int x = cell % grid_.columns, y = cell / grid_.columns;
      for (const auto& [dx, dy] : directions) {
        const int far_x = x + 2 * dx, far_y = y + 2 * dy;
        if (far_x < 0 || far_x >= grid_.columns || far_y >= grid_.rows) continue;
        const int step = dy * grid_.columns + dx;
        if (marks.test(cell + step) && marks.test(cell + 2 * step)) {
          visit(LineCells{cell, cell + step, cell + 2 * step});
        }
      }
    });
  }

  text::Grid grid_;
  std::array<Bits<1>, 2> marks_{};
};

}  // namespace quire
