// The exact solver of sos, for two players: positions of up to 64 live cells on any board.
//
//   SosTable   what is known of positions        SosShape  what of a position still matters
//   SosNode    a position within the search      SosProof  is it worth at least so much?
//
// Here each move of the position asked about is put to the proof, until its value is known.
#pragma once

#include "engine/answer.hpp"
#include "engine/exhaustive.hpp"
#include "engine/sos_proof.hpp"

namespace quire {

template <int Words>
class SosSolver {
 public:
  using P = SosPosition<Words>;

  explicit SosSolver(std::size_t memory) : table_(memory) {}

  [[nodiscard]] Answer solve(const P& position, const Question& question, Budget& budget) {
    const int points = points_of(position);
    if (position.over()) {
      const int value = worth(position, position.to_move());
      return {value, value, {}, true, {}};
    }
    const SosShape shape(position);
    if (shape.too_large())
      return {points - static_cast<int>(shape.lines().size()),
              points + static_cast<int>(shape.lines().size()),
              {},
              false,
              {}};
    table_.prepare(expected_bytes(shape.cells()));
    Answer answer = solve_shape(shape, position.size().simple, question, budget);
    answer.lower += points;
    answer.upper += points;
    return answer;
  }

  [[nodiscard]] static std::size_t expected_bytes(int cells) noexcept {
    double bytes = 4 << 20;
    for (int i = 16; i < cells && bytes < 1e15; ++i) bytes *= 2.7;
    for (int i = cells; i < 16 && bytes > 1 << 15; ++i) bytes /= 2.7;
    return static_cast<std::size_t>(bytes);
  }
  // What it remembers, to be kept and put back.
  [[nodiscard]] std::span<std::byte> bytes() noexcept { return table_.bytes(); }

 private:
  // Moves that lead to the same: value between the bounds for the player who makes them.
  struct Way {
    std::vector<Move> moves;
    Word bit = 0;  // 0: an idle cell
    unsigned letter = 0;
    int made = 0;
    int lower = 0, upper = 0;
  };

  [[nodiscard]] static int points_of(const P& position) noexcept {
    if (position.size().simple) return 0;
    const Points points = position.points();
    return points[position.to_move()] - points[1U - position.to_move()];
  }

  [[nodiscard]] Answer solve_shape(const SosShape& shape, bool simple, const Question& question,
                                   Budget& budget) {
    const SosRules rules = simple ? SosRules::simple : SosRules::points;
    const auto whole = std::make_unique<SosNode>(SosNode::whole(shape));
    auto root = std::make_unique<SosNode>();
    root->follow(*whole, 0, 0);
    std::vector<Way> ways = ways_of(shape, *whole, *root, rules);
    Spending spending(budget);
    SosProof proof(shape.cells(), rules, table_, spending);
    auto next = std::make_unique<SosNode>();
    // Puts a way to the proof; false: stopped
    const auto prove = [&](Way& way, int wanted) {
      if (way.lower >= wanted || way.upper < wanted) return true;
      next->follow(*whole, way.bit, way.letter);
      if (way.bit == 0) next->idle = !next->idle;
      int value;
      if (way.made > 0) {
        const int made = way.made + next->taken;
        value = made + proof.value(*next, wanted - made);
      } else {
        value = -next->taken - proof.value(*next, 1 - wanted - next->taken);
      }
      if (spending.over()) return false;
      (value >= wanted ? way.lower : way.upper) = value;
      return true;
    };
    const auto lower = [&] {
      int v = -any_value;
      for (const Way& w : ways) v = std::max(v, w.lower);
      return v;
    };
    const auto upper = [&] {
      int v = -any_value;
      for (const Way& w : ways) v = std::max(v, w.upper);
      return v;
    };
    bool going = true;
    int wanted = std::clamp(0, lower(), upper());
    while (going && lower() < upper()) {
      for (Way& way : ways) {
        going = going && prove(way, wanted);
        if (lower() >= wanted) break;
      }
      wanted = lower() >= wanted ? lower() + 1 : upper();
    }
    if (question.all_best) {
      for (Way& way : ways) going = going && prove(way, lower());
    }
    Answer answer{lower(), upper(), {}, true, {}};
    for (const Way& way : ways) {
      if (way.lower >= answer.lower)
        answer.best.insert(answer.best.end(), way.moves.begin(), way.moves.end());
      else if (way.upper >= answer.lower)
        answer.all_best = false;
    }
    answer.all_best = answer.all_best && answer.exact();
    std::sort(answer.best.begin(), answer.best.end());
    return answer;
  }

  [[nodiscard]] static std::vector<Way> ways_of(const SosShape& shape, const SosNode& whole,
                                                const SosNode& root, SosRules rules) {
    std::vector<Way> ways;
    const int most = rules == SosRules::simple ? 1 : static_cast<int>(shape.lines().size());
    for (int cell = 0; cell < shape.cells(); ++cell) {
      for (unsigned letter = 0; letter < 2; ++letter) {
        Way way;
        way.moves.push_back(static_cast<Move>(2 * shape.cell(cell) + static_cast<int>(letter)));
        way.bit = Word{1} << cell;
        way.letter = letter;
        way.made = root.makes[letter][static_cast<std::size_t>(cell)];
        way.lower = -most;
        way.upper = most;
        if (rules == SosRules::simple) {
          auto next = std::make_unique<SosNode>();
          next->follow(whole, way.bit, letter);
          if (way.made > 0)
            way.lower = way.upper = 1;
          else if (next->taken + next->spare > 0 ||
                   (next->completing[0] | next->completing[1]) != 0)
            way.lower = way.upper = -1;
        }
        ways.push_back(way);
      }
    }
    if (!shape.idle().empty()) {
      Way way;
      for (const int cell : shape.idle()) {
        for (int letter = 0; letter < 2; ++letter)
          way.moves.push_back(static_cast<Move>(2 * cell + letter));
      }
      way.lower = -most;
      way.upper = most;
      if (rules == SosRules::simple &&
          (root.taken + root.spare > 0 || (root.completing[0] | root.completing[1]) != 0))
        way.lower = way.upper = -1;
      ways.push_back(way);
    }
    return ways;
  }

  SosTable table_;
};

}  // namespace quire
