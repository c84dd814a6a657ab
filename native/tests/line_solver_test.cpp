// The proof that the kinds of line_kinds.hpp are right for lines of every length, and the solver
// that reads them against the search of everything. docs/games/line.md explains both.
#include <algorithm>
#include <deque>
#include <set>

#include "doctest/doctest.h"
#include "engine/solve/generic/exhaustive.hpp"
#include "engine/solve/line/solver.hpp"

namespace {

using namespace quire;

constexpr std::string_view marks = ".SO";

// All that the proof asks of a line: its kind, the kinds of all the lines that one more letter
// makes of it, its last three squares, and whether it has a pair. Lines that agree in this go on
// agreeing whatever follows, so finitely many stand for all.
struct Read {
  std::uint8_t kind = 0;
  std::set<std::uint8_t> after_one_letter;
  std::string last;
  bool has_pair = false;

  [[nodiscard]] auto operator<=>(const Read&) const = default;

  [[nodiscard]] Read with(std::size_t mark) const {
    Read longer{line_kinds[kind].beyond[mark], {}, last + marks[mark], has_pair};
    for (const std::uint8_t edited : after_one_letter) {
      longer.after_one_letter.insert(line_kinds[edited].beyond[mark]);
    }
    if (mark == 0) {  // here, too, a letter may be written
      longer.after_one_letter.insert(line_kinds[kind].beyond[1]);
      longer.after_one_letter.insert(line_kinds[kind].beyond[2]);
    }
    longer.has_pair = has_pair || longer.last == "S..S";
    if (longer.last.size() > 3) longer.last.erase(0, 1);
    return longer;
  }
  [[nodiscard]] Prospect prospect() const { return line_kinds[kind].prospect; }
  [[nodiscard]] bool some_letter_gives(Prospect wanted) const {
    return std::ranges::any_of(after_one_letter, [&](std::uint8_t edited) {
      return line_kinds[edited].prospect == wanted;
    });
  }
  // S-O-S can be completed on these three squares, or is complete.
  [[nodiscard]] bool ends_loud() const {
    return last == "S.S" || last == "SO." || last == ".OS" || last == "SOS";
  }
  // What the definition of the prospects makes of the lines with one letter more.
  [[nodiscard]] Prospect by_definition() const {
    if (has_pair) return Prospect::sure;
    if (!some_letter_gives(Prospect::sure)) return Prospect::none;
    return some_letter_gives(Prospect::none) ? Prospect::chance : Prospect::sure;
  }
};

TEST_CASE("line: the kinds satisfy the definition of the prospects for every line") {
  CHECK(std::ranges::all_of(line_kinds, [](const LineKind& kind) {
    return kind.prospect != Prospect::loud ||
           std::ranges::all_of(kind.beyond, [](std::uint8_t next) {
             return line_kinds[next].prospect == Prospect::loud;
           });
  }));
  std::set<Read> reached{Read{}};
  std::deque<Read> open{Read{}};
  for (; !open.empty(); open.pop_front()) {
    const Read line = open.front();
    REQUIRE(line.prospect() == line.by_definition());
    // Breaker is never in zugzwang: where Maker has no chance, some letter gives him none.
    const bool full = line.after_one_letter.empty();
    REQUIRE((line.prospect() != Prospect::none || full || line.some_letter_gives(Prospect::none)));
    for (std::size_t mark = 0; mark < marks.size(); ++mark) {
      const Read longer = line.with(mark);
      REQUIRE(longer.ends_loud() == (longer.prospect() == Prospect::loud));
      if (!longer.ends_loud() && reached.insert(longer).second) open.push_back(longer);
    }
  }
  CHECK(reached.size() == 633);  // as the document says
}

template <int Words>
[[nodiscard]] Solution solved(const LinePosition<Words>& position, Limits limits = {},
                              bool all_best = true) {
  Budget budget(limits);
  return LineSolver<Words>(0).solve(position, {all_best}, budget);
}

// All positions that differ from this one in squares from `square` on only.
template <class Check>
void for_each_line_from(const LinePosition<1>& position, int square, const Check& check) {
  if (position.over() || square == position.size().squares) return check(position);
  for_each_line_from(position, square + 1, check);
  for (const int letter : {0, 1}) {
    LinePosition<1> next = position;
    next.play(static_cast<Move>(2 * square + letter));
    for_each_line_from(next, square + 1, check);
  }
}

TEST_CASE("line: every position of up to eight squares is as exhaustive search has it") {
  for (int squares = 3; squares <= 8; ++squares) {
    ExhaustiveSolver<LinePosition<1>> exhaustive(std::size_t{1} << 24);
    for_each_line_from(LinePosition<1>::start({squares}), 0, [&](const LinePosition<1>& position) {
      Budget budget(Limits{});
      const Solution wanted = exhaustive.solve(position, {}, budget);
      const Solution answer = solved(position);
      CAPTURE(Line::write(position.diagram()));
      REQUIRE((answer.exact() && answer.all_best));
      REQUIRE(answer.lower == wanted.lower);
      REQUIRE(answer.best == wanted.best);
    });
  }
}

TEST_CASE("line: one best move is enough if no more are requested") {
  const auto position = LinePosition<32>::start({2000});
  const Solution all = solved(position), one = solved(position, {}, false);
  CHECK(one.exact());
  REQUIRE(one.best.size() == 1);
  CHECK(one.best.front() == all.best.front());
  CHECK(!one.all_best);
}

TEST_CASE("line: without a node in the budget nothing is claimed, unless the game is over") {
  Limits none;
  none.nodes = 0;
  const Solution answer = solved(LinePosition<1>::start({9}), none);
  CHECK((answer.lower == -1 && answer.upper == 1 && answer.best.empty() && !answer.all_best));
  const Solution over = solved(LinePosition<1>::from({{3}, "SOS"}), none);
  CHECK((over.exact() && over.lower == -1 && over.best.empty()));
}

}  // namespace
