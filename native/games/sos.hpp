// SOS on a grid: 3x3 to 26x26, two to eight players, and the simple variant.
//
//   cells of a 4x3 board        two bit sets, one per letter; a cell in neither is empty
//    0  1  2  3                 s_   ... 0 0 1 0 0 0 0 1     S on cells 0 and 5
//    4  5  6  7                 o_   ... 0 0 0 0 0 0 1 0     O on cell 1
//    8  9 10 11
//
//   move = 2 * cell + letter    (letter: 0 is S, 1 is O)
//
// Boards of up to 64 cells take one word per letter, all others eleven; the code is the same.
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
class SosPosition;

struct Sos {
  static constexpr std::string_view key = "sos";
  static constexpr int least = 3;
  static constexpr int most = 26;
  static constexpr int max_points = 9999;  // that a composed position may add to its lines

  struct Size {
    text::Grid grid;
    int players = 2;
    bool simple = false;

    [[nodiscard]] std::string text() const {
      return grid.text() + (players == 2 ? "" : ":" + std::to_string(players)) +
             (simple ? ":simple" : "");
    }
    friend constexpr bool operator==(const Size&, const Size&) noexcept = default;
  };

  // Everything that the position text says. `points` of players who are out are 0.
  struct Diagram {
    Size size;
    std::string marks;
    Player to_move = 0;
    Points points{};
    unsigned out = 0;  // bit p: player p has left
  };

  using Positions = std::tuple<SosPosition<1>, SosPosition<11>>;

  [[nodiscard]] static int players(const Size& size) { return size.players; }
  // Whether the game is decided by points made along the way.
  [[nodiscard]] static bool counts_points(const Size& size) { return !size.simple; }
  [[nodiscard]] static int cells(const Size& size) { return size.grid.cells(); }
  [[nodiscard]] static std::string cell(const Size& size, int i) { return size.grid.cell(i); }
  [[nodiscard]] static int moves(const Size& size) { return 2 * size.grid.cells(); }
  [[nodiscard]] static std::string move(const Size& size, Move move) {
    return (move % 2 == 0 ? "S" : "O") + size.grid.cell(move / 2);
  }
  // Moves are named alike on all boards of these columns and rows.
  [[nodiscard]] static Size naming(const Size& size) { return {size.grid, 2, false}; }

  [[nodiscard]] static Move read_move(const Size& size, std::string_view typed) {
    const std::string move = text::squeezed(typed);
    if (move.empty() || (move.front() != 's' && move.front() != 'o')) {
      throw NotationError(text::quoted(typed) +
                          " is not a move: write S or O, then the cell, such as Sb3");
    }
    const int cell = text::cell(size.grid, std::string_view(move).substr(1), typed, "Sb3");
    return static_cast<Move>(2 * cell + (move.front() == 'o' ? 1 : 0));
  }

  [[nodiscard]] static Size read_size(std::string_view typed) {
    const std::string squeezed = text::squeezed(typed);
    const auto parts = text::split(squeezed, ':');
    Size size{text::grid(parts[0], least, most), 2, false};
    std::size_t next = 1;
    if (next < parts.size() && parts[next] != "simple") {
      const auto players = text::number(parts[next++]);
      if (!players || *players < 2 || *players > max_players) {
        throw NotationError(
            text::quoted(typed) +
            ": after the size write the number of players (2 to 8) or 'simple', such as "
            "5x5:3 or 5x5:simple");
      }
      size.players = *players;
    }
    if (next < parts.size() && parts[next] == "simple") {
      size.simple = true;
      ++next;
    }
    if (next < parts.size()) {
      throw NotationError(text::quoted(typed) +
                          " has too many parts: the longest form is 5x5:3:simple");
    }
    return size;
  }

