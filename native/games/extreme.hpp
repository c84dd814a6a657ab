// Extreme Tic-Tac-Toe: two BigBoards of nine SmallBoards of nine cells.
//
// One word holds both SmallBoards that a move can name: those at the same place of either BigBoard.
//
//   word t, t the place in the BigBoard     bits of a word
//     0 1 2                                   0  1  2     9 10 11
//     3 4 5                                   3  4  5    12 13 14
//     6 7 8                                   6  7  8    15 16 17
//                                            BigBoard 1  BigBoard 2
//
//   move = 18 * t + bit, so the place that a move names for the next one is move % 9
#pragma once

#include <tuple>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/hash.hpp"
#include "core/notation.hpp"

namespace quire {

class ExtremePosition;

struct Extreme {
  static constexpr std::string_view key = "extreme";
  static constexpr int places = 9;
  static constexpr int bits = 18;
  static constexpr int all_cells = places * bits;
  static constexpr int win_points = 86;
  static constexpr Move no_move = 0xffff;
  static constexpr text::Grid big_board{9, 9};

  struct Size {
    [[nodiscard]] std::string text() const { return "2x9x9"; }
    friend constexpr bool operator==(const Size&, const Size&) noexcept = default;
  };
  // Marks in the order of the text: BigBoard 1 row by row, then BigBoard 2.
  struct Diagram {
    Size size;
    std::string marks;
    Player to_move = 0;
    Move last = no_move;
    bool bonus = false;
  };

  using Positions = std::tuple<ExtremePosition>;

  // Where the text has the cell of a move, and the move on a cell of the text.
  [[nodiscard]] static constexpr int text_cell(Move move) noexcept {
    const int place = move / bits;
    const int bit = move % bits;
    const int inside = bit % 9;
    const int row = place / 3 * 3 + inside / 3;
    const int column = place % 3 * 3 + inside % 3;
    return bit / 9 * 81 + row * 9 + column;
  }
  [[nodiscard]] static constexpr Move move_on(int cell) noexcept {
    const int row = cell % 81 / 9;
    const int column = cell % 9;
    const int place = row / 3 * 3 + column / 3;
    return static_cast<Move>(bits * place + cell / 81 * 9 + row % 3 * 3 + column % 3);
  }

  [[nodiscard]] static int players(const Size&) { return 2; }
  [[nodiscard]] static int cells(const Size&) { return all_cells; }
  [[nodiscard]] static std::string cell(const Size&, int i) {
    return (i < 81 ? "1" : "2") + big_board.cell(i % 81);
  }
  [[nodiscard]] static int moves(const Size&) { return all_cells; }
  [[nodiscard]] static std::string move(const Size& size, Move move) {
    return cell(size, text_cell(move));
  }
  [[nodiscard]] static Size naming(const Size& size) { return size; }

  [[nodiscard]] static Move read_move(const Size&, std::string_view typed) {
    const std::string move = text::squeezed(typed);
    const std::size_t digits = std::min(move.find_first_not_of("0123456789"), move.size());
    const auto big = text::number(std::string_view(move).substr(0, digits));
    if (!big || *big == 0) {
      throw NotationError(text::quoted(typed) +
                          " is not a move: write the big board (1 or 2) and the cell, such as 1e5");
    }
    const int cell = text::cell(big_board, std::string_view(move).substr(digits), typed, "1e5");
    if (*big > 2)
      throw IllegalMove(text::quoted(typed) + " is off the board: the big boards are 1 and 2");
    return move_on((*big - 1) * 81 + cell);
  }

  [[nodiscard]] static Size read_size(std::string_view typed) {
    if (text::squeezed(typed) != "2x9x9") {
      throw NotationError(text::quoted(typed) + " is not a size: the only size is 2x9x9");
    }
    return {};
  }

  [[nodiscard]] static Diagram read(std::string_view typed) {
    const auto fields = text::fields(typed);
    const auto boards =
        text::split(fields.empty() ? std::string_view() : std::string_view(fields[0]), '|');
    if (fields.size() != 4 || boards.size() != 2) {
      throw NotationError(
          "an extreme position has four fields: nine rows|nine rows, the player to move, the last "
          "move (or -), and + for a bonus move (or -)");
    }
    Diagram diagram;
    for (const auto big : boards) diagram.marks += text::board(big, "XO.", 9, 9).marks;
    diagram.to_move = text::player(fields[1], 2);
    if (fields[2] != "-") diagram.last = read_last(fields[2]);
    if (fields[3] != "+" && fields[3] != "-") {
      throw NotationError("the last field must be '+' (bonus move) or '-', not " +
                          text::quoted(fields[3]));
    }
    diagram.bonus = fields[3] == "+";
    check_last(diagram);
    return diagram;
  }

