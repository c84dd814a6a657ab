// Many games at once: marks, threads and refused actions.
#include "engine/batch/batch.hpp"

#include <map>
#include <numeric>

#include "doctest/doctest.h"
#include "games/kinds.hpp"
#include "tests/toy/tictactoe.hpp"

namespace {

using namespace quire;

// Cells in a row of one line, and no marks of players.
template <class P>
[[nodiscard]] Layout layout_of(const P& start) {
  using Game = typename P::Game;
  const auto size = start.size();
  Layout layout;
  layout.players = Game::players(size);
  layout.area = Game::cells(size);
  layout.mark_planes = 2;
  layout.has_points = true;
  layout.mark_of.fill(Layout::no_mark);
  layout.mark_of['X'] = layout.mark_of['S'] = 0;
  layout.mark_of['O'] = 1;
  layout.place_of_cell.resize(static_cast<std::size_t>(Game::cells(size)));
  std::iota(layout.place_of_cell.begin(), layout.place_of_cell.end(), std::uint16_t{0});
  layout.place_of_move.assign(static_cast<std::size_t>(Game::moves(size)), 0);
  return layout;
}

// The observations after some random steps of 600 games.
template <Position P>
[[nodiscard]] std::vector<float> observations(const P& start, int threads) {
  const Layout layout = layout_of(start);
  Batch<P> batch(std::vector<P>(600, start), threads);
  std::vector<std::int64_t> actions(batch.size());
  std::vector<float> rewards(batch.size() * static_cast<std::size_t>(layout.players));
  const auto ended = std::make_unique<bool[]>(batch.size());
  for (std::uint64_t step = 0; step < 6; ++step) {
    batch.random_actions(step, actions.data());
    batch.step(actions.data(), layout, rewards.data(), ended.get());
  }
  const auto length = static_cast<std::size_t>(planes<P>(layout) * layout.area);
  std::vector<float> seen(batch.size() * length);
  batch.for_each([&](std::size_t game) {
    observe(batch[game], layout, layout.players - 1, seen.data() + game * length);
  });
  batch.play_outs(1, 7, layout.players, rewards.data(), [] { return false; });
  seen.insert(seen.end(), rewards.begin(), rewards.end());
  return seen;
}

template <Position P>
void check_marks(P position) {
  Random random(3);
  for (int move = 0; move < 8 && !position.over(); ++move)
    position.play(position.random_move(random));
  std::map<int, char> seen, expected;
  for_each_mark(position, [&](int cell, char mark) { seen[cell] = mark; });
  const std::string marks = position.diagram().marks;
  for (std::size_t cell = 0; cell < marks.size(); ++cell) {
    if (marks[cell] != '.' && marks[cell] != '#') expected[static_cast<int>(cell)] = marks[cell];
  }
  CHECK(seen == expected);
}

}  // namespace

TEST_CASE("batches of every game: marks as in the diagram, and the same with any threads") {
  for_each_game([]<class Game>(Game) {
    for (const char* text : {"3x3", "9x8", "5x5:3", "7", "70", "2x9x9"}) {
      try {
        const auto size = Game::read_size(text);
        for_each_kind_of<Game>([&]<Position P>(std::type_identity<P>) {
          if (!P::fits(size)) return;
          check_marks(P::start(size));
          CHECK(observations(P::start(size), 1) == observations(P::start(size), 4));
        });
      } catch (const NotationError&) {
        continue;  // a size of another game
      }
    }
  });
  const auto toy = TicTacToePosition::start(TicTacToe::read_size("4x4"));
  check_marks(toy);
  CHECK(observations(toy, 1) == observations(toy, 3));
}

TEST_CASE("an illegal action changes no game and is named") {
  const auto start = TicTacToePosition::start(TicTacToe::read_size("3x3"));
  const Layout layout = layout_of(start);
  Batch<TicTacToePosition> batch({start, start}, 1);
  std::array<float, 4> rewards{};
  std::array<bool, 2> ended{};
  using Actions = std::array<std::int64_t, 2>;
  batch.step(Actions{4, -1}.data(), layout, rewards.data(), ended.data());
  const auto before = batch.games();
  for (const Actions& wrong :
       {Actions{0, 9}, Actions{4, 0}, Actions{-2, 0}, Actions{0, 1LL << 40}}) {
    CHECK_THROWS_AS(batch.step(wrong.data(), layout, rewards.data(), ended.data()), IllegalMove);
    CHECK(batch.games() == before);
  }
  CHECK_THROWS_WITH(batch.step(Actions{4, 0}.data(), layout, rewards.data(), ended.data()),
                    "game 0 of the batch: action 4 (b2) is not legal: b2 already has an X");
}
