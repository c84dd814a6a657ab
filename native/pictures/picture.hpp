// A board as data: what every renderer draws from, knowing no rules.
//
// The unit is one cell. A cell at (x, y) has its centre at (x + span / 2, y + span / 2) and is the
// square around it, unless its place has corners of its own:
//
//   (0,0)───(1,0)           corners, from the centre:
//     │  .5,.5 │              hexagon  (0,-.5) (.5,-.25) (.5,.25) (0,.5) (-.5,.25) (-.5,-.25)
//   (0,1)───(1,1)             edge     (-.5,0) (0,-.1) (.5,0) (0,.1)
//
// A picture has two parts: the board, which is the same for all positions of a size, and what a
// position and its last turn show on it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace quire::pictures {

struct Point {
  double x = 0;
  double y = 0;

  friend constexpr bool operator==(const Point&, const Point&) noexcept = default;
};

// Where a cell is drawn. A place with `span` above 1 lies over smaller ones.
struct Place {
  std::string name;
  double x = 0;
  double y = 0;
  int span = 1;
  std::vector<Point> corners{};  // in order, measured from the centre; none for a square
};

// A scored line, or a rule of the printed board.
enum class StrokeKind : std::uint8_t { line, rule };

[[nodiscard]] constexpr std::string_view name(StrokeKind kind) noexcept {
  return kind == StrokeKind::line ? "line" : "rule";
}

struct Stroke {
  StrokeKind kind = StrokeKind::line;
  Point from;
  Point to;
  Player owner = nobody;

  friend constexpr bool operator==(const Stroke&, const Stroke&) noexcept = default;
};

// A text outside the cells, centred at a point.
struct Label {
  Point at;
  std::string text;
};

// What all positions of a size have in common.
struct Board {
  int width = 0;
  int height = 0;
  std::vector<Place> places;
  std::vector<Stroke> rules;
  std::vector<Label> labels;
};

// A move that choosing a cell can play, and the mark it would leave.
struct Tap {
  Move move = 0;
  char label = 0;

  friend constexpr bool operator==(const Tap&, const Tap&) noexcept = default;
};

// The background under a mark. `open`: the next move may go here, if not every empty cell is open;
// `shaded`: blocked for everyone; `won`: the owner's; `drawn`: closed, and nobody's.
enum class Tint : std::uint8_t { none, open, shaded, won, drawn };

[[nodiscard]] constexpr std::string_view name(Tint tint) noexcept {
  constexpr std::array<std::string_view, 5> names{"", "open", "shaded", "won", "drawn"};
  return names[static_cast<std::size_t>(tint)];
}

struct Cell {
  std::uint16_t place = 0;  // in Board::places
  char mark = 0;            // 0: none
  Player owner = nobody;
  Tint tint = Tint::none;
  bool last = false;  // whether the last move went here
  std::uint8_t taps = 0;
  std::uint32_t first_tap = 0;  // in Picture::taps
};

// What a caption says in words, which are not the core's.
struct Caption {
  Player to_move = nobody;  // nobody once the game is over
  unsigned leaders = 0;     // bit p: player p has the first rank, once it is over
  Points points{};
  unsigned out = 0;
  std::optional<Move> last;
};

// What a position and its last turn show on the board.
struct Picture {
  Caption caption;
  std::vector<Cell> cells;  // larger ones last
  std::vector<Tap> taps;
  std::vector<Stroke> strokes;  // after the board's rules
};

// What a picture shows of earlier turns: the last move and, in games that ask for it, who made each
// line on the board, in the order of `for_each_line`. Without makers nobody knows.
struct Past {
  std::optional<Move> last{};
  std::vector<Player> makers{};
};

struct Turn {
  Move move = 0;
  Player player = 0;
};

// How a game looks; each game specialises it in its own header:
//
//   static Board board(const Game::Size& size);
//   static Picture draw(const P& position, const Past& past);
//
// If lines belong to those who made them, and the position doesn't know who that was, also:
//
//   static std::vector<Player> makers(const P& position, const std::vector<Turn>& turns);
//   static std::vector<Player> makers_after(const P& position, const std::vector<Player>& before,
//                                           Move last);
//
// `makers` takes all turns of a game, and `makers_after` the makers before the last move, so that
// nothing has to be played again for the picture of one more move. It throws std::invalid_argument
// if they are not those of the position before that move.
template <class Game>
struct PictureOf;

template <class P>
concept HasMakers = Position<P> && requires(const P position, const std::vector<Turn> turns,
                                            const std::vector<Player> before, Move last) {
  { PictureOf<typename P::Game>::makers(position, turns) } -> std::same_as<std::vector<Player>>;
  {
    PictureOf<typename P::Game>::makers_after(position, before, last)
  } -> std::same_as<std::vector<Player>>;
};

// Who made the lines after a move, given who made those before it.
template <Position P>
[[nodiscard]] Past after(const P& position, const std::vector<Player>& before, Move last) {
  Past past{last};
  if constexpr (HasMakers<P>) {
    past.makers = PictureOf<typename P::Game>::makers_after(position, before, last);
  }
  return past;
}

template <Position P>
[[nodiscard]] Caption caption_of(const P& position, std::optional<Move> last) {
  Caption caption{position.to_move(), 0, position.points(), position.out(), last};
  if (const auto end = position.outcome()) {
    caption.to_move = nobody;
    caption.points = end->points;
    const int players = P::Game::players(position.size());
    for (int player = 0; player < players; ++player) {
      if (end->ranks[static_cast<std::size_t>(player)] == 1) caption.leaders |= 1U << player;
    }
  }
  return caption;
}

}  // namespace quire::pictures
