// The table, the forms of regions, and the solver of obstruction against the definition.
#include <map>

#include "doctest/doctest.h"
#include "engine/solve/obstruction/solver.hpp"

namespace {

using namespace quire;
using obstruction::Region;

using Cells = std::vector<std::pair<int, int>>;

[[nodiscard]] Region region_of(const Cells& cells) {
  Region region;
  for (const auto& [x, y] : cells) region.add(x, y);
  return region;
}

// The Grundy value by definition: the least number that no move leads to.
[[nodiscard]] int grundy(const Cells& cells, std::map<Cells, int>& known) {
  if (const auto it = known.find(cells); it != known.end()) return it->second;
  std::vector<bool> led_to(cells.size() + 1);
  for (const auto& [x, y] : cells) {
    Cells left;
    for (const auto& [u, v] : cells) {
      if (std::abs(u - x) > 1 || std::abs(v - y) > 1) left.emplace_back(u, v);
    }
    led_to[static_cast<std::size_t>(grundy(left, known))] = true;
  }
  const auto least = std::find(led_to.begin(), led_to.end(), false) - led_to.begin();
  return known[cells] = static_cast<int>(least);
}

[[nodiscard]] Cells free_cells(const ObstructionPosition<1>& position) {
  Cells cells;
  const int columns = position.size().grid.columns;
  position.for_each_legal([&](Move move) { cells.emplace_back(move % columns, move / columns); });
  return cells;
}

TEST_CASE("table: what was stored is found, also after it has grown, and nothing else") {
  TranspositionTable<NoteEntry<28, 2>> table(1 << 14);
  for (Word i = 1; i <= 100; ++i) {
    table.prepare(i * 200);
    table.put({i, i * i}, i << 2);
  }
  int found = 0;
  for (Word i = 1; i <= 100; ++i) {
    const Word note = table.find({i, i * i});
    CHECK((note == 0 || note == i << 2));
    found += note != 0 ? 1 : 0;
    CHECK(table.find({i, i * i + 1}) == 0);
    CHECK(table.find({i + 100, i * i}) == 0);
  }
  CHECK(found > 90);
  table.put({7, 49}, 5);
  CHECK(table.find({7, 49}) == 5);
}

TEST_CASE("table: in a full bucket the least work is replaced") {
  TranspositionTable<NoteEntry<28, 2>> table(1);  // one bucket
  for (Word i = 1; i <= 4; ++i) table.put({i, 0}, 0x10 | (i == 3 ? 1U : 2U));
  table.put({9, 0}, 0x10);
  CHECK(table.find({9, 0}) == 0x10);
  CHECK(table.find({3, 0}) == 0);
  for (const Word kept : {1U, 2U, 4U}) CHECK(table.find({kept, 0}) == 0x12);
}

TEST_CASE("table: an entry of mismatched halves counts as empty") {
  TranspositionTable<NoteEntry<28, 2>> table(1);
  table.put({1, 2}, 0x10);
  for (std::byte& byte : table.bytes()) {
    const std::byte before = byte;
    byte ^= std::byte{1};
    const Word note = table.find({1, 2});
    CHECK((note == 0 || note == 0x10));
    byte = before;
  }
  auto bytes = table.bytes();
  TranspositionTable<NoteEntry<28, 2>> other(1);
  other.put({1, 2}, 0x14);  // the same key with another note: one word of each must not do
  std::copy_n(other.bytes().begin(), 8, bytes.begin());
  CHECK(table.find({1, 2}) == 0);
}

TEST_CASE("obstruction: a part has one form, however it lies on the board") {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const int side = 3 + random.below(5);
    Cells cells;
    for (int i = 0; i < side * side; ++i) {
      if (random.below(2) == 0) cells.emplace_back(i % side, i / side);
    }
    if (cells.empty()) continue;
    const auto form = normal_form(region_of(cells), box_around(region_of(cells))).form;
    for (int turn = 0; turn < 8; ++turn) {
      Cells turned;
      const int right = random.below(10 - side + 1), down = random.below(10 - side + 1);
      for (auto [x, y] : cells) {
        if ((turn & 1) != 0) x = side - 1 - x;
        if ((turn & 2) != 0) y = side - 1 - y;
        if ((turn & 4) != 0) std::swap(x, y);
        turned.emplace_back(x + right, y + down);
      }
      const Region region = region_of(turned);
      CHECK(normal_form(region, box_around(region)).form == form);
    }
    // The form is the part itself: it has as many cells and is its own form.
    const Region laid = form.region();
    CHECK(laid.count() == static_cast<int>(cells.size()));
    CHECK(normal_form(laid, box_around(laid)).form == form);
  }
}

