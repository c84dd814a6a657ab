// The searches and extreme's solver, small, for the sanitizers; tests/engine has the rest.
#include "engine/search/search.hpp"

#include "doctest/doctest.h"
#include "engine/specialisations.hpp"

namespace {

using namespace quire;

template <Position P>
void check_search(const char* size, Search<P> search) {
  Random random(5);
  P position = P::start(P::Game::read_size(size));
  while (!position.over()) {
    Budget budget({std::numeric_limits<double>::infinity(), 300, 1});
    const SearchResult result = search.think(position, budget);
    CHECK(budget.nodes() <= 300);
    CHECK(static_cast<int>(result.candidates.size()) == position.legal_count());
    CHECK(result.line.front() == result.candidates.front().move);
    // Where everything can be searched in a moment.
    Budget small({std::numeric_limits<double>::infinity(), 2000, 1});
    const Solution answer = ExhaustiveSolver<P>(1U << 20U).solve(position, {}, small);
    if (result.candidates.front().exact && answer.exact()) {
      CHECK(result.candidates.front().value == answer.lower);
    }
    for (int i = 0; i < 3 && !position.over(); ++i) position.play(position.random_move(random));
  }
}

[[nodiscard]] std::shared_ptr<const ExtremeEvaluation> untrained() {
  Random random(1);
  return std::make_shared<const ExtremeEvaluation>(untrained_extreme(random));
}

}  // namespace

TEST_CASE("search") {
  const SearchSettings settings{1, 1U << 16U, false};
  check_search("4x4", Search<SosPosition<1>>(settings));
  check_search("9x8", Search<SosPosition<11>>(settings));
  check_search("4x4:simple", Search<SosPosition<1>>(settings));
  check_search("12", Search<LinePosition<1>>(settings));
  check_search("80", Search<LinePosition<32>>(settings));
  check_search("6x6", Search<ObstructionPosition<1>>(settings));
  check_search("9x9", Search<ObstructionPosition<2>>(settings));
  check_search("2x9x9",
               Search<ExtremePosition>(settings, Heuristics<ExtremePosition>(untrained())));
}

TEST_CASE("search on two threads") {
  Search<ExtremePosition> search({1, 1U << 16U, false}, Heuristics<ExtremePosition>(untrained()));
  Budget budget({std::numeric_limits<double>::infinity(), 20'000, 2});
  CHECK(search.think(ExtremePosition::start({}), budget).candidates.size() == 162);
}

TEST_CASE("the solver of extreme") {
  Random random(8);
  ExtremeSolver solver(1U << 18U);
  for (int game = 0; game < 40; ++game) {
    ExtremePosition position = ExtremePosition::start({});
    while (!position.over()) {
      if (position.free_count() <= 8) {
        ExhaustiveSolver<ExtremePosition> plain(1U << 24U);
        Budget one({}), other({});
        const Solution fast = solver.solve(position, {}, one);
        const Solution slow = plain.solve(position, {}, other);
        CHECK(fast.lower == slow.lower);
        CHECK(fast.upper == slow.upper);
        CHECK(fast.best == slow.best);
      }
      position.play(position.random_move(random));
    }
  }
}

TEST_CASE("training of extreme") {
  ExtremeTraining training(4);
  Budget playing({std::numeric_limits<double>::infinity(), ~std::uint64_t{0}, 2});
  Budget learning({});
  CHECK(training.play(4, 20, playing) > 50);
  const auto before = training.weights();
  const auto losses = training.learn(learning);
  CHECK(losses.seen > 0);
  CHECK(training.weights() != before);
}
