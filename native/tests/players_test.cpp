// Players, the budgets that they divide, and the functions that must be the same everywhere.
#include <cmath>

#include "core/maths.hpp"
#include "doctest/doctest.h"
#include "engine/players/level.hpp"
#include "engine/specialisations.hpp"
#include "games/all.hpp"

using namespace quire;

TEST_CASE("a part of a budget counts towards the whole, and stops with it") {
  Limits limits;
  limits.nodes = 1000;
  Budget whole(limits);
  {
    Budget part(whole.share(0.8), whole);
    CHECK(part.limits().nodes == 800);
    ThreadBudget nodes(part);
    int searched = 0;
    while (nodes.node()) ++searched;
    CHECK(searched == 800);
  }
  CHECK(whole.nodes() == 800);
  CHECK(whole.share(0.5).nodes == 100);
  Budget part(whole.share(1), whole);
  whole.stop();
  ThreadBudget nodes(part);
  CHECK_FALSE(nodes.node());
}

TEST_CASE("without a limit a share has none either") {
  const Budget whole{Limits{}};
  CHECK(whole.share(0.1).nodes == Limits{}.nodes);
  CHECK(whole.share(0.1).seconds == Limits{}.seconds);
}

TEST_CASE("functions from basic arithmetic are those of the C library") {
  const auto close = [](double ours, double theirs) {
    return std::abs(ours - theirs) <= 4e-16 * std::max(1.0, std::abs(theirs));
  };
  for (int i = 1; i < 2000; ++i) {
    CHECK(close(maths::log(i * 0.37), std::log(i * 0.37)));
    const double x = (i - 1000) * 0.03;
    CHECK(close(maths::exp(x) / std::exp(x), 1));
    CHECK(close(maths::tanh(x), std::tanh(x)));
  }
  CHECK(maths::power(1.31, 3) == doctest::Approx(std::pow(1.31, 3)));
  CHECK(maths::power(2, -3) == 0.125);
  CHECK(maths::power(2, 0) == 1);
}

TEST_CASE("a level has its nodes where it was measured, and fewer on larger boards") {
  CHECK(level_nodes(1000, 64, 64) == 1000);
  CHECK(level_nodes(1000, 64, 9) == 1000);
  CHECK(level_nodes(1000, 64, 128) == 500);
  CHECK(level_nodes(30, 64, 6400) == 20);
  CHECK(level_nodes(10, 64, 6400) == 10);
}

TEST_CASE("a level that misses everything still moves, and claims nothing") {
  using P = LinePosition<1>;
  const P start = P::start(Line::read_size("14"));
  LevelSettings settings{SearchKind{}, {}, 50, 1, 14};
  Budget budget{Limits{}};
  const SearchResult found = Level<P>(1, settings).think(start, budget);
  REQUIRE(found.candidates.size() == 1);
  CHECK_FALSE(found.candidates.front().exact);
  CHECK(found.line == std::vector<Move>{found.candidates.front().move});
}
