// The tree of the Monte Carlo search: tallies, selection and reuse.
#include "engine/mcts/mcts.hpp"

#include <numeric>

#include "doctest/doctest.h"
#include "engine/specialisations.hpp"

namespace {

using namespace quire;

TEST_CASE("a tally adds visits and rewards apart") {
  mcts::Tally tally;
  for (int i = 0; i < 1000; ++i) tally.word += mcts::Tally::visit + mcts::full;
  tally.word += 1000 * mcts::Tally::visit;
  CHECK(tally.visits() == 2000);
  CHECK(tally.sum() == 1000U * mcts::full);
  CHECK(tally.mean() == doctest::Approx(0.5));
}

TEST_CASE("ranks become rewards") {
  const auto rewards = [](std::initializer_list<int> ranks) {
    Outcome outcome;
    std::copy(ranks.begin(), ranks.end(), outcome.ranks.begin());
    const auto all = mcts::by_rank(outcome, static_cast<int>(ranks.size()));
    return std::vector<int>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(ranks.size()));
  };
  CHECK(rewards({1, 2, 3}) == std::vector{240, 120, 0});
  CHECK(rewards({1, 1, 3}) == std::vector{180, 180, 0});
  CHECK(rewards({1, 1, 1, 1}) == std::vector{120, 120, 120, 120});
  CHECK(rewards({2, 1, 2}) == std::vector{60, 240, 60});
}

TEST_CASE("the first of the best scores is chosen") {
  mcts::Arena arena(1 << 16);
  Random random(3);
  for (int round = 0; round < 2000; ++round) {
    arena.clear();
    const int count = 1 + random.below(40);
    const mcts::Block block = arena[arena.make(count, false)];
    const int opened = random.below(count + 1);
    int best = 0;
    float most = mcts::Score::never;
    for (int i = 0; i < opened; ++i) {
      const bool lost = random.below(4) == 0;
      const float mean = lost ? mcts::Score::never : static_cast<float>(random.below(8)) / 8;
      const float spread = static_cast<float>(random.below(4)) / 4;
      block.set_score(i, {mean, spread});
      if (mean + 0.5F * spread > most) {
        best = i;
        most = mean + 0.5F * spread;
      }
    }
    const auto chosen = mcts::best_of(block, opened, 0.5F);
    CHECK(chosen.child == best);
    CHECK(chosen.score == most);
  }
}

// Checks that no move has fewer visits than its follow-ups together; returns the blocks it has
// seen.
template <Position P>
int check_tree(const mcts::Arena& arena, mcts::Place place, const P& position) {
  int blocks = 1;
  const mcts::Block block = arena[place];
  REQUIRE(block.count() == position.legal_count());
  for (int i = 0; i < block.count(); ++i) {
    const mcts::Entry& entry = block.entry(i);
    REQUIRE(position.legal(entry.move));
    CHECK(entry.tally().sum() <= std::uint64_t{entry.tally().visits()} * mcts::full);
    CHECK((entry.tally().visits() == 0) == (i >= block.opened().load()));
    const mcts::Place below = entry.below.load();
    if (below == mcts::no_block) continue;
    P next = position;
    next.play(entry.move);
    std::uint64_t visits = 0;
    for (int j = 0; j < arena[below].count(); ++j) visits += arena[below].entry(j).tally().visits();
    CHECK(visits < entry.tally().visits());
    blocks += check_tree(arena, below, next);
  }
  return blocks;
}

template <Position P>
void check_walks(const char* size, bool alone) {
  const P start = P::start(P::Game::read_size(size));
  mcts::Arena tree(1 << 20), copy(1 << 20), small(1 << 12);
  (void)tree.make(1, false);
  Random random(5);
  Budget budget(Limits{.nodes = 3000});
  {
    mcts::Walker<P> walker(tree, start, {}, random, alone);
    REQUIRE(walker.open_root());
    ThreadBudget budget_share(budget);
    walker.run(budget_share);
  }
  const mcts::Entry& top = tree[mcts::Arena::first].entry(0);
  CHECK(top.tally().visits() == 3000);
  const int blocks = check_tree(tree, top.below.load(), start);
  const auto copied = [&](mcts::Arena& to) {
    (void)to.make(1, false);
    Budget unlimited{Limits{}};
    mcts::copy_below(tree, top.below.load(), to, unlimited);
    return check_tree(to, to[mcts::Arena::first].entry(0).below.load(), start);
  };
  CHECK(copied(copy) == blocks);
  CHECK(copied(small) < blocks);
  CHECK(copy.used() <= tree.used());
}

