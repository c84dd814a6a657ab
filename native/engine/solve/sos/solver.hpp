// The exact solver of sos, for two players: positions of up to 64 live cells on any board.
//
//   SosShape    what of a position still matters     SosTable   stored bounds of positions
//   SosNode     a position within the search         SosNaming  its key in the table
//   SosOptions  the moves worth trying               SosProof   is a move worth at least this much?
//
// Here every root move is searched until its value is known.
#pragma once

#include <memory>
#include <vector>

#include "core/maths.hpp"
#include "engine/race.hpp"
#include "engine/results.hpp"
#include "engine/solve/solver.hpp"
#include "engine/solve/sos/proof.hpp"

namespace quire {

// One call: the moves of a position, and what is proven about each.
class SosInquiry {
 public:
  SosInquiry(const SosShape& shape, SosRules rules, SosTable& table, Budget& budget)
      : shape_(shape),
        shared_(rules, table, budget.limits().threads == 1),
        whole_(std::make_unique<SosNode>(SosNode::whole(shape))) {
    for (int i = 0; i < budget.limits().threads; ++i) {
      proofs_.push_back(std::make_unique<SosProof>(shape.cells(), shared_, budget, i == 0));
    }
    add_ways();
  }

  // The best value for the player to move, without the points made so far.
  [[nodiscard]] Solution answer(const SolveOptions& solve_options) {
    bool going = true;
    while (going && lower() < upper()) going = prove_any(next_wanted());
    for (std::size_t i = 0; going && solve_options.all_best && i < ways_.size(); ++i) {
      going = prove(ways_[i], lower(), rest_.part(i, ways_.size()));
    }
    Solution answer{lower(), upper(), {}, lower() == upper(), {}};
    for (const Way& way : ways_) {
      if (way.lower >= answer.lower) {
        answer.best.insert(answer.best.end(), way.moves.begin(), way.moves.end());
      } else if (way.upper >= answer.lower) {
        answer.all_best = false;
      }
    }
    std::sort(answer.best.begin(), answer.best.end());
    return answer;
  }

 private:
  // Equivalent moves, and their value for the player who makes them.
  struct Way {
    std::vector<Move> moves;
    Word bit = 0;  // 0: idle cells
    unsigned letter = 0;
    int made = 0;   // points
    int order = 0;  // promising ones first
    int lower = 0, upper = 0;
  };

  [[nodiscard]] int lower() const noexcept {
    return std::max_element(ways_.begin(), ways_.end(),
                            [](const Way& a, const Way& b) { return a.lower < b.lower; })
        ->lower;
  }
  [[nodiscard]] int upper() const noexcept {
    return std::max_element(ways_.begin(), ways_.end(),
                            [](const Way& a, const Way& b) { return a.upper < b.upper; })
        ->upper;
  }

  void add_ways() {
    SosNode node;
    node.follow(*whole_, 0, 0);
    for (int cell = 0; cell < shape_.cells(); ++cell) {
      for (unsigned letter = 0; letter < 2; ++letter) {
        const auto at = static_cast<std::size_t>(cell);
        Way way;
        way.moves = {static_cast<Move>(2 * shape_.cell(cell) + static_cast<int>(letter))};
        way.bit = Word{1} << cell;
        way.letter = letter;
        way.made = node.makes[letter][at];
        way.order = 1000 * way.made + node.weight[1 - letter][at] -
                    ((node.unsafe[letter] & way.bit) != 0 ? 500 : 0);
        add(std::move(way));
      }
    }
    if (!shape_.idle().empty()) {
      Way way;
      for (const int cell : shape_.idle()) {
        way.moves.push_back(static_cast<Move>(2 * cell));
        way.moves.push_back(static_cast<Move>(2 * cell + 1));
      }
      add(std::move(way));
    }
    std::stable_sort(ways_.begin(), ways_.end(),
                     [](const Way& a, const Way& b) { return a.order > b.order; });
  }
  void add(Way way) {
    SosNode next;
    next.follow(*whole_, way.bit, way.letter);
    way.upper = static_cast<int>(shape_.lines().size());
    way.lower = -way.upper;
    if (shared_.rules == SosRules::simple) {
      way.lower = -1;
      way.upper = 1;
      if (way.made > 0) {
        way.lower = 1;
      } else if (next.taken > 0 || next.spare > 0 || next.scoring() != 0) {
        way.upper = -1;  // the other player makes it
      }
    }
    ways_.push_back(std::move(way));
  }

