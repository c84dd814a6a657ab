// The engines' defaults with an untuned game: tic-tac-toe.
#include "doctest/doctest.h"
#include "engine/mcts/mcts.hpp"
#include "engine/perft.hpp"
#include "engine/players/paper.hpp"
#include "engine/search/search_for.hpp"
#include "engine/solve/solver.hpp"
#include "engine/specialisations.hpp"
#include "tests/toy/tictactoe.hpp"

namespace {

using namespace quire;
using P = TicTacToePosition;

static_assert(Position<P>);
static_assert(std::same_as<Solver<P>, AlphaBetaSolver<P>>);
static_assert(std::same_as<SearchOf<P>, Search<P>>);
static_assert(!Evaluation<P>::available);

[[nodiscard]] P position_of(const char* text) { return P::from(TicTacToe::read(text)); }

}  // namespace

TEST_CASE("the rules of the toy game") {
  const auto nothing = [] {};
  CHECK(perft(P::start(TicTacToe::read_size("3x3")), 5, nothing) == 15120);
  CHECK(perft(P::start(TicTacToe::read_size("3x3")), 6, nothing) == 54720);
  CHECK(position_of("XXX/OO./... 2").outcome()->winner == 0);
  CHECK(TicTacToe::write(position_of("X../.O./... 1").diagram()) == "X../.O./... 1");
}

TEST_CASE("the default solver: the start is a draw, and every first move keeps it") {
  Solver<P> solver(1U << 20U);
  Budget budget({});
  const Solution answer = solver.solve(P::start(TicTacToe::read_size("3x3")), {}, budget);
  CHECK(answer.lower == 0);
  CHECK(answer.upper == 0);
  CHECK(answer.best.size() == 9);
}

TEST_CASE("the default searches find a win in one") {
  const P position = position_of("XX./OO./... 1");
  Budget first({.nodes = 1000}), second({.nodes = 1000});
  SearchOf<P> search(SearchSettings{1, 1U << 16U});
  CHECK(search.think(position, first).candidates.front().move == 2);
  Mcts<P> tree(1, 1U << 20U, mcts::settings_for<P>(2, true));
  CHECK(tree.think(position, second).candidates.front().move == 2);
  Random random(1);
  CHECK(Policy{Policy::Kind::greedy}.choose(position, random) == 2);
}
