// The parts of the sos solver, and the whole against the exhaustive one.
#include <cstring>

#include "doctest/doctest.h"
#include "engine/solve/sos/solver.hpp"

namespace {

using namespace quire;

[[nodiscard]] SosKey key_from(Random& random) {
  const auto word = [&] { return std::uint64_t{random.next()} << 32U | random.next(); };
  return {word(), word()};
}

// Random letters except in some cells.
[[nodiscard]] Sos::Diagram composed(const char* size, int empty, Random& random) {
  Sos::Diagram diagram = SosPosition<11>::start(Sos::read_size(size)).diagram();
  for (char& mark : diagram.marks) mark = random.below(2) == 0 ? 'S' : 'O';
  for (int left = empty; left > 0;) {
    char& mark =
        diagram
            .marks[static_cast<std::size_t>(random.below(static_cast<int>(diagram.marks.size())))];
    if (mark != '.') --left;
    mark = '.';
  }
  return diagram;
}

[[nodiscard]] SosNode node_of(const SosPosition<11>& position) {
  SosNode node;
  node.follow(SosNode::whole(SosShape(position)), 0, 0);
  return node;
}

[[nodiscard]] SosNode node_of(const char* text) {
  return node_of(SosPosition<11>::from(Sos::read(text)));
}

}  // namespace

TEST_CASE("a table finds what was stored, also after it has grown") {
  SosTable table(1 << 16);
  Random random(1);
  std::vector<std::pair<SosKey, SosBounds>> stored;
  for (std::size_t bytes = 1 << 10; bytes <= std::size_t{1} << 16; bytes += 3000) {
    table.prepare(bytes);
    for (int i = 0; i < 5; ++i) {
      const int lower = random.below(1000) - 700;
      stored.push_back({key_from(random), {lower, lower + random.below(800)}});
      table.put(stored.back().first, {stored.back().second, 1});
    }
  }
  int kept = 0;
  for (const auto& [key, bounds] : stored) {
    const auto found = table.find(key);
    if (!found) continue;  // another took its place
    ++kept;
    CHECK(found->lower == bounds.lower);
    CHECK(found->upper == bounds.upper);
    CHECK(!table.find({key.low + 1, key.high}));
    CHECK(!table.find({key.low, key.high + 1}));
  }
  CHECK(kept > static_cast<int>(stored.size()) * 9 / 10);
}

TEST_CASE("bounds of a table's entry reach both ends") {
  SosTable table(64);
  for (const int bound : {-SosEntry::max_bound, -1, 0, 1, SosEntry::max_bound}) {
    table.put({5, 7}, {{bound, bound}, ~std::uint64_t{0}});
    CHECK(table.find({5, 7})->lower == bound);
    CHECK(table.find({5, 7})->upper == bound);
  }
}

TEST_CASE("costly entries stay, and those of earlier searches are replaced first") {
  SosTable table(64);  // one bucket
  for (std::uint64_t i = 0; i < 4; ++i) table.put({i, i}, {{0, 0}, 1000});
  for (std::uint64_t i = 4; i < 50; ++i) table.put({i, i}, {{0, 0}, 1});
  int dear = 0;
  for (std::uint64_t i = 0; i < 4; ++i) dear += table.find({i, i}).has_value() ? 1 : 0;
  CHECK(dear == 3);
  table.new_search();
  for (std::uint64_t i = 60; i < 64; ++i) table.put({i, i}, {{0, 0}, 1});
  for (std::uint64_t i = 60; i < 64; ++i) CHECK(table.find({i, i}));
}

TEST_CASE("a table's bytes can be saved and restored; damage is noticed") {
  SosTable table(1 << 12), other(1 << 12);
  table.prepare(1 << 12);
  Random random(2);
  const SosKey key = key_from(random);
  table.put(key, {{-3, 4}, 10});
  REQUIRE(table.bytes().size() == 1 << 12);
  std::memcpy(other.bytes().data(), table.bytes().data(), table.bytes().size());
  other.prepare(1 << 12);
  REQUIRE(other.find(key));
  CHECK(other.find(key)->upper == 4);
  for (std::byte& byte : other.bytes()) {
    if (byte == std::byte{0}) continue;
    byte ^= std::byte{1};
    CHECK(!other.find(key));
    byte ^= std::byte{1};
  }
  CHECK(other.find(key));
}