  // Values near 0 are tried first; then the next one that would tell something.
  [[nodiscard]] int next_wanted() noexcept {
    if (std::exchange(begun_, true)) return proven_ ? lower() + 1 : upper();
    return std::clamp(0, lower() + 1, upper());
  }

  // Is some move worth that much? False: stopped.
  [[nodiscard]] bool prove_any(int wanted) {
    proven_ = false;
    // Another proof may follow: each gets half of the remaining progress.
    const Stretch half = rest_.part(0, 2);
    rest_ = rest_.part(1, 2);
    for (std::size_t i = 0; i < ways_.size() && !proven_; ++i) {
      if (!prove(ways_[i], wanted, half.part(i, ways_.size()))) return false;
      proven_ = ways_[i].lower >= wanted;
    }
    return true;
  }

  // Is this move worth that much? False: stopped.
  [[nodiscard]] bool prove(Way& way, int wanted, const Stretch& stretch) {
    if (way.lower >= wanted || way.upper < wanted) return true;
    const auto bound = race(proofs_, shared_.settled, [&](SosProof& proof) {
      return proof.prove(*whole_, way.bit, way.letter, way.made, wanted, stretch);
    });
    if (!bound) return false;
    (*bound >= wanted ? way.lower : way.upper) = *bound;
    return true;
  }

  const SosShape& shape_;
  SosShared shared_;
  std::unique_ptr<SosNode> whole_;
  std::vector<std::unique_ptr<SosProof>> proofs_;  // one for each thread
  std::vector<Way> ways_;
  bool begun_ = false;
  bool proven_ = false;  // the last value asked for
  Stretch rest_;         // of the work, as an estimate
};

template <int Words>
class SosSolver {
 public:
  using P = SosPosition<Words>;

  explicit SosSolver(std::size_t memory) : table_(memory) {}

  [[nodiscard]] Solution solve(const P& position, const SolveOptions& solve_options,
                               Budget& budget) {
    if (position.over()) {
      const int value = worth(position, position.to_move());
      return {value, value, {}, true, {}};
    }
    const bool simple = position.size().simple;
    const SosShape shape(position);
    const int points = simple ? 0 : lead(position);
    if (shape.too_large()) {
      const int most = simple ? 1 : static_cast<int>(shape.lines().size());
      return {points - most, points + most, {}, false, {}};
    }
    table_.new_search();
    table_.prepare(table_bytes(expected_bytes(shape.cells()), solve_options, budget));
    SosInquiry inquiry(shape, simple ? SosRules::simple : SosRules::points, table_, budget);
    Solution answer = inquiry.answer(solve_options);
    answer.lower += points;
    answer.upper += points;
    return answer;
  }

  // The table, to be saved and restored into a solver with the same memory.
  [[nodiscard]] std::span<std::byte> bytes() noexcept { return table_.bytes(); }

 private:
  [[nodiscard]] static int lead(const P& position) noexcept {
    const Points points = position.points();
    return points[position.to_move()] - points[1U - position.to_move()];
  }
  // What a hard position with this many live cells fills; a larger table is slower, since less of
  // it fits into the caches.
  [[nodiscard]] static std::uint64_t expected_bytes(int cells) noexcept {
    const double bytes = 2e6 * maths::power(2.7, cells - 16);
    return static_cast<std::uint64_t>(std::clamp(bytes, 1e5, 1e15));
  }

  SosTable table_;
};

template <int Words>
struct SolverFor<SosPosition<Words>> {
  using type = SosSolver<Words>;
};

}  // namespace quire
