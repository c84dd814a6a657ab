// The learned evaluation of extreme: how likely the player to move is to win.
//
// Every small board is looked up as eight numbers, once for each player. Those of three in a line
// on a big board are multiplied, as the chances of winning all three would be. Products and sums
// are the features of a big board, and a small network makes one number of them.
#pragma once

#include <memory>

#include "core/maths.hpp"
#include "core/threads.hpp"
#include "engine/eval/evaluation.hpp"
#include "engine/eval/extreme_untrained.hpp"

namespace quire {

// The table entry of each small board: [big board][player: to move, opponent][place] is
// situation * kinds + kind.
struct ExtremeEntries {
  using Side = std::array<std::uint16_t, 9>;
  std::array<std::array<Side, 2>, 2> board;
  std::uint8_t extra;  // 1 for a bonus move plus 2 for an open one

  explicit ExtremeEntries(const ExtremePosition& position) noexcept
      : extra(
            static_cast<std::uint8_t>((position.bonus() ? 1 : 0) + (position.anywhere() ? 2 : 0))) {
    const ExtremePatterns& patterns = ExtremePatterns::all();
    const Player mover = position.to_move();
    for (unsigned big = 0; big < 2; ++big) {
      for (std::size_t place = 0; place < 9; ++place) {
        const unsigned own = position.marks(mover, place, big);
        const unsigned other = position.marks(1U - mover, place, big);
        const auto kinds = patterns.both(own, other);
        board[big][0][place] = kinds.own;
        board[big][1][place] = static_cast<std::uint16_t>(ExtremePatterns::kinds + kinds.other);
      }
    }
    const std::size_t named = position.named();
    if (position.anywhere()) {
      for (std::size_t place = 0; place < 9; ++place) reach(place, 6);
    } else {
      reach(named, position.free(named, 0) != 0 && position.free(named, 1) != 0 ? 2 : 4);
    }
  }

 private:
  void reach(std::size_t place, std::size_t situation) noexcept {
    const std::size_t more = situation * ExtremePatterns::kinds;
    for (auto& sides : board) {
      for (Side& side : sides) side[place] = static_cast<std::uint16_t>(side[place] + more);
    }
  }
};

// The part of the evaluation that comes after the tables.
struct ExtremeNet {
  using Features = std::array<Eight, ExtremeWeights::feature_blocks>;
  static constexpr std::array<std::uint8_t, 9> place_kind{0, 1, 0, 1, 2, 1, 0, 1, 0};
  static constexpr std::array<std::uint8_t, 8> line_kind{0, 1, 0, 0, 1, 0, 2, 2};

  std::array<Eight, ExtremeWeights::line_kinds> line;
  Features direct;
  std::array<Eight, ExtremeWeights::features> hidden;
  Eight threshold, output, extra;

  explicit ExtremeNet(const ExtremeWeights& weights) noexcept
      : threshold(weights[ExtremeWeights::at_threshold()]),
        output(weights[ExtremeWeights::at_output()]),
        extra(weights[ExtremeWeights::at_extra()]) {
    const auto copy = [&](auto& part, std::size_t at) {
      for (Eight& block : part) block = weights[at++];
    };
    copy(line, ExtremeWeights::at_line());
    copy(direct, ExtremeWeights::at_direct());
    copy(hidden, ExtremeWeights::at_hidden());
  }