void check(ObstructionSolver<1>& solver, const ObstructionPosition<1>& position, int threads,
           bool second, std::map<Cells, int>& known) {
  Limits limits;
  limits.threads = threads;
  Budget budget(limits);
  const Solution answer = solver.solve(position, {.second = second}, budget);
  const int value = grundy(free_cells(position), known);
  REQUIRE(answer.exact());
  CHECK(answer.lower == (value > 0 ? 1 : -1));
  CHECK(answer.grundy == value);
  CHECK(answer.all_best);
  std::vector<Move> best;
  position.for_each_legal([&](Move move) {
    ObstructionPosition<1> next = position;
    next.play(move);
    if (value == 0 || grundy(free_cells(next), known) == 0) best.push_back(move);
  });
  CHECK(answer.best == best);
  Budget more(limits);
  int sum = 0;
  for (const auto& region : solver.regions(position, more)) sum ^= region.grundy.value();
  CHECK(sum == value);
}

TEST_CASE("obstruction: the solver says what the definition says") {
  Random random(2);
  for (const text::Grid& grid : {text::Grid{5, 4}, {7, 3}, {2, 10}, {5, 5}, {1, 10}}) {
    std::map<Cells, int> known;
    for (const bool second : {false, true}) {
      ObstructionSolver<1> small(64), large(1 << 20);
      for (int round = 0; round < 12; ++round) {
        auto position = ObstructionPosition<1>::start({grid});
        for (int made = round % 4 + (grid.cells() > 20 ? 1 : 0); made > 0; --made) {
          if (!position.over()) position.play(position.random_move(random));
        }
        check(small, position, 1, second, known);
        check(large, position, 1 + round % 2, second, known);
      }
    }
  }
}

TEST_CASE("obstruction: a search that is stopped claims only what is proven") {
  const auto start = ObstructionPosition<1>::start({text::Grid{6, 6}});
  Limits all;
  Budget whole(all);
  const Solution expected = ObstructionSolver<1>(1 << 20).solve(start, {}, whole);
  CHECK(expected.grundy == 1);  // as published
  for (std::uint64_t nodes = 0; nodes < whole.nodes(); nodes += 7) {
    Limits limits;
    limits.nodes = nodes;
    Budget budget(limits);
    ObstructionSolver<1> solver(1 << 20);
    const Solution answer = solver.solve(start, {}, budget);
    CHECK(budget.nodes() == nodes);
    CHECK(answer.lower <= expected.lower);
    CHECK(answer.upper >= expected.upper);
    CHECK(std::includes(expected.best.begin(), expected.best.end(), answer.best.begin(),
                        answer.best.end()));
    CHECK((!answer.all_best || answer.best == expected.best));
    Budget rest(all);
    CHECK(solver.solve(start, {}, rest).best == expected.best);
  }
}

TEST_CASE("obstruction: another solver continues with a saved table") {
  const auto start = ObstructionPosition<1>::start({text::Grid{6, 7}});
  ObstructionSolver<1> first(1 << 20), second(1 << 20);
  Budget all({}), none({});
  const Solution answer = first.solve(start, {}, all);
  std::copy(first.bytes().begin(), first.bytes().end(), second.bytes().begin());
  CHECK(second.solve(start, {}, none).best == answer.best);
  CHECK(all.nodes() > 0);
  CHECK(none.nodes() == 0);
}

}  // namespace