TEST_CASE("a shape keeps what can still make an S-O-S") {
  // The middle of the top row completes; the bottom row can make nothing any more.
  const SosShape shape(SosPosition<1>::from(Sos::read("S.S/OSO/O.O 1 0-0")));
  CHECK(shape.cells() == 1);
  CHECK(shape.cell(0) == 1);
  CHECK(shape.idle() == std::vector<int>{7});
  CHECK(shape.lines().size() == 1);
  CHECK(SosShape(SosPosition<11>::start(Sos::read_size("9x8"))).too_large());
  CHECK(!SosShape(SosPosition<11>::start(Sos::read_size("8x8"))).too_large());
}

TEST_CASE("of several lone cells the least is spared") {
  // b1 is worth 1 as an O, f2 is worth 4.
  const SosNode two = node_of("S.SSSSS/SSSSS.S/SSSSSSS 1 0-0");
  CHECK(two.taken == 4);
  CHECK(two.spare == 1);
  CHECK(two.lines == 0);
  const SosNode single = node_of("S.S/SSS/SSS 1 0-0");
  CHECK(single.taken == 0);
  CHECK(single.spare == 1);
}

TEST_CASE("a key does not depend on place, image or order") {
  SosNaming naming;
  const SosKey key = naming.key(node_of("S....../..S..../......./SSSSSSS/SSSSSSS 1 0-0"));
  CHECK(key == naming.key(node_of("SSSSSSS/SSSSSSS/......./....S../......S 2 4-1")));
  CHECK(key != naming.key(node_of("S....../...S.../......./SSSSSSS/SSSSSSS 1 0-0")));
}

TEST_CASE_TEMPLATE("the solver agrees with the exhaustive one", P, SosPosition<1>,
                   SosPosition<11>) {
  Random random(3);
  typename SolverFor<P>::type solver(1 << 20);
  for (const char* size : {"3x3", "4x4", "5x5", "8x8", "4x3:simple", "6x6:simple"}) {
    CAPTURE(size);
    for (int i = 0; i < 12; ++i) {
      const P position = P::from(composed(size, 5, random));
      ExhaustiveSolver<P> plain(1 << 24);
      Budget one{Limits{}}, other{Limits{}};
      const Solution fast = solver.solve(position, {}, one);
      const Solution slow = plain.solve(position, {}, other);
      CHECK(fast.lower == slow.lower);
      CHECK(fast.upper == slow.upper);
      CHECK(fast.best == slow.best);
      CHECK(fast.all_best);
    }
  }
}

TEST_CASE("threads agree, and stop on request") {
  const auto position = SosPosition<1>::from(Sos::read("S..../..O../...../.S.../....O 1 0-0"));
  Limits limits;
  limits.threads = 3;
  limits.nodes = 20'000;
  SosSolver<1> solver(1 << 22);
  Budget budget(limits);
  const Solution answer = solver.solve(position, {}, budget);
  CHECK(answer.lower <= answer.upper);
  const std::atomic<bool> asked{true};
  Budget stopped(limits, &asked);
  const Solution nothing = SosSolver<1>(1 << 20).solve(position, {}, stopped);
  CHECK(nothing.lower < nothing.upper);
  CHECK(stopped.nodes() == 0);
  limits.nodes = std::numeric_limits<std::uint64_t>::max();
  Budget endless(limits);
  const auto late = SosPosition<1>::from(Sos::read("SOO../..OS./.O..S/.S.O./S...O 1 0-0"));
  Budget alone{Limits{}};
  const Solution together = SosSolver<1>(1 << 20).solve(late, {}, endless);
  const Solution single = SosSolver<1>(1 << 20).solve(late, {}, alone);
  CHECK(together.lower == single.lower);
  CHECK(together.best == single.best);
}
