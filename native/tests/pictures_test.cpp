// Pictures: what a position and its last turn show, and boards of every shape.
#include <map>

#include "doctest/doctest.h"
#include "games/kinds.hpp"
#include "pictures/all.hpp"
#include "tests/toy/pictures/tictactoe.hpp"

namespace {

using namespace quire;
using namespace quire::pictures;

template <class P>
[[nodiscard]] P position_from(const char* text) {
  return P::from(P::Game::read(text));
}

// Draws a random game move by move, and calls `check(position, turns, picture)` after each.
template <Position P, class Check>
void draw_game(const P& start, std::uint64_t seed, Check check) {
  using Drawn = PictureOf<typename P::Game>;
  Random random(seed);
  P position = start;
  std::vector<Turn> turns;
  Past past;
  while (!position.over()) {
    const Move move = position.random_move(random);
    turns.push_back({move, position.to_move()});
    position.play(move);
    past = after(position, past.makers, move);
    check(position, turns, Drawn::draw(position, past));
  }
}

static_assert(HasMakers<SosPosition<1>> && HasMakers<SosPosition<11>>);
static_assert(!HasMakers<LinePosition<1>> && !HasMakers<ExtremePosition>);

}  // namespace

TEST_CASE("every legal move can be tapped once, and every cell has a place") {
  for_each_game([]<class Game>(Game) {
    for (const char* size : {"3x3", "5x4:3", "26x26", "7", "70", "2000", "2x9x9", "6x6", "10x10"}) {
      std::optional<typename Game::Size> read;
      try {
        read = Game::read_size(size);
      } catch (const NotationError&) {
        continue;
      }
      const Board board = PictureOf<Game>::board(*read);
      for_each_kind_of<Game>([&]<Position P>(std::type_identity<P>) {
        if (!P::fits(*read)) return;
        int number = 0;
        draw_game(P::start(*read), 1, [&](const P& position, const auto&, const Picture& picture) {
          if (++number % 50 != 1) return;
          std::map<Move, int> tapped;
          for (const Cell& cell : picture.cells) {
            REQUIRE(cell.place < board.places.size());
            for (unsigned tap = 0; tap < cell.taps; ++tap) {
              ++tapped[picture.taps[cell.first_tap + tap].move];
            }
          }
          std::map<Move, int> legal;
          position.for_each_legal([&](Move move) { ++legal[move]; });
          CHECK(tapped == legal);
        });
      });
    }
  });
}

TEST_CASE("the makers of lines are the same move by move and from all turns") {
  for (const char* size : {"3x3", "5x5", "8x8", "9x8", "6x6:3", "5x5:simple", "7x7:8"}) {
    const Sos::Size read = Sos::read_size(size);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const auto same = [](const auto& position, const auto& turns, const Picture& picture) {
        using Drawn = PictureOf<Sos>;
        const Past past{turns.back().move, Drawn::makers(position, turns)};
        CHECK(Drawn::draw(position, past).strokes == picture.strokes);
      };
      if (SosPosition<1>::fits(read)) draw_game(SosPosition<1>::start(read), seed, same);
      draw_game(SosPosition<11>::start(read), seed, same);
    }
  }
}

TEST_CASE("makers of another position are refused") {
  using Drawn = PictureOf<Sos>;
  const auto position = position_from<SosPosition<1>>("SOS/.../... 1 1-0");
  const Move c1 = 4, a3 = 12;
  CHECK(Drawn::makers_after(position, {}, c1) == std::vector<Player>{0});
  CHECK_THROWS_AS(static_cast<void>(Drawn::makers_after(position, {1}, c1)), std::invalid_argument);
  CHECK_THROWS_AS(static_cast<void>(Drawn::makers_after(position, {}, a3)), std::invalid_argument);
}

TEST_CASE("the facts of a caption") {
  const auto playing = position_from<SosPosition<1>>(".../.../... 2 2-1-x");
  const Caption open = caption_of(playing, Move{3});
  CHECK(open.to_move == 1);
  CHECK(open.leaders == 0);
  CHECK(open.out == 0b100);
  CHECK(open.last == Move{3});
  const Caption tie = caption_of(position_from<SosPosition<1>>("SSS/SSS/SSS 1 2-1-2"), {});
  CHECK(tie.to_move == nobody);
  CHECK(tie.leaders == 0b101);
  CHECK(tie.points[1] == 1);
}

TEST_CASE("a won small board lies over its cells, and a drawn one is tinted") {
  ExtremePosition position;
  for (const char* move : {"1a1", "1d1", "1b1", "1e1", "1c1"}) {
    const Move next = Extreme::read_move({}, move);
    if (position.legal(next)) position.play(next);
  }
  const Board board = PictureOf<Extreme>::board({});
  CHECK(board.places.size() == 180);
  CHECK(board.places[162].name == "1:a1");
  CHECK(board.places[163].name == "1:a2");
  CHECK(board.places[163].y == 3);
  CHECK(board.rules.size() == 8);
}

TEST_CASE("the toy game is drawn on hexagons") {
  const Board board = PictureOf<TicTacToe>::board(TicTacToe::read_size("3x3"));
  CHECK(board.places.front().corners.size() == 6);
  const auto position = position_from<TicTacToePosition>("XXX/OO./... 2");
  const Picture picture = PictureOf<TicTacToe>::draw(position, {Move{2}, {}});
  REQUIRE(picture.strokes.size() == 1);
  CHECK(picture.strokes.front() == Stroke{StrokeKind::line, {0.5, 0.5}, {2.5, 0.5}, 0});
  CHECK(picture.cells[2].last);
  CHECK(picture.taps.empty());
}
