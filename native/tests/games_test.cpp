// The rules' structure, for every game at once: what holds along any random game.
#include <set>

#include "doctest/doctest.h"
#include "engine/perft.hpp"
#include "engine/playout.hpp"
#include "games/all.hpp"

namespace {

using namespace quire;

template <Position P>
void check_here(const P& position) {
  using Game = typename P::Game;
  std::vector<Move> moves;
  position.for_each_legal([&](Move move) { moves.push_back(move); });
  CHECK(static_cast<int>(moves.size()) == position.legal_count());
  CHECK(std::is_sorted(moves.begin(), moves.end()));
  CHECK(moves.empty() == position.over());
  CHECK(position.over() == position.outcome().has_value());
  const std::set<Move> legal(moves.begin(), moves.end());
  const auto size = position.size();
  for (int i = 0; i <= Game::moves(size); ++i) {
    const auto move = static_cast<Move>(i);
    CHECK(position.legal(move) == legal.contains(move));
    if (i == Game::moves(size)) continue;
    CHECK(Game::read_move(size, Game::move(size, move)) == move);
    if (!position.legal(move)) CHECK(!position.why_illegal(move).empty());
  }
  const P again = P::from(Game::read(Game::write(position.diagram())));
  CHECK(again == position);
  CHECK(again.hash() == position.hash());
}

template <Position P>
void check_games(const char* size, int games, int every = 1) {
  CAPTURE(P::Game::key);
  CAPTURE(size);
  const auto read = P::Game::read_size(size);
  CHECK(read.text() == size);
  REQUIRE(P::fits(read));
  Random random(7);
  for (int game = 0; game < games; ++game) {
    P position = P::start(read);
    for (int ply = 0; !position.over(); ++ply) {
      if (ply % every == 0) check_here(position);
      const Move move = position.random_move(random);
      REQUIRE(position.legal(move));
      position.play(move);
    }
    check_here(position);
  }
}

}  // namespace

TEST_CASE("sos") {
  check_games<SosPosition<1>>("3x3", 20);
  check_games<SosPosition<1>>("8x8", 3);
  check_games<SosPosition<1>>("3x21:8", 3);
  check_games<SosPosition<1>>("5x4:3:simple", 20);
  check_games<SosPosition<11>>("5x13", 3);
  check_games<SosPosition<11>>("26x26:simple", 3, 20);
  check_games<SosPosition<11>>("26x26", 1, 101);
  // The wide board plays the small sizes alike.
  check_games<SosPosition<11>>("4x4", 3);
}
TEST_CASE("line") {
  check_games<LinePosition<1>>("3", 30);
  check_games<LinePosition<1>>("64", 10);
  check_games<LinePosition<32>>("65", 10);
  check_games<LinePosition<32>>("2000", 2, 50);
}
TEST_CASE("extreme") { check_games<ExtremePosition>("2x9x9", 20, 3); }
TEST_CASE("obstruction") {
  check_games<ObstructionPosition<1>>("1x1", 1);
  check_games<ObstructionPosition<1>>("8x8", 20);
  check_games<ObstructionPosition<2>>("10x10", 20);
  check_games<ObstructionPosition<2>>("9x8", 10);
}

TEST_CASE("random moves are uniform") {
  const auto check = []<Position P>(P position) {
    Random random(11);
    std::vector<int> seen(static_cast<std::size_t>(P::Game::moves(position.size())));
    const int draws = 2000 * position.legal_count();
    for (int i = 0; i < draws; ++i) ++seen[position.random_move(random)];
    position.for_each_legal([&](Move move) {
      CHECK(seen[move] > 1750);  // five standard deviations either way
      CHECK(seen[move] < 2250);
    });
  };
  check(SosPosition<1>::from(Sos::read("S.O/.../.O. 1 0-0")));
  check(LinePosition<32>::start({70}));
  check(ObstructionPosition<1>::start(Obstruction::read_size("4x3")));
  check(ExtremePosition{});
  ExtremePosition after_one;
  after_one.play(Extreme::read_move({}, "2c7"));
  check(after_one);
}

TEST_CASE("a playout ends, and its seed decides it") {
  Random one(5), same(5);
  auto a = SosPosition<1>::start(Sos::read_size("8x8"));
  auto b = a;
  CHECK(play_out(a, one) == 64);
  CHECK(play_out(b, same) == 64);
  CHECK(a == b);
}

TEST_CASE("a game's own playout is the same as playing its random moves") {
  Random own(3), plain(3);
  for (int game = 0; game < 200; ++game) {
    ExtremePosition fast, slow;
    int moves = 0;
    for (; !slow.over(); ++moves) slow.play(slow.random_move(plain));
    CHECK(play_out(fast, own) == moves);
    CHECK(fast == slow);
  }
}

TEST_CASE("two games in turn are the same as the moves of both in turn") {
  const auto check = []<Position P>(const P& start) {
    Random own(5), plain(5);
    for (int game = 0; game < 50; ++game) {
      P one = start, other = start, a = start, b = start;
      int moves = 0;
      for (; !a.over() && !b.over(); moves += 2) {
        a.play(a.random_move(plain));
        b.play(b.random_move(plain));
      }
      for (; !a.over(); ++moves) a.play(a.random_move(plain));
      for (; !b.over(); ++moves) b.play(b.random_move(plain));
      CHECK(play_out(one, other, own) == moves);
      CHECK(one == a);
      CHECK(other == b);
    }
  };
  check(ExtremePosition{});
  check(LinePosition<1>::start({20}));
}

TEST_CASE("perft counts what can be counted by hand") {
  const auto never = [] {};
  CHECK(perft(SosPosition<1>::start(Sos::read_size("3x3")), 2, never) == 18 * 16);
  CHECK(perft(ObstructionPosition<1>::start(Obstruction::read_size("3x3")), 2, never) ==
        4 * 5 + 4 * 3);
  CHECK(perft(LinePosition<1>::start({3}), 3, never) == 48);
  CHECK(perft(LinePosition<1>::start({3}), 4, never) == 0);
  CHECK(perft(ExtremePosition{}, 1, never) == 162);
  // The first move is free; if it lies inside the SmallBoard that it names, that has one cell less.
  CHECK(perft(ExtremePosition{}, 2, never) == 162 * 18 - 18);
}

TEST_CASE("texts that cannot be read are refused") {
  for (const char* text : {"", " ", "S../... 1 0-0", "S../.../... 3 0-0", "S../.../... 1 0",
                           "SX./.../... 1 0-0", "S../.../... 1 x-0", "S../.../... 2 0-x-0",
                           "S../.../... 1 x-x-x", "S../.../... 1 simple-9", "S../.../... 1 00-0"}) {
    CAPTURE(text);
    CHECK_THROWS_AS((void)Sos::read(text), NotationError);
  }
  for (const char* text : {"...", "SO. 2", "S? 1", "... 3", "S 1"}) {
    CAPTURE(text);
    CHECK_THROWS_AS((void)Line::read(text), NotationError);
  }
  for (const char* text :
       {"X.. 2", "XX./##./... 1", "X#./##./... 1", "..#/.../... 1", "X#X/###/... 1"}) {
    CAPTURE(text);
    CHECK_THROWS_AS((void)Obstruction::read(text), NotationError);
  }
  CHECK_THROWS_AS((void)Sos::read_move(Sos::read_size("3x3"), "Sd1"), IllegalMove);
  CHECK_THROWS_AS((void)Sos::read_move(Sos::read_size("3x3"), "Sb01"), NotationError);
  CHECK_THROWS_AS((void)Sos::read(std::string(100'000, 'S')), NotationError);
}