  [[nodiscard]] static Diagram read(std::string_view typed) {
    const auto fields = text::fields(typed);
    if (fields.size() != 3) {
      throw NotationError(
          "an sos position has three fields, the rows, the player to move and the points, such as "
          "'S../.O./... 2 0-0'");
    }
    const text::Board board = text::board(fields[0], "SO.", least, most);
    Diagram diagram;
    diagram.marks = board.marks;
    diagram.size.grid = board.grid;
    read_points(fields[2], diagram);
    diagram.to_move = text::player(fields[1], diagram.size.players);
    if ((diagram.out >> diagram.to_move) & 1U) {
      throw NotationError("player " + fields[1] + " is out, so it can't be their turn");
    }
    return diagram;
  }

  [[nodiscard]] static std::string write(const Diagram& diagram) {
    const Size& size = diagram.size;
    std::string result =
        text::rows(size.grid, diagram.marks) + " " + std::to_string(diagram.to_move + 1) + " ";
    if (size.simple) result += "simple-" + std::to_string(size.players);
    for (int p = 0; p < size.players; ++p) {
      const bool out = ((diagram.out >> p) & 1U) != 0;
      if (size.simple) {
        if (out) result += "x" + std::to_string(p + 1);
      } else {
        result += (p > 0 ? "-" : "") +
                  (out ? "x" : std::to_string(diagram.points[static_cast<std::size_t>(p)]));
      }
    }
    return result;
  }

 private:
  static void read_points(std::string_view field, Diagram& diagram) {
    if (field.starts_with("simple-")) return read_simple(field.substr(7), field, diagram);
    const auto parts = text::split(field, '-');
    diagram.size.players = static_cast<int>(parts.size());
    if (parts.size() < 2 || parts.size() > max_players) {
      throw NotationError("write the points of 2 to 8 players joined by '-', such as 3-2, not " +
                          text::quoted(field));
    }
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (parts[p] == "x") {
        diagram.out |= 1U << p;
        continue;
      }
      const auto points = text::number(parts[p]);
      if (!points) {
        throw NotationError("points must be whole numbers, or x for a player who is out, not " +
                            text::quoted(parts[p]));
      }
      diagram.points[p] = *points;
    }
    check_out(field, diagram);
  }

  // `3x2`: three players, player 2 is out.
  static void read_simple(std::string_view rest, std::string_view field, Diagram& diagram) {
    const auto parts = text::split(rest, 'x');
    const auto players = text::number(parts[0]);
    diagram.size.simple = true;
    bool fine = players && *players >= 2 && *players <= max_players;
    int previous = 0;
    for (std::size_t i = 1; fine && i < parts.size(); ++i) {
      const auto gone = text::number(parts[i]);
      fine = gone && *gone > previous && *gone <= *players;
      if (fine) diagram.out |= 1U << (*gone - 1);
      previous = gone.value_or(0);
    }
    if (!fine) {
      throw NotationError(
          "write simple-2, or simple-3x2 for three players with player 2 out, not " +
          text::quoted(field));
    }
    diagram.size.players = *players;
    check_out(field, diagram);
  }

  static void check_out(std::string_view field, const Diagram& diagram) {
    if (diagram.out == 0) return;
    if (diagram.size.players == 2) {
      throw NotationError("in a two-player game nobody can be out: " + text::quoted(field));
    }
    if (diagram.out == (1U << diagram.size.players) - 1) {
      throw NotationError("at least one player must still be in: " + text::quoted(field));
    }
  }
};

// Which cells make an S-O-S with which, for one size of board; built once, never changed.
class SosLines {
 public:
  struct Pair {
    std::uint16_t a, b;
  };
  // The S-O-S that a letter on one cell can be part of. As an S: a is the O beside it, b the S
  // beyond; as an O: a and b are the two S on either side. Always eight of them, so that counting
  // needs no branches: what the edge of the board cuts off is the cell itself twice, which is
  // empty when its letter is written.
  using Around = std::array<Pair, 8>;

  [[nodiscard]] static const SosLines& of(const text::Grid& grid) {
    constexpr std::size_t sides = Sos::most - Sos::least + 1;
    static std::array<OnceFlag, sides * sides> flags;
    static std::array<std::unique_ptr<const SosLines>, sides * sides> built;
    const auto at = static_cast<std::size_t>(grid.columns - Sos::least) * sides +
                    static_cast<std::size_t>(grid.rows - Sos::least);
    once(flags[at], [&] { built[at] = std::make_unique<const SosLines>(grid); });
    return *built[at];
  }