  // The features of a big board for one player: `result[0]` and `result[1]`.
  void look(const std::array<Eight, 9>& seen, Eight* result) const noexcept {
    const auto& [a, b, c, d, e, f, g, h, i] = seen;
    result[0] = line[0] * (a * b * c + g * h * i + a * d * g + c * f * i) +
                line[1] * e * (d * f + b * h) + line[2] * e * (a * i + c * g);
    result[1] = a + b + c + d + e + f + g + h + i;
  }
  // The hidden units before ReLU. (An out parameter: how vectors are returned depends on the target
  // processor.)
  void gather(const Features& features, Eight& sum) const noexcept {
    sum = threshold;
    for (std::size_t block = 0; block < features.size(); ++block) {
      for (std::size_t k = 0; k < eight; ++k) sum += hidden[block * eight + k] * features[block][k];
    }
  }
  [[nodiscard]] float result(const Features& features, const Eight& units) const noexcept {
    Eight sum = direct[0] * features[0];
    for (std::size_t block = 1; block < features.size(); ++block) {
      sum += direct[block] * features[block];
    }
    for (std::size_t unit = 0; unit < eight; ++unit) {
      sum[unit] += output[unit] * std::max(units[unit], 0.F);
    }
    return total(sum);
  }
  [[nodiscard]] float constant(unsigned which) const noexcept {
    return extra[0] + (which == 0 ? 0.F : extra[which]);
  }
};

class ExtremeEvaluation {
 public:
  explicit ExtremeEvaluation(const ExtremeWeights& weights) : net_(weights) {
    const std::size_t kinds = ExtremeWeights::kinds;
    for (std::size_t place = 0; place < ExtremeWeights::places; ++place) {
      for (std::size_t situation = 0; situation < ExtremeWeights::situations; ++situation) {
        for (std::size_t kind = 0; kind < kinds; ++kind) {
          table_[place].push_back(weights[ExtremeWeights::at_base() + kind] +
                                  weights[ExtremeWeights::at_context(situation) + kind] +
                                  weights[ExtremeWeights::at_place(place) + kind]);
        }
      }
    }
  }

  // The logarithm of the odds that the player to move wins; the game is not over.
  [[nodiscard]] float odds(const ExtremePosition& position) const noexcept {
    const ExtremeEntries entries(position);
    float sum = net_.constant(entries.extra);
    for (const auto& board : entries.board) {
      ExtremeNet::Features features;
      for (std::size_t side = 0; side < 2; ++side) {
        std::array<Eight, 9> seen;
        for (std::size_t place = 0; place < 9; ++place) {
          seen[place] = table_[ExtremeNet::place_kind[place]][board[side][place]];
        }
        net_.look(seen, &features[2 * side]);
      }
      Eight units;
      net_.gather(features, units);
      sum += net_.result(features, units);
    }
    return sum;
  }
  // The expected result for the player to move, -1 to 1.
  [[nodiscard]] double value(const ExtremePosition& position) const noexcept {
    return maths::tanh(0.5 * static_cast<double>(odds(position)));
  }

 private:
  ExtremeNet net_;
  std::array<std::vector<Eight>, ExtremeWeights::places> table_;  // [place][situation, kind]
};

// The evaluation with the shipped weights. Set before the first search; engines read it on
// construction.
class ShippedExtreme {
 public:
  using Shared = std::shared_ptr<const ExtremeEvaluation>;

  // An untrained one if none was set.
  [[nodiscard]] static Shared get() {
    const std::lock_guard lock(place().mutex);
    Shared& kept = place().evaluation;
    if (kept == nullptr) {
      Random random(0);
      kept = std::make_shared<const ExtremeEvaluation>(untrained_extreme(random));
    }
    return kept;
  }
  static void set(Shared evaluation) {
    const std::lock_guard lock(place().mutex);
    place().evaluation = std::move(evaluation);
    place().learned = true;
  }
  [[nodiscard]] static bool learned() {
    const std::lock_guard lock(place().mutex);
    return place().learned;
  }

 private:
  struct Place {
    Mutex mutex;
    Shared evaluation;
    bool learned = false;
  };
  [[nodiscard]] static Place& place() {
    static Place place;
    return place;
  }
};

template <>
struct Evaluation<ExtremePosition> {
  static constexpr bool available = true;

  [[nodiscard]] static std::size_t weight_count() noexcept { return ExtremeWeights::count(); }
  static void set_weights(std::span<const float> values) {
    ShippedExtreme::set(std::make_shared<const ExtremeEvaluation>(ExtremeWeights(values)));
  }
  [[nodiscard]] static bool has_weights() { return ShippedExtreme::learned(); }

  std::shared_ptr<const ExtremeEvaluation> evaluation = ShippedExtreme::get();

  [[nodiscard]] double evaluate(const ExtremePosition& position) const noexcept {
    return evaluation->value(position);
  }
};

}  // namespace quire
