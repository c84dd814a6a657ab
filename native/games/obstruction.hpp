// Obstruction: mark a cell, block its neighbours; the last to move wins. 1x1 to 10x10.
//
//   cells of a 4x3 board       marks_[0]  where X stands
//    0  1  2  3                marks_[1]  where O stands
//    4  5  6  7                free_      neither marked nor next to a mark; the rest is blocked
//    8  9 10 11
//
//   move = cell
//
// Boards of up to 64 cells take one word per set, larger ones two.
#pragma once

#include <memory>
#include <tuple>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/hash.hpp"
#include "core/notation.hpp"
#include "core/threads.hpp"

namespace quire {

template <int Words>
class ObstructionPosition;

struct Obstruction {
  static constexpr std::string_view key = "obstruction";
  static constexpr int least = 1;
  static constexpr int most = 10;

  struct Size {
    text::Grid grid;

    [[nodiscard]] std::string text() const { return grid.text(); }
    friend constexpr bool operator==(const Size&, const Size&) noexcept = default;
  };
  struct Diagram {
    Size size;
    std::string marks;  // '#' included; the number of X and O decides who is to move
  };

  using Positions = std::tuple<ObstructionPosition<1>, ObstructionPosition<2>>;

  [[nodiscard]] static int players(const Size&) { return 2; }
  [[nodiscard]] static int cells(const Size& size) { return size.grid.cells(); }
  [[nodiscard]] static std::string cell(const Size& size, int i) { return size.grid.cell(i); }
  [[nodiscard]] static int moves(const Size& size) { return size.grid.cells(); }
  [[nodiscard]] static std::string move(const Size& size, Move move) {
    return size.grid.cell(move);
  }
  [[nodiscard]] static Size naming(const Size& size) { return size; }

  [[nodiscard]] static Move read_move(const Size& size, std::string_view typed) {
    return static_cast<Move>(text::cell(size.grid, text::squeezed(typed), typed, "c4"));
  }
  [[nodiscard]] static Size read_size(std::string_view typed) {
    return {text::grid(text::squeezed(typed), least, most)};
  }

  [[nodiscard]] static Diagram read(std::string_view typed);
  [[nodiscard]] static std::string write(const Diagram& diagram) {
    const auto marks = std::count(diagram.marks.begin(), diagram.marks.end(), 'X') +
                       std::count(diagram.marks.begin(), diagram.marks.end(), 'O');
    return text::rows(diagram.size.grid, diagram.marks) + (marks % 2 == 0 ? " 1" : " 2");
  }
};

// A cell and its neighbours, for every cell of one size of board; built once, never changed.
template <int Words>
class Neighbourhoods {
 public:
  [[nodiscard]] static const Neighbourhoods& of(const text::Grid& grid) {
    constexpr std::size_t sides = Obstruction::most;
    static std::array<OnceFlag, sides * sides> flags;
    static std::array<std::unique_ptr<const Neighbourhoods>, sides * sides> built;
    const auto at = static_cast<std::size_t>(grid.columns - 1) * sides +
                    static_cast<std::size_t>(grid.rows - 1);
    once(flags[at], [&] { built[at] = std::make_unique<const Neighbourhoods>(grid); });
    return *built[at];
  }

  explicit Neighbourhoods(const text::Grid& grid) : grid_(grid) {
    for (int cell = 0; cell < grid.cells(); ++cell) {
      const int x = cell % grid.columns;
      const int y = cell / grid.columns;
      Bits<Words>& around = around_[static_cast<std::size_t>(cell)];
      for (int v = std::max(y - 1, 0); v <= std::min(y + 1, grid.rows - 1); ++v) {
        for (int u = std::max(x - 1, 0); u <= std::min(x + 1, grid.columns - 1); ++u) {
          around.set(v * grid.columns + u);
        }
      }
    }
  }
  [[nodiscard]] const text::Grid& grid() const noexcept { return grid_; }
  [[nodiscard]] const Bits<Words>& around(int cell) const noexcept {
    return around_[static_cast<std::size_t>(cell)];
  }

 private:
  text::Grid grid_;
  std::array<Bits<Words>, Bits<Words>::capacity> around_{};
};

static_assert(Obstruction::most * Obstruction::most <= Bits<2>::capacity);

template <int Words>
class ObstructionPosition {
 public:
  using Game = Obstruction;
  static constexpr const char* name = Words == 1 ? "Obstruction" : "ObstructionWide";

  [[nodiscard]] static bool fits(const Obstruction::Size& size) noexcept {
    return size.grid.cells() <= Bits<Words>::capacity;
  }
  [[nodiscard]] static ObstructionPosition start(const Obstruction::Size& size) {
    return ObstructionPosition(size);
  }
  [[nodiscard]] static ObstructionPosition from(const Obstruction::Diagram& diagram) {
    ObstructionPosition position(diagram.size);
    for (int cell = 0; cell < diagram.size.grid.cells(); ++cell) {
      const char mark = diagram.marks[static_cast<std::size_t>(cell)];
      if (mark == 'X' || mark == 'O') position.put(cell, mark == 'X' ? 0 : 1);
    }
    return position;
  }