  explicit SosLines(const text::Grid& grid) : grid_(grid) {
    for (int y = 0; y < grid.rows; ++y) {
      for (int x = 0; x < grid.columns; ++x) look_around(x, y);
    }
  }

  [[nodiscard]] const text::Grid& grid() const noexcept { return grid_; }
  // letter: 0 is S, 1 is O.
  [[nodiscard]] const Around& around(int cell, int letter) const noexcept {
    return around_[static_cast<std::size_t>(2 * cell + letter)];
  }

 private:
  void look_around(int x, int y) {
    constexpr std::array<std::array<int, 2>, 8> directions{
        {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
    Around as_s, as_o;
    as_s.fill({cell(x, y), cell(x, y)});
    as_o = as_s;
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const auto [dx, dy] = directions[d];
      if (inside(x + 2 * dx, y + 2 * dy)) {
        as_s[d] = {cell(x + dx, y + dy), cell(x + 2 * dx, y + 2 * dy)};
      }
      if (d < 4 && inside(x + dx, y + dy) && inside(x - dx, y - dy)) {
        as_o[d] = {cell(x - dx, y - dy), cell(x + dx, y + dy)};
      }
    }
    around_.push_back(as_s);
    around_.push_back(as_o);
  }
  [[nodiscard]] bool inside(int x, int y) const noexcept {
    return x >= 0 && x < grid_.columns && y >= 0 && y < grid_.rows;
  }
  [[nodiscard]] std::uint16_t cell(int x, int y) const noexcept {
    return static_cast<std::uint16_t>(y * grid_.columns + x);
  }

  text::Grid grid_;
  std::vector<Around> around_;
};

static_assert(Sos::most * Sos::most <= Bits<11>::capacity);

template <int Words>
class SosPosition {
 public:
  using Game = Sos;
  static constexpr const char* name = Words == 1 ? "Sos" : "SosWide";

  [[nodiscard]] static bool fits(const Sos::Size& size) noexcept {
    return size.grid.cells() <= Bits<Words>::capacity;
  }
  [[nodiscard]] static SosPosition start(const Sos::Size& size) {
    return from({size, std::string(static_cast<std::size_t>(size.grid.cells()), '.'), 0, {}, 0});
  }
  [[nodiscard]] static SosPosition from(const Sos::Diagram& diagram) {
    SosPosition position(diagram.size);
    for (int cell = 0; cell < diagram.size.grid.cells(); ++cell) {
      const char mark = diagram.marks[static_cast<std::size_t>(cell)];
      if (mark == '.') continue;
      (mark == 'S' ? position.s_ : position.o_).set(cell);
      position.empty_.reset(cell);
      --position.empty_count_;
    }
    for (std::size_t p = 0; p < max_players; ++p) {
      position.points_[p] = static_cast<std::uint16_t>(diagram.points[p]);
    }
    position.to_move_ = diagram.to_move;
    position.out_ = static_cast<std::uint8_t>(diagram.out);
    int on_board = 0;
    position.for_each_line([&](LineCells) { ++on_board; });
    position.made_ = diagram.size.simple && on_board > 0;
    // Every point that play adds puts a line on the board, so this bound is never outgrown.
    for (const int points : diagram.points) {
      if (points > Sos::max_points + on_board) {
        throw NotationError("too many points (" + std::to_string(points) + "): at most " +
                            std::to_string(Sos::max_points) + " more than the lines on the board");
      }
    }
    return position;
  }

  [[nodiscard]] Sos::Size size() const noexcept { return {lines_->grid(), players_, simple_}; }
  [[nodiscard]] Sos::Diagram diagram() const {
    Sos::Diagram diagram{size(), {}, to_move_, points(), out_};
    for (int cell = 0; cell < diagram.size.grid.cells(); ++cell) {
      diagram.marks += s_.test(cell) ? 'S' : o_.test(cell) ? 'O' : '.';
    }
    return diagram;
  }

