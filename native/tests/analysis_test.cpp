// Values of moves, proofs in slices, and the review of a move.
#include "doctest/doctest.h"
#include "engine/analysis/analyst.hpp"
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
  const auto values = move_values({1, 2, 3, 4}, proven, {candidate(4, 0.9), candidate(3, 0.1)}, 1);
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
  const auto values = move_values({1, 2}, {}, {candidate(2, -0.5), candidate(1, 0.5)}, 1);
  CHECK(values[0].move == 2);
  CHECK(*value_of({}, values) == -0.5);
  CHECK_FALSE(value_of({}, move_values({1, 2}, {}, {}, 1)));
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

TEST_CASE("what was hardly searched is ranked by what it is worth at least, or not at all") {
  // Errors of 2 * 26 / root of the nodes: 1, 5.2 and 26.
  const auto values = move_values(
      {1, 2, 3, 4}, {},
      {candidate(1, 4, 2704), candidate(2, 7, 100), candidate(3, 55, 4), candidate(4, 5, 2704)},
      26);
  CHECK(values[0].move == 1);  // the choice of the search
  CHECK(values[1].move == 4);  // at least 4
  CHECK(values[2].move == 2);  // at least 1.8
  CHECK(values[3].move == 3);
  CHECK_FALSE(values[3].value);
  CHECK_FALSE(values[3].exact);
}

namespace {

const ValueScale points_36{2, true, 36}, results_36{2, false, 36};

[[nodiscard]] PositionReview proven(int value, std::vector<Move> best = {}) {
  return {Proof{value, std::move(best), true}, {}, {}, false};
}
[[nodiscard]] PositionReview estimated(std::vector<Candidate> candidates) {
  return {{}, {}, std::move(candidates), false};
}

// Players move in turn, the first one first, and always choose move 5.
[[nodiscard]] GameReview reviewed(const ValueScale& scale,
                                  const std::vector<PositionReview>& reviews) {
  std::vector<PlayedMove> moves;
  for (std::size_t i = 0; i + 1 < reviews.size(); ++i) {
    moves.push_back({5, static_cast<Player>(i % 2), static_cast<Player>((i + 1) % 2)});
  }
  return GameReviewer(scale, 0, moves, reviews).reviewed();
}

}  // namespace

TEST_CASE("verdicts say what is gone: the result, points, or nothing") {
  // Worth 2 to the first player, and then this much to the second.
  const auto verdict = [](const ValueScale& scale, int after) {
    return reviewed(scale, {proven(2, {7}), proven(after)}).moves[0].verdict;
  };
  CHECK(verdict(points_36, 0) == Verdict::blunder);
  CHECK(verdict(points_36, 1) == Verdict::blunder);
  CHECK(verdict(points_36, -1) == Verdict::inaccuracy);
  CHECK(verdict(points_36, -2) == Verdict::best);
  CHECK(verdict(results_36, 0) == Verdict::blunder);
  const auto lead = [](int after) {
    return reviewed(points_36, {proven(9, {7}), proven(-after)}).moves[0].verdict;
  };
  CHECK(lead(8) == Verdict::inaccuracy);
  CHECK(lead(7) == Verdict::mistake);
  CHECK(lead(6) == Verdict::mistake);
  CHECK(lead(5) == Verdict::blunder);
  const ReviewedMove lost = reviewed(points_36, {proven(2, {7}), proven(1)}).moves[0];
  CHECK(*lost.value == -1);
  CHECK(*lost.played == -1);
  CHECK(*lost.possible == 2);
  CHECK(lost.better == std::vector<Move>{7});
}

