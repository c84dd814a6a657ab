// Values of moves, proofs in slices, and the review of a move.
#include "doctest/doctest.h"
#include "engine/analysis/prover.hpp"
#include "engine/analysis/review.hpp"
#include "engine/specialisations.hpp"
#include "games/all.hpp"

using namespace quire;

namespace {

[[nodiscard]] Candidate candidate(Move move, double value, std::uint64_t nodes = 100) {
  return {move, value, false, nodes};
}

}  // namespace

TEST_CASE("proven moves come first, unknown ones last, and estimates stay below a complete proof") {
  const Proven proven{Proof{1, {3}, true}, {{2, -1}}};
  const auto values = move_values({1, 2, 3, 4}, proven, {candidate(4, 0.9), candidate(3, 0.1)});
  REQUIRE(values.size() == 4);
  CHECK(values[0].move == 3);
  CHECK(values[0].best);
  CHECK(values[0].exact);
  CHECK(*values[0].value == 1);
  CHECK(values[1].move == 4);
  CHECK(*values[1].value == 0);
  CHECK_FALSE(values[1].exact);
  CHECK(values[2].move == 2);
  CHECK(*values[2].value == -1);
  CHECK_FALSE(values[3].value);
  CHECK(*value_of(proven, values) == 1);
}

TEST_CASE(
    "without a proof the choice of the search is the best, and nothing is known without one") {
  const auto values = move_values({1, 2}, {}, {candidate(2, -0.5), candidate(1, 0.5)});
  CHECK(values[0].move == 2);
  CHECK(*value_of({}, values) == -0.5);
  CHECK_FALSE(value_of({}, move_values({1, 2}, {}, {})));
}

TEST_CASE("slices of a proof come to the same end as one, and a new position begins again") {
  using P = LinePosition<1>;
  P position = P::start(P::Game::read_size("9"));
  const auto prove = [](Prover<P>& prover, const P& at, std::uint64_t nodes) {
    Proven proven;
    do {
      Limits limits;
      limits.nodes = nodes;
      Budget budget(limits);
      proven = prover.advance(at, {}, budget);
    } while (!prover.is_done());
    return proven;
  };
  Prover<P> slow(1U << 20U), quick(1U << 20U);
  for (int i = 0; i < 2; ++i) {
    const Proven one = prove(slow, position, 20), other = prove(quick, position, 1'000'000);
    CHECK(one.proof->value == other.proof->value);
    CHECK(one.proof->best == other.proof->best);
    CHECK(one.moves == other.moves);
    CHECK(one.moves.size() == static_cast<std::size_t>(position.legal_count()));
    position.play(slow.line().front());
  }
}

TEST_CASE("a move that gives a win away is a blunder, one that gives points away a mistake") {
  const PositionReview before{Proof{2, {7}, true}, {}};
  const auto verdict = [&](bool by_points, int after) {
    const MovePlace place{2, by_points, 9, 1, 0};
    return MoveReviewer(place, 5, before, {Proof{after, {}, true}, {}}).reviewed();
  };
  CHECK(verdict(true, -1).verdict == Verdict::mistake);  // worth 1 to the mover
  CHECK(verdict(true, 1).verdict == Verdict::blunder);
  CHECK(verdict(false, -1).verdict == Verdict::blunder);
  const ReviewedMove lost = verdict(true, 1);
  CHECK(*lost.value == 1);
  CHECK(*lost.played == -1);
  CHECK(*lost.possible == 2);
  CHECK(lost.better == std::vector<Move>{7});
}

TEST_CASE("an estimate must be worse by more than its error") {
  const MovePlace place{2, true, 64, 0, 1};
  const auto verdict = [&](std::uint64_t nodes) {
    const PositionReview review{{}, {candidate(1, 2, nodes), candidate(5, 0, nodes)}};
    return MoveReviewer(place, 5, review, {}).reviewed().verdict;
  };
  CHECK(verdict(10) == Verdict::none);
  CHECK(verdict(100'000) == Verdict::inaccuracy);
}