  [[nodiscard]] Player to_move() const noexcept { return to_move_; }
  [[nodiscard]] unsigned out() const noexcept { return out_; }
  [[nodiscard]] Points points() const noexcept {
    Points points{};
    for (std::size_t p = 0; p < max_players; ++p) points[p] = points_[p];
    return points;
  }
  [[nodiscard]] bool over() const noexcept { return empty_count_ == 0 || made_ || alone(); }

  [[nodiscard]] std::optional<Outcome> outcome() const noexcept {
    if (alone()) return ranked(to_move_, Reason::resignation);
    if (made_) return ranked(before(to_move_), Reason::line);
    if (empty_count_ > 0) return std::nullopt;
    return simple_ ? ranked(nobody, Reason::full) : by_points();
  }

  [[nodiscard]] bool legal(Move move) const noexcept {
    return move < 2 * lines_->grid().cells() && !over() && empty_.test(move / 2);
  }
  [[nodiscard]] int legal_count() const noexcept { return over() ? 0 : 2 * empty_count_; }
  template <class F>
  void for_each_legal(F&& visit) const {
    if (over()) return;
    empty_.for_each([&](int cell) {
      visit(static_cast<Move>(2 * cell));
      visit(static_cast<Move>(2 * cell + 1));
    });
  }
  [[nodiscard]] Move random_move(Random& random) const noexcept {
    const int choice = random.below(2 * empty_count_);
    return static_cast<Move>(2 * empty_.nth(choice / 2) + choice % 2);
  }

  void play(Move move) noexcept {
    const int cell = move / 2;
    const int made = made_by(cell, move % 2);
    (move % 2 == 0 ? s_ : o_).set(cell);
    empty_.reset(cell);
    --empty_count_;
    if (made > 0 && !simple_) {
      points_[to_move_] = static_cast<std::uint16_t>(points_[to_move_] + made);
      return;
    }
    made_ = made > 0;
    to_move_ = after(to_move_);
  }

  // A player goes out; the caller has checked that there are three or more and that this one is in.
  void leave(Player player) noexcept {
    out_ = static_cast<std::uint8_t>(out_ | (1U << player));
    points_[player] = 0;
    if (to_move_ == player) to_move_ = after(player);
  }

  // The marks on the board, by cell.
  template <class F>
  void for_each_mark(F&& visit) const {
    s_.for_each([&](int cell) { visit(cell, 'S'); });
    o_.for_each([&](int cell) { visit(cell, 'O'); });
  }

  template <class F>
  void for_each_line(F&& visit) const {
    s_.for_each([&](int cell) {
      for (const auto& [mid, far] : lines_->around(cell, 0)) {
        // Each line has two ends: it is visited from the first.
        if (far > cell && o_.test(mid) && s_.test(far)) visit(LineCells{cell, mid, far});
      }
    });
  }

  // The lines that a legal move completes.
  template <class F>
  void for_each_completed(Move move, F&& visit) const {
    const int cell = move / 2, letter = move % 2;
    const Bits<Words>& beside = letter == 0 ? o_ : s_;
    for (const auto& [a, b] : lines_->around(cell, letter)) {
      if (beside.test(a) && s_.test(b)) visit(line_with(cell, letter, a, b));
    }
  }
  // The lines with the cell of a legal move that lack one letter after it, in an empty cell.
  template <class F>
  void for_each_opened(Move move, F&& visit) const {
    const int cell = move / 2, letter = move % 2;
    const Bits<Words>& beside = letter == 0 ? o_ : s_;
    for (const auto& [a, b] : lines_->around(cell, letter)) {
      if ((beside.test(a) && empty_.test(b)) || (empty_.test(a) && s_.test(b))) {
        visit(line_with(cell, letter, a, b));
      }
    }
  }

  [[nodiscard]] std::string why_illegal(Move move) const {
    if (over()) return "the game is over";
    return lines_->grid().cell(move / 2) + " already has an " + (s_.test(move / 2) ? "S" : "O");
  }