TEST_CASE("simulations leave a sound tree, and copies of it are sound") {
  check_walks<SosPosition<1>>("4x4", true);
  check_walks<SosPosition<1>>("4x4:3", true);
  check_walks<LinePosition<32>>("70", true);
  check_walks<ExtremePosition>("2x9x9", true);
  check_walks<ObstructionPosition<1>>("7x7", false);
}

TEST_CASE("what one copy of a block adds reaches the others, and only once") {
  constexpr int moves = 5;
  for (const bool later : {false, true}) {
    mcts::Arena arena(1 << 12);
    const auto block = [&] { return arena[arena.make(moves, later)]; };
    const mcts::Block all = block();
    std::vector<mcts::LocalRoot> copies{{all, block()}, {all, block()}, {all, block()}};
    std::array<std::uint64_t, moves> own{}, from_later{};
    const auto refresh = [](mcts::Block of, int i) {
      of.set_score(i, {of.entry(i).tally().mean()});
    };
    Random random(7);
    for (int round = 0; round < 500; ++round) {
      mcts::LocalRoot& one = copies[static_cast<std::size_t>(random.below(3))];
      if (random.below(8) == 0) one.exchange(refresh);
      const int i = random.below(moves);
      const std::uint64_t news = mcts::Tally::visit + static_cast<std::uint64_t>(random.below(9));
      one.mine().entry(i).tally_word += news;
      own[static_cast<std::size_t>(i)] += news;
      if (later) one.mine().later_word(i) += 2 * news;
      if (later) from_later[static_cast<std::size_t>(i)] += 2 * news;
      mcts::raise(one.mine().opened(), static_cast<std::uint16_t>(i + 1));
    }
    copies[0].mine().prove(0, mcts::Proof::loss);
    copies[2].mine().prove(1, mcts::Proof::draw);
    for (int i = 0; i < 2; ++i) {
      for (mcts::LocalRoot& copy : copies) copy.exchange(refresh);
    }
    for (const mcts::Block& here : {all, copies[0].mine(), copies[1].mine(), copies[2].mine()}) {
      CHECK(here.opened().load() == moves);
      for (int i = 0; i < moves; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const mcts::Entry& entry = here.entry(i);
        CHECK(entry.tally().word == own[at]);
        if (later) CHECK(here.later(i).word == from_later[at]);
        CHECK(entry.proof() == std::array{mcts::Proof::loss, mcts::Proof::draw,
                                          mcts::Proof::none}[std::min<std::size_t>(at, 2)]);
        if (i > 1) CHECK(here.score(i).mean == entry.tally().mean());
      }
      CHECK(here.score(0).mean == mcts::Score::never);
    }
  }
}

TEST_CASE("threads that share a tree learn from later moves as much as one alone") {
  using P = ObstructionPosition<1>;
  const auto news_at_root = [](bool alone) {
    const P start = P::start(Obstruction::read_size("8x8"));
    mcts::Arena tree(1 << 24);
    (void)tree.make(1, true);
    Random random(11);
    Budget budget(Limits{.nodes = 20'000});
    ThreadBudget budget_share(budget);
    mcts::Walker<P> walker(tree, start, mcts::settings_for<P>(2, false), random, alone);
    REQUIRE(walker.open_root());
    walker.run(budget_share);
    const mcts::Block moves = tree[tree[mcts::Arena::first].entry(0).below.load()];
    double news = 0;
    for (int i = 0; i < moves.count(); ++i) news += moves.later(i).visits();
    return news;
  };
  CHECK(news_at_root(false) / news_at_root(true) == doctest::Approx(1).epsilon(0.2));
}

TEST_CASE("two threads prove what one proves") {
  const auto start = LinePosition<1>::start(Line::read_size("7"));
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Mcts<LinePosition<1>> engine(seed, 1 << 24, mcts::settings_for<LinePosition<1>>(2, false));
    Budget budget(Limits{.nodes = 100'000'000, .threads = 2});
    const SearchResult result = engine.think(start, budget);
    CHECK(budget.nodes() < 100'000'000);
    CHECK(result.candidates.front().exact);
    CHECK(result.candidates.front().value == 1);
  }
}

TEST_CASE("two threads share a tree") {
  const auto start = ObstructionPosition<1>::start({{8, 8}});
  Mcts<ObstructionPosition<1>> engine(1, 1 << 22,
                                      mcts::settings_for<ObstructionPosition<1>>(2, false));
  for (int i = 0; i < 3; ++i) {
    Budget budget(Limits{.nodes = 2000, .threads = 2});
    const SearchResult result = engine.think(start, budget);
    CHECK(result.candidates.size() == 64);
    const auto nodes =
        std::accumulate(result.candidates.begin(), result.candidates.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const Candidate& it) { return sum + it.nodes; });
    CHECK(nodes >= static_cast<std::uint64_t>(i + 1) * 2000);
  }
}

}  // namespace
