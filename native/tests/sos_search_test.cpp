// The search of sos: the effects of letters on a board, and that its moves and proofs are right.
#include <set>

#include "doctest/doctest.h"
#include "engine/players/paper.hpp"
#include "engine/playout.hpp"
#include "engine/search/sos/search.hpp"
#include "engine/solve/generic/exhaustive.hpp"

namespace {

using namespace quire;

constexpr std::size_t memory = 4U << 20U;

template <int Words>
[[nodiscard]] SosPosition<Words> start(const char* size) {
  return SosPosition<Words>::start(Sos::read_size(size));
}

// A position of a random game with this many empty cells, or fewer if the game ended.
template <int Words>
[[nodiscard]] SosPosition<Words> wander(const char* size, int empty, Random& random) {
  auto position = start<Words>(size);
  while (position.legal_count() > 2 * empty) position.play(position.random_move(random));
  return position;
}

[[nodiscard]] Limits of_nodes(std::uint64_t nodes, int threads = 1) {
  Limits limits;
  limits.nodes = nodes;
  limits.threads = threads;
  return limits;
}

template <int Words>
[[nodiscard]] SearchResult think(SosSearch<Words>& search, const SosPosition<Words>& position,
                                 std::uint64_t nodes, int threads = 1) {
  Budget budget(of_nodes(nodes, threads));
  const SearchResult result = search.think(position, budget);
  if (threads == 1) CHECK(budget.nodes() <= nodes);
  return result;
}

template <int Words>
void check_options(const char* size) {
  CAPTURE(size);
  Random random(1);
  auto position = start<Words>(size);
  const SosSteps<Words> steps(position.size().grid);
  const SosPlayout<Words> playout(steps, false);
  for (; !position.over(); position.play(position.random_move(random))) {
    const SosBoard<Words> board(position);
    const SosEffects<Words> effects = board.effects(steps);
    bool any = false;
    const auto seen = [](const std::array<Bits<Words>, 2>& sets, Move move) {
      return sets[move % 2].test(move / 2);
    };
    position.for_each_legal([&](Move move) {
      const bool takes = gain(position, move) != Gain::none;
      any = any || takes;
      CHECK(seen(effects.takes, move) == takes);
      CHECK((board.makes(move / 2, move % 2) > 0) == takes);
    });
    if (any) continue;
    position.for_each_legal([&](Move move) {
      CHECK(seen(effects.unsafe, move) == gives(position, move));
      CHECK((playout.given_by(board, move) > 0) == gives(position, move));
    });
  }
}

TEST_CASE("sos: a board sees what every letter does") {
  for (const char* size : {"3x3", "8x8", "21x3", "3x21", "7x5"}) check_options<1>(size);
  for (const char* size : {"4x3", "9x8", "26x3"}) check_options<11>(size);
}

TEST_CASE("sos: a line is alive until a wrong letter stands on it") {
  const SosBoard<1> board(SosPosition<1>::from(Sos::read("S.../.O../..../.... 1 0-0")));
  CHECK(board.live_lines(10, 0) == 3);  // a1-b2-c3, a3-b3-c3, c1-c2-c3
  CHECK(board.live_lines(10, 1) == 3);  // b3-d3, c2-c4, d2-b4; not b2-d4, for the O on b2
}

template <int Words>
void check_thought(const SosPosition<Words>& position, const SearchResult& result) {
  REQUIRE(!result.candidates.empty());
  std::set<Move> moves;
  for (const Candidate& it : result.candidates) {
    CHECK(position.legal(it.move));
    CHECK(moves.insert(it.move).second);
  }
  REQUIRE(!result.line.empty());
  CHECK(result.line.front() == result.candidates.front().move);
  auto after = position;
  for (const Move move : result.line) {
    REQUIRE(after.legal(move));
    after.play(move);
  }
}

template <int Words>
void check_play(const char* size, std::uint64_t nodes, int threads, int most_moves) {
  CAPTURE(size);
  Random random(2);
  SosSearch<Words> search(SearchSettings{7, memory});
  auto position = start<Words>(size);
  for (int move = 0; !position.over() && move < most_moves; ++move) {
    const SearchResult result = think(search, position, nodes, threads);
    check_thought(position, result);
    position.play(move % 2 == 0 ? result.candidates.front().move : position.random_move(random));
  }
}

TEST_CASE("sos: the search's moves are legal") {
  check_play<1>("3x3", 60, 1, 100);
  check_play<1>("5x4", 100, 2, 100);
  check_play<1>("4x4:3", 60, 1, 100);
  check_play<1>("5x5:8", 40, 1, 100);
  check_play<1>("4x4:simple", 60, 1, 100);
  check_play<1>("4x4:3:simple", 60, 1, 100);
  check_play<11>("9x9", 4, 1, 6);
  check_play<11>("26x26", 1, 1, 2);
}

TEST_CASE("sos: the search returns a move even without a budget") {
  SosSearch<1> search(SearchSettings{7, memory});
  for (const char* size : {"3x3", "8x8", "5x5:4"}) {
    const auto position = start<1>(size);
    check_thought(position, think(search, position, 0));
    std::atomic<bool> asked{true};
    Budget budget(Limits{}, &asked);
    check_thought(position, search.think(position, budget));
  }
}

TEST_CASE("sos: the search uses the nodes it was given, and the seed decides") {
  const auto position = start<1>("6x6");
  const auto moves = [&](std::uint64_t seed) {
    SosSearch<1> search(SearchSettings{seed, memory});
    Budget budget(of_nodes(300));
    const SearchResult result = search.think(position, budget);
    CHECK(budget.nodes() == 300);
    std::vector<std::pair<Move, double>> seen;
    for (const Candidate& it : result.candidates) seen.emplace_back(it.move, it.value);
    return seen;
  };
  CHECK(moves(1) == moves(1));
  CHECK(moves(1) != moves(2));
}

void check_proofs(const char* size, int games) {
  CAPTURE(size);
  Random random(3);
  for (int game = 0; game < games; ++game) {
    const auto position = wander<1>(size, 6, random);
    if (position.over()) continue;
    ExhaustiveSolver<SosPosition<1>> truth(memory);
    Budget unlimited(Limits{});
    const Solution answer = truth.solve(position, {}, unlimited);
    SosSearch<1> search(SearchSettings{7, memory});
    const SearchResult result = think(search, position, 20'000);
    const Candidate& chosen = result.candidates.front();
    CHECK(chosen.exact);
    for (const Candidate& it : result.candidates) {
      const bool best = std::count(answer.best.begin(), answer.best.end(), it.move) > 0;
      if (it.exact) CHECK((best && it.value == answer.lower));
    }
  }
}

TEST_CASE("sos: what the search calls proven is") {
  check_proofs("3x3", 15);
  check_proofs("4x4", 15);
  check_proofs("4x4:simple", 15);
}

TEST_CASE("sos: the search never loses a position that the solver holds") {
  Random random(4);
  for (int game = 0; game < 10; ++game) {
    auto position = wander<1>("4x4", 9, random);
    SosSearch<1> search(SearchSettings{7, memory});
    const Player player = position.to_move();
    SosSolver<1> truth(memory);
    Budget unlimited(Limits{});
    const int value = truth.solve(position, {}, unlimited).lower;
    while (!position.over()) {
      const bool own = position.to_move() == player;
      position.play(own ? think(search, position, 20'000).candidates.front().move
                        : position.random_move(random));
    }
    CHECK(worth(position, player) >= value);
  }
}

}  // namespace