  [[nodiscard]] Obstruction::Size size() const noexcept { return {around_->grid()}; }
  [[nodiscard]] Obstruction::Diagram diagram() const {
    Obstruction::Diagram diagram{size(), {}};
    for (int cell = 0; cell < diagram.size.grid.cells(); ++cell) {
      diagram.marks += free_.test(cell)       ? '.'
                       : marks_[0].test(cell) ? 'X'
                       : marks_[1].test(cell) ? 'O'
                                              : '#';
    }
    return diagram;
  }

  [[nodiscard]] Player to_move() const noexcept { return made_ % 2; }
  [[nodiscard]] unsigned out() const noexcept { return 0; }
  [[nodiscard]] Points points() const noexcept { return {}; }
  [[nodiscard]] bool over() const noexcept { return !free_.any(); }
  [[nodiscard]] std::optional<Outcome> outcome() const noexcept {
    if (!over()) return std::nullopt;
    return decided(static_cast<Player>(1 - to_move()), Reason::last_move);
  }

  [[nodiscard]] bool legal(Move move) const noexcept {
    return move < around_->grid().cells() && free_.test(move);
  }
  [[nodiscard]] int legal_count() const noexcept { return free_.count(); }
  template <class F>
  void for_each_legal(F&& visit) const {
    free_.for_each([&](int cell) { visit(static_cast<Move>(cell)); });
  }
  [[nodiscard]] Move random_move(Random& random) const noexcept {
    return static_cast<Move>(free_.nth(random.below(free_.count())));
  }

  void play(Move move) noexcept { put(move, to_move()); }

  // The marks on the board, by cell.
  template <class F>
  void for_each_mark(F&& visit) const {
    marks_[0].for_each([&](int cell) { visit(cell, 'X'); });
    marks_[1].for_each([&](int cell) { visit(cell, 'O'); });
  }

  template <class F>
  void for_each_line(F&&) const {}

  [[nodiscard]] std::string why_illegal(Move move) const {
    if (over()) return "the game is over";
    const std::string cell = around_->grid().cell(move);
    if (marks_[0].test(move)) return cell + " already has an X";
    if (marks_[1].test(move)) return cell + " already has an O";
    return cell + " is blocked: it is next to a mark";
  }

  [[nodiscard]] std::uint64_t hash() const noexcept {
    Hasher hasher;
    hasher.add(marks_[0]);
    hasher.add(marks_[1]);
    hasher.add(static_cast<std::uint64_t>(around_->grid().columns) << 8U |
               static_cast<std::uint64_t>(around_->grid().rows));
    return hasher.value();
  }
  friend bool operator==(const ObstructionPosition&, const ObstructionPosition&) noexcept = default;

 private:
  explicit ObstructionPosition(const Obstruction::Size& size)
      : free_(Bits<Words>::first(size.grid.cells())),
        around_(&Neighbourhoods<Words>::of(size.grid)) {}

  void put(int cell, std::size_t player) noexcept {
    marks_[player].set(cell);
    free_ -= around_->around(cell);
    ++made_;
  }

  std::array<Bits<Words>, 2> marks_{};
  Bits<Words> free_;
  const Neighbourhoods<Words>* around_;
  std::uint8_t made_ = 0;
};

inline Obstruction::Diagram Obstruction::read(std::string_view typed) {
  const auto fields = text::fields(typed);
  if (fields.size() != 2) {
    throw NotationError(
        "an obstruction position has two fields, the rows and the player to move, such as "
        "'X#./##./... 2'");
  }
  const text::Board board = text::board(fields[0], "XO.#", least, most);
  const Diagram diagram{{board.grid}, board.marks};
  const auto x = std::count(board.marks.begin(), board.marks.end(), 'X');
  const auto o = std::count(board.marks.begin(), board.marks.end(), 'O');
  if (x != o && x != o + 1) {
    throw NotationError("there must be as many X as O, or one X more; found " + std::to_string(x) +
                        " X and " + std::to_string(o) + " O");
  }
  if (text::player(fields[1], 2) != (x + o) % 2) {
    throw NotationError("after " + std::to_string(x + o) + " marks it is player " +
                        std::to_string((x + o) % 2 + 1) + "'s turn, not player " + fields[1] +
                        "'s");
  }
  // What the marks alone would give: any difference contradicts them.
  const std::string expected = ObstructionPosition<2>::from(diagram).diagram().marks;
  const auto& around = Neighbourhoods<2>::of(board.grid);
  for (int cell = 0; cell < board.grid.cells(); ++cell) {
    const char here = board.marks[static_cast<std::size_t>(cell)];
    const char due = expected[static_cast<std::size_t>(cell)];
    const bool marked = here == 'X' || here == 'O';
    if (marked) {
      around.around(cell).for_each([&](int other) {
        const char there = board.marks[static_cast<std::size_t>(other)];
        if (other > cell && (there == 'X' || there == 'O')) {
          throw NotationError("the marks on " + board.grid.cell(cell) + " and " +
                              board.grid.cell(other) + " can't be neighbours");
        }
      });
    }
    if (here != due && !marked) {
      throw NotationError(board.grid.cell(cell) +
                          (due == '#' ? " is next to a mark, so it must be blocked (#)"
                                      : " is blocked (#), but there is no mark next to it"));
    }
  }
  return diagram;
}

}  // namespace quire