TEST_CASE("an estimate must be worse by more than its error") {
  const auto verdict = [&](double lost, std::uint64_t nodes) {
    return reviewed(points_36, {estimated({candidate(1, lost, nodes), candidate(5, 0, nodes)}), {}})
        .moves[0]
        .verdict;
  };
  CHECK(verdict(3, 10) == Verdict::good);          // an error of 2 * 6 / root of 10
  CHECK(verdict(3, 100'000) == Verdict::mistake);  // nearly none
  CHECK(verdict(1.8, 100'000) == Verdict::mistake);
  CHECK(verdict(1.6, 100'000) == Verdict::inaccuracy);
  CHECK(verdict(0.9, 100'000) == Verdict::good);
}

TEST_CASE("a move that wasn't examined has no verdict and no accuracy") {
  const ReviewedMove found = reviewed(points_36, {estimated({candidate(1, 3)}), {}}).moves[0];
  CHECK(found.verdict == Verdict::none);
  CHECK_FALSE(found.accuracy);
}

TEST_CASE("a proof holds for the whole game") {
  // The second position is proven to be lost by 47; whatever the search thinks of the others.
  const std::vector<Candidate> guess{candidate(5, 21)};
  SUBCASE("forward, by best moves") {
    const GameReview found =
        reviewed(points_36, {estimated(guess), proven(-47, {5}), estimated(guess)});
    CHECK(found.moves[1].exact);
    CHECK(*found.moves[1].value == 47);
  }
  SUBCASE("backward: the mover may choose what leads there") {
    const GameReview found = reviewed(points_36, {estimated(guess), proven(-47, {5})});
    CHECK(*found.value == 47);  // at least
    CHECK_FALSE(found.exact);
  }
  SUBCASE("forward: no move leads to more than there is") {
    const GameReview found = reviewed(points_36, {proven(3, {7}), estimated({candidate(5, -21)})});
    CHECK(*found.moves[0].value == 2);  // the best move would keep 3
    CHECK_FALSE(found.moves[0].exact);
  }
  SUBCASE("bounds of a stopped proof count, too") {
    PositionReview bounded = estimated(guess);
    bounded.bounds = {-3, 4};
    CHECK(*reviewed(points_36, {bounded, {}}).value == 4);
  }
}

TEST_CASE("accuracy is 100 for what keeps the value, falls with the loss, and skips forced moves") {
  const auto accuracy = [](int after) {
    return reviewed(points_36, {proven(2, {7}), proven(-after)}).moves[0].accuracy;
  };
  CHECK(*accuracy(2) == 100);
  CHECK(*accuracy(1) < 100);
  CHECK(*accuracy(0) < *accuracy(1));
  CHECK(*accuracy(-1) == 0);  // from a win to a loss
  PositionReview forced = proven(2, {5});
  forced.is_forced = true;
  const GameReview found = reviewed(points_36, {forced, proven(-2)});
  CHECK(found.moves[0].verdict == Verdict::best);
  CHECK_FALSE(found.moves[0].accuracy);
  CHECK_FALSE(found.players[0].accuracy);
  // The same share of the point is gone: a draw.
  const auto drawn = [](const ValueScale& scale) {
    return *reviewed(scale, {proven(0, {7}), proven(1)}).moves[0].accuracy;
  };
  CHECK(drawn(results_36) == drawn(points_36));
  CHECK(std::abs(drawn(results_36) - 8.53) < 0.01);  // 103.1668 e^(-4.354 / 2) - 3.1668
}

TEST_CASE("a review counts verdicts, divides the game, and names three moments at most") {
  std::vector<PositionReview> reviews;
  // The first player's values; each loses what the next one has less, or more for the second.
  for (const int value : {9, 9, 11, 6, 6, 1, 4, 4, 10, 10}) {
    const bool is_first = reviews.size() % 2 == 0;
    reviews.push_back(proven(is_first ? value : -value, {7}));
  }
  const GameReview found = reviewed({2, true, 100}, reviews);
  CHECK(found.mistakes() == std::vector<std::size_t>{2, 3, 5, 6, 8});
  CHECK(found.key_moments == std::vector<std::size_t>{5, 6, 8});
  CHECK(found.players[0].verdicts[static_cast<std::size_t>(Verdict::blunder)] == 2);
  CHECK(found.players[0].verdicts[static_cast<std::size_t>(Verdict::best)] == 3);
  CHECK(found.players[1].verdicts[static_cast<std::size_t>(Verdict::mistake)] == 2);
  REQUIRE(found.phases.size() == 3);
  CHECK(found.phases[1].first == 4);
  CHECK(found.phases[1].last == 6);
  CHECK(found.phases[1].name == "middle game");
  CHECK(*found.phases[0].accuracy[0] < 100);
}

TEST_CASE("the best move and the one that was played are searched equally") {
  using P = SosPosition<1>;
  const P start = P::start(P::Game::read_size("8x8"));
  Analyst<P> analyst(1U << 22U, *search_kind("search"));
  Limits limits;
  limits.nodes = 4000;
  Budget budget(limits);
  const Move played = P::Game::read_move(start.size(), "Oh8");
  const PositionReview found = analyst.review(start, played, false, budget);
  REQUIRE(found.candidates.size() == 2);
  CHECK(found.find(played) != nullptr);
  CHECK(found.candidates[0].value >= found.candidates[1].value);
  CHECK(budget.nodes() <= limits.nodes);
}