  [[nodiscard]] std::uint64_t hash() const noexcept {
    Hasher hasher;
    hasher.add(s_);
    hasher.add(o_);
    hasher.add(static_cast<std::uint64_t>(lines_->grid().rows) << 40U |
               static_cast<std::uint64_t>(lines_->grid().columns) << 32U | to_move_ |
               static_cast<std::uint64_t>(players_) << 8U |
               static_cast<std::uint64_t>(out_) << 16U |
               static_cast<std::uint64_t>(simple_) << 24U);
    for (std::size_t p = 0; p < players_; ++p) hasher.add(points_[p]);
    return hasher.value();
  }
  friend bool operator==(const SosPosition&, const SosPosition&) noexcept = default;

 private:
  explicit SosPosition(const Sos::Size& size)
      : empty_(Bits<Words>::first(size.grid.cells())),
        lines_(&SosLines::of(size.grid)),
        empty_count_(static_cast<std::uint16_t>(size.grid.cells())),
        players_(static_cast<std::uint8_t>(size.players)),
        simple_(size.simple) {}

  [[nodiscard]] int made_by(int cell, int letter) const noexcept {
    const Bits<Words>& beside = letter == 0 ? o_ : s_;
    int made = 0;
    for (const auto& [a, b] : lines_->around(cell, letter)) {
      made += static_cast<int>(beside.test(a)) & static_cast<int>(s_.test(b));
    }
    return made;
  }

  // The cells of a line in order, as for_each_line has them: from the end with the lower number.
  [[nodiscard]] static LineCells line_with(int cell, int letter, int a, int b) noexcept {
    LineCells line = letter == 0 ? LineCells{cell, a, b} : LineCells{a, cell, b};
    if (line.front() > line.back()) std::swap(line.front(), line.back());
    return line;
  }

  [[nodiscard]] bool in(unsigned player) const noexcept { return ((out_ >> player) & 1U) == 0; }
  [[nodiscard]] bool alone() const noexcept {
    return out_ != 0 && count_bits(out_) == players_ - 1;
  }
  // The next player who is still in, and the previous one.
  [[nodiscard]] Player after(Player player) const noexcept {
    do {
      player = static_cast<Player>(player + 1 == players_ ? 0 : player + 1);
    } while (!in(player));
    return player;
  }
  [[nodiscard]] Player before(Player player) const noexcept {
    do {
      player = static_cast<Player>(player == 0 ? players_ - 1 : player - 1);
    } while (!in(player));
    return player;
  }

  // Ranks: 1 for the winner and 2 for the rest, or 1 for all; players who are out come last.
  [[nodiscard]] Outcome ranked(Player winner, Reason reason) const noexcept {
    return with_out_last(decided(winner, reason, points()));
  }
  [[nodiscard]] Outcome by_points() const noexcept {
    Outcome outcome{nobody, Reason::points, points(), {}};
    int leaders = 0;
    for (std::size_t p = 0; p < players_; ++p) {
      int rank = 1;
      for (std::size_t q = 0; q < players_; ++q) {
        rank += in(static_cast<unsigned>(q)) && points_[q] > points_[p] ? 1 : 0;
      }
      outcome.ranks[p] = rank;
      if (rank == 1 && in(static_cast<unsigned>(p))) {
        outcome.winner = ++leaders == 1 ? static_cast<Player>(p) : nobody;
      }
    }
    return with_out_last(outcome);
  }
  [[nodiscard]] Outcome with_out_last(Outcome outcome) const noexcept {
    const int last = players_ - count_bits(out_) + 1;
    for (std::size_t p = 0; p < players_; ++p) {
      if (!in(static_cast<unsigned>(p))) outcome.ranks[p] = last;
    }
    return outcome;
  }

  Bits<Words> s_, o_, empty_;
  const SosLines* lines_;
  std::array<std::uint16_t, max_players> points_{};
  std::uint16_t empty_count_;
  std::uint8_t players_;
  bool simple_;
  Player to_move_ = 0;
  std::uint8_t out_ = 0;
  bool made_ = false;  // simple: an S-O-S was made
};

}  // namespace quire