  [[nodiscard]] static std::string write(const Diagram& diagram) {
    const std::string_view marks = diagram.marks;
    return text::rows(big_board, marks.substr(0, 81)) + "|" +
           text::rows(big_board, marks.substr(81)) + " " + std::to_string(diagram.to_move + 1) +
           " " + (diagram.last == no_move ? "-" : move({}, diagram.last)) +
           (diagram.bonus ? " +" : " -");
  }

 private:
  [[nodiscard]] static Move read_last(std::string_view field) {
    try {
      return read_move({}, field);
    } catch (const std::invalid_argument& wrong) {
      throw NotationError(std::string("the last move: ") + wrong.what());
    }
  }
  static void check_last(const Diagram& diagram) {
    if (diagram.last == no_move) {
      if (diagram.bonus)
        throw NotationError("a bonus move ('+') needs the last move that earned it");
      return;
    }
    const int mover = diagram.bonus ? diagram.to_move : 1 - diagram.to_move;
    const char mark = diagram.marks[static_cast<std::size_t>(text_cell(diagram.last))];
    if (mark != (mover == 0 ? 'X' : 'O')) {
      throw NotationError("the last move " + move({}, diagram.last) + " was player " +
                          std::to_string(mover + 1) + "'s, but its cell has '" + mark + "'");
    }
  }
};

// Three in a row among nine bits, row by row.
inline constexpr std::array<std::array<int, 3>, 8> lines_of_nine{
    {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};

// Facts about each of the 512 sets of nine cells.
struct NineFacts {
  std::array<bool, 512> has_line{};
  std::array<std::uint8_t, 512> count{};
  std::array<std::array<std::uint8_t, 9>, 512> nth{};
};
inline constexpr NineFacts nine = [] {
  NineFacts facts;
  for (unsigned set = 0; set < 512; ++set) {
    for (const auto& [a, b, c] : lines_of_nine) {
      const unsigned line = 1U << a | 1U << b | 1U << c;
      if ((set & line) == line) facts.has_line[set] = true;
    }
    for (unsigned bit = 0; bit < 9; ++bit) {
      if ((set >> bit) & 1U) facts.nth[set][facts.count[set]++] = static_cast<std::uint8_t>(bit);
    }
  }
  return facts;
}();
[[nodiscard]] constexpr bool has_line(unsigned set) noexcept { return nine.has_line[set]; }

// Every cell as numbered in the text, by its move.
inline constexpr auto text_cell_of = [] {
  std::array<std::uint8_t, Extreme::all_cells> cells{};
  for (Move move = 0; move < Extreme::all_cells; ++move) {
    cells[move] = static_cast<std::uint8_t>(Extreme::text_cell(move));
  }
  return cells;
}();

class ExtremePosition {
 public:
  using Game = Extreme;
  static constexpr const char* name = "Extreme";

  [[nodiscard]] static bool fits(const Extreme::Size&) noexcept { return true; }
  [[nodiscard]] static ExtremePosition start(const Extreme::Size&) noexcept { return {}; }
  [[nodiscard]] static ExtremePosition from(const Extreme::Diagram& diagram);

  [[nodiscard]] Extreme::Size size() const noexcept { return {}; }
  [[nodiscard]] Extreme::Diagram diagram() const {
    Extreme::Diagram diagram{
        {}, std::string(Extreme::all_cells, '.'), turn_.to_move, last(), turn_.bonus};
    for (Move move = 0; move < Extreme::all_cells; ++move) {
      const auto cell = static_cast<std::size_t>(Extreme::text_cell(move));
      if (has(0, move)) diagram.marks[cell] = 'X';
      if (has(1, move)) diagram.marks[cell] = 'O';
    }
    return diagram;
  }

  [[nodiscard]] Player to_move() const noexcept { return turn_.to_move; }
  // What an evaluation reads: sets of nine bits; `named` is 9 before the first move.
  [[nodiscard]] unsigned marks(std::size_t player, std::size_t place, unsigned big) const noexcept {
    return (marks_[place][player] >> (9 * big)) & 511U;
  }
  [[nodiscard]] unsigned owned(std::size_t player, unsigned big) const noexcept {
    return owned_[player][big];
  }
  [[nodiscard]] unsigned free(std::size_t place, unsigned big) const noexcept {
    return (free_[place] >> (9 * big)) & 511U;
  }
  [[nodiscard]] int free_count() const noexcept { return turn_.free_count; }
  [[nodiscard]] std::size_t named() const noexcept { return turn_.named; }
  [[nodiscard]] bool bonus() const noexcept { return turn_.bonus; }
  // Whether the next move may go into any open SmallBoard.
  [[nodiscard]] bool anywhere() const noexcept { return free_[turn_.named] == 0; }
  [[nodiscard]] unsigned out() const noexcept { return 0; }
  [[nodiscard]] Points points() const noexcept { return {points_of(0), points_of(1)}; }
  [[nodiscard]] bool over() const noexcept { return turn_.free_count == 0; }
  [[nodiscard]] std::optional<Outcome> outcome() const noexcept {
    if (turn_.winner != nobody) {
      Points points{};
      points[turn_.winner] = Extreme::win_points;
      return decided(turn_.winner, Reason::line, points);
    }
    if (turn_.free_count > 0) return std::nullopt;
    const Points end = points();
    const Player more = end[0] == end[1] ? nobody : end[0] > end[1] ? Player{0} : Player{1};
    return decided(more, Reason::points, end);
  }

  [[nodiscard]] bool legal(Move move) const noexcept {
    if (move >= Extreme::all_cells || over()) return false;
    const auto place = static_cast<std::size_t>(move / Extreme::bits);
    return ((free_[place] >> (move % Extreme::bits)) & 1U) != 0 &&
           (anywhere() || place == turn_.named);
  }
  [[nodiscard]] int legal_count() const noexcept {
    if (over()) return 0;
    return anywhere() ? turn_.free_count : left_at(turn_.named);
  }
  template <class F>
  void for_each_legal(F&& visit) const {
    if (over()) return;
    if (!anywhere()) return for_each_free(turn_.named, visit);
    for (std::size_t place = 0; place < Extreme::places; ++place) for_each_free(place, visit);
  }
  [[nodiscard]] Move random_move(Random& random) const noexcept {
    const Cell cell = random_cell(turn_, random);
    return static_cast<Move>(cell.place * Extreme::bits + 9 * cell.big + cell.inside);
  }

  void play(Move move) noexcept {
    const unsigned bit = move % Extreme::bits;
    const unsigned big = bit >= 9 ? 1 : 0;
    mark(turn_, {static_cast<std::size_t>(move / Extreme::bits), big, bit - 9 * big});
  }
  // Random moves until the game is over; how many. The same as playing random_move each time,
  // without the way through the move's number.
  int play_out(Random& random) noexcept {
    Turn turn = turn_;
    int moves = 0;
    for (; turn.free_count != 0; ++moves) mark(turn, random_cell(turn, random));
    turn_ = turn;
    return moves;
  }
  // Two games in turn; see engine/playout.hpp.
  static int play_out(ExtremePosition& one, ExtremePosition& other, Random& random) noexcept {
    Turn a = one.turn_, b = other.turn_;
    int moves = 0;
    for (; a.free_count != 0 && b.free_count != 0; moves += 2) {
      one.mark(a, one.random_cell(a, random));
      other.mark(b, other.random_cell(b, random));
    }
    one.turn_ = a;
    other.turn_ = b;
    return moves + one.play_out(random) + other.play_out(random);
  }

  // The marks on the board, by cell as numbered in the text.
  template <class F>
  void for_each_mark(F&& visit) const {
    for (unsigned place = 0; place < Extreme::places; ++place) {
      for (std::size_t player = 0; player < 2; ++player) {
        for (std::uint32_t marks = marks_[place][player]; marks != 0; marks &= marks - 1) {
          const auto bit = static_cast<unsigned>(std::countr_zero(marks));
          visit(text_cell_of[Extreme::bits * place + bit], player == 0 ? 'X' : 'O');
        }
      }
    }
  }

  // Cells are numbered as in the text. A BigBoard line goes through its SmallBoards' centres.
  template <class F>
  void for_each_line(F&& visit) const {
    for (unsigned big = 0; big < 2; ++big) {
      for (unsigned place = 0; place < Extreme::places; ++place) {
        for (std::size_t player = 0; player < 2; ++player) {
          const unsigned set = (marks_[place][player] >> (9 * big)) & 511U;
          for_each_line_in(
              set, [&](auto cell) { return Extreme::bits * place + 9 * big + cell; }, visit);
        }
      }
      for (std::size_t player = 0; player < 2; ++player) {
        for_each_line_in(
            owned_[player][big], [&](auto place) { return Extreme::bits * place + 9 * big + 4; },
            visit);
      }
    }
  }

  [[nodiscard]] std::string why_illegal(Move move) const {
    if (over()) return "the game is over";
    const auto place = static_cast<std::size_t>(move / Extreme::bits);
    if (has(0, move) || has(1, move)) {
      return "the cell already has an " + std::string(has(0, move) ? "X" : "O");
    }
    if (((free_[place] >> (move % Extreme::bits)) & 1U) == 0) return "that small board is closed";
    constexpr std::array<const char*, 9> names{"top left",    "top",    "top right",
                                               "left",        "centre", "right",
                                               "bottom left", "bottom", "bottom right"};
    return "the last move, " + Extreme::move({}, last()) + ", sends this one to the " +
           names[turn_.named] + " small boards";
  }

  [[nodiscard]] std::uint64_t hash() const noexcept {
    Hasher hasher;
    for (std::size_t place = 0; place < Extreme::places; ++place) {
      hasher.add(Word{marks_[place][0]} << 32U | marks_[place][1]);
    }
    hasher.add(Word{last()} << 16U | Word{turn_.bonus} << 8U | turn_.to_move);
    return hasher.value();
  }
  friend bool operator==(const ExtremePosition&, const ExtremePosition&) noexcept = default;

 private:
  static constexpr std::uint8_t no_place = 9;
  // What every move changes. A playout works on a copy, which stays in registers.
  struct Turn {
    std::uint8_t last_place = no_place;  // the last move, and the place that it names
    std::uint8_t last_bit = 0;
    std::uint8_t named = no_place;
    std::uint8_t free_count = Extreme::all_cells;  // in all; none once the game is over
    Player to_move = 0;
    Player winner = nobody;
    bool bonus = false;
    friend bool operator==(const Turn&, const Turn&) noexcept = default;
  };
  [[nodiscard]] bool has(std::size_t player, Move move) const noexcept {
    const auto place = static_cast<std::size_t>(move / Extreme::bits);
    return ((marks_[place][player] >> (move % Extreme::bits)) & 1U) != 0;
  }
  struct Cell {
    std::size_t place;
    unsigned big;
    unsigned inside;
  };
  [[nodiscard]] Move last() const noexcept {
    if (turn_.last_place == no_place) return Extreme::no_move;
    return static_cast<Move>(turn_.last_place * Extreme::bits + turn_.last_bit);
  }
  [[nodiscard]] int left_at(std::size_t place) const noexcept {
    return left_[place][0] + left_[place][1];
  }
  [[nodiscard]] Cell nth_free(std::size_t place, int n) const noexcept {
    // Arithmetic instead of a branch: which of the two boards it is cannot be foreseen.
    const unsigned in_first = left_[place][0];
    const auto wanted = static_cast<unsigned>(n);
    const unsigned big = wanted >= in_first ? 1U : 0U;
    const unsigned set = (free_[place] >> (9 * big)) & 511U;
    return {place, big, nine.nth[set][wanted - (in_first & (0U - big))]};
  }
  [[nodiscard]] Cell random_cell(const Turn& turn, Random& random) const noexcept {
    if (free_[turn.named] != 0) return nth_free(turn.named, random.below(left_at(turn.named)));
    int choice = random.below(turn.free_count);
    std::size_t place = 0;
    for (; choice >= left_at(place); ++place) choice -= left_at(place);
    return nth_free(place, choice);
  }

  void mark(Turn& turn, Cell cell) noexcept {
    const unsigned bit = 9 * cell.big + cell.inside;
    const std::uint32_t mine = marks_[cell.place][turn.to_move] |= 1U << bit;
    free_[cell.place] &= ~(1U << bit);
    --left_[cell.place][cell.big];
    --turn.free_count;
    turn.last_place = static_cast<std::uint8_t>(cell.place);
    turn.last_bit = static_cast<std::uint8_t>(bit);
    turn.named = static_cast<std::uint8_t>(cell.inside);
    if (has_line((mine >> (9 * cell.big)) & 511U)) {
      close(turn, cell.place, cell.big, turn.to_move);
      // Two moves in a row at most; and once the game is over nobody has a bonus.
      if (!turn.bonus && turn.free_count != 0) {
        turn.bonus = true;
        return;
      }
    }
    turn.bonus = false;
    turn.to_move ^= 1U;
  }
  template <class F>
  void for_each_free(std::size_t place, F& visit) const {
    for (std::uint32_t free = free_[place]; free != 0; free &= free - 1) {
      visit(
          static_cast<Move>(place * Extreme::bits + static_cast<unsigned>(std::countr_zero(free))));
    }
  }
  template <class ToMove, class F>
  static void for_each_line_in(unsigned set, ToMove to_move, F& visit) {
    for (const auto& line : lines_of_nine) {
      LineCells cells{};
      unsigned found = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        const auto at = static_cast<unsigned>(line[i]);
        found += (set >> at) & 1U;
        cells[i] = Extreme::text_cell(static_cast<Move>(to_move(at)));
      }
      if (found == 3) visit(cells);
    }
  }

  // The SmallBoard at this place is the player's; the BigBoard may be, too.
  void close(Turn& turn, std::size_t place, unsigned big, Player player) noexcept {
    free_[place] &= ~(511U << (9 * big));
    turn.free_count = static_cast<std::uint8_t>(turn.free_count - left_[place][big]);
    left_[place][big] = 0;
    owned_[player][big] = static_cast<std::uint16_t>(owned_[player][big] | 1U << place);
    if (has_line(owned_[player][big])) {
      turn.winner = player;
      turn.free_count = 0;
    }
  }
  [[nodiscard]] int points_of(std::size_t player) const noexcept {
    constexpr unsigned corners = 0b101000101, edges = 0b010101010, centre = 0b000010000;
    int points = 0;
    for (const unsigned owned : owned_[player]) {
      points += 4 * nine.count[owned & corners] + 6 * nine.count[owned & edges] +
                3 * nine.count[owned & centre];
    }
    return points;
  }

  static constexpr std::uint32_t all_free = (1U << Extreme::bits) - 1;
  // Empty cells of open SmallBoards. The tenth word stands for "no place named": never free, so
  // that the first move needs no special case.
  std::array<std::uint32_t, 10> free_{all_free, all_free, all_free, all_free, all_free,
                                      all_free, all_free, all_free, all_free, 0};
  // How many are free, by place and BigBoard: known without counting, since a random move waits.
  std::array<std::array<std::uint8_t, 2>, 10> left_{
      {{9, 9}, {9, 9}, {9, 9}, {9, 9}, {9, 9}, {9, 9}, {9, 9}, {9, 9}, {9, 9}, {0, 0}}};
  std::array<std::array<std::uint32_t, 2>, 9> marks_{};  // [place][player]
  std::array<std::array<std::uint16_t, 2>, 2> owned_{};  // [player][BigBoard], bit: place
  Turn turn_;
};

inline ExtremePosition ExtremePosition::from(const Extreme::Diagram& diagram) {
  ExtremePosition position;
  position.turn_.to_move = diagram.to_move;
  if (diagram.last != Extreme::no_move) {
    position.turn_.last_place = static_cast<std::uint8_t>(diagram.last / Extreme::bits);
    position.turn_.last_bit = static_cast<std::uint8_t>(diagram.last % Extreme::bits);
    position.turn_.named = position.turn_.last_bit % 9;
  }
  position.turn_.bonus = diagram.bonus;
  for (Move move = 0; move < Extreme::all_cells; ++move) {
    const char mark = diagram.marks[static_cast<std::size_t>(Extreme::text_cell(move))];
    if (mark == '.') continue;
    const auto place = static_cast<std::size_t>(move / Extreme::bits);
    const std::uint32_t bit = 1U << (move % Extreme::bits);
    position.marks_[place][mark == 'X' ? 0 : 1] |= bit;
    position.free_[place] &= ~bit;
    --position.left_[place][move % Extreme::bits / 9];
    --position.turn_.free_count;
  }
  for (std::size_t place = 0; place < Extreme::places; ++place) {
    for (unsigned big = 0; big < 2; ++big) {
      const bool x = has_line((position.marks_[place][0] >> (9 * big)) & 511U);
      const bool o = has_line((position.marks_[place][1] >> (9 * big)) & 511U);
      if (x && o) {
        throw NotationError("both players have three in a row in the small board of " +
                            Extreme::move({}, static_cast<Move>(Extreme::bits * place + 9 * big)) +
                            ": it would have closed after the first");
      }
      const Player before = position.turn_.winner;
      if (x || o) position.close(position.turn_, place, big, x ? Player{0} : Player{1});
      if (before != nobody && position.turn_.winner != before) {
        throw NotationError(
            "both players have three small boards in a row: the game would have ended after the "
            "first");
      }
    }
  }
  if (position.turn_.winner != nobody) position.turn_.free_count = 0;
  return position;
}

}  // namespace quire
