// Fits the evaluation of extreme to results of games: gradient descent on the logistic loss, with
// a step for each block of weights that shrinks with its own past gradients (AdaGrad).
#pragma once

#include "engine/eval/extreme_evaluation.hpp"

namespace quire {

struct ExtremeSample {
  ExtremeEntries entries;
  // For the player to move, 0 (loss) to 1 (win): what the search found, and how the game ended.
  float search_value, result;
};

class ExtremeFitting {
 public:
  explicit ExtremeFitting(ExtremeWeights weights)
      : weights_(std::move(weights)), squares_(ExtremeWeights::count() / eight, 1e-2F) {}

  [[nodiscard]] const ExtremeWeights& weights() const noexcept { return weights_; }

  // Returns the loss of the sample, then makes a step of this rate; 0 makes none. `trust` is the
  // weight of the search's value in the target.
  double learn(const ExtremeSample& sample, float trust, float rate) noexcept {
    const ExtremeNet net(weights_);
    std::array<Board, 2> boards;
    float odds = net.constant(sample.entries.extra);
    for (std::size_t big = 0; big < 2; ++big) {
      odds += forward(net, sample.entries.board[big], boards[big]);
    }
    const float goal = trust * sample.search_value + (1 - trust) * sample.result;
    const float chance = 1 / (1 + std::exp(-odds));
    if (rate > 0) {
      const float error = chance - goal;
      Eight extra{};
      extra[0] = error;
      if (sample.entries.extra != 0) extra[sample.entries.extra] = error;
      step(ExtremeWeights::at_extra(), extra, rate);
      for (std::size_t big = 0; big < 2; ++big) {
        backward(net, sample.entries.board[big], boards[big], error, rate);
      }
    }
    const double p = std::clamp(static_cast<double>(chance), 1e-7, 1 - 1e-7);
    const double target = static_cast<double>(goal);
    return -target * std::log(p) - (1 - target) * std::log(1 - p);
  }

 private:
  using Sides = std::array<ExtremeEntries::Side, 2>;
  // What the forward pass keeps for the backward pass.
  struct Board {
    std::array<std::array<Eight, 9>, 2> seen;
    ExtremeNet::Features features;
    Eight units;
  };

  [[nodiscard]] float forward(const ExtremeNet& net, const Sides& sides,
                              Board& board) const noexcept {
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t place = 0; place < 9; ++place) {
        const auto [base, context, at_place] = parts(sides[side][place], place);
        board.seen[side][place] = weights_[base] + weights_[context] + weights_[at_place];
      }
      net.look(board.seen[side], &board.features[2 * side]);
    }
    net.gather(board.features, board.units);
    return net.result(board.features, board.units);
  }

  void backward(const ExtremeNet& net, const Sides& sides, const Board& board, float error,
                float rate) noexcept {
    Eight alive{}, through{};
    for (std::size_t unit = 0; unit < eight; ++unit) {
      if (board.units[unit] <= 0) continue;
      alive[unit] = error * board.units[unit];
      through[unit] = error * net.output[unit];
    }
    step(ExtremeWeights::at_output(), alive, rate);
    step(ExtremeWeights::at_threshold(), through, rate);
    ExtremeNet::Features slope;
    for (std::size_t block = 0; block < slope.size(); ++block) {
      slope[block] = error * net.direct[block];
      for (std::size_t k = 0; k < eight; ++k) {
        const std::size_t feature = block * eight + k;
        slope[block][k] += total(through * net.hidden[feature]);
        step(ExtremeWeights::at_hidden() + feature, through * board.features[block][k], rate);
      }
      step(ExtremeWeights::at_direct() + block, error * board.features[block], rate);
    }
    for (std::size_t side = 0; side < 2; ++side) {
      into_tables(net, sides[side], board.seen[side], &slope[2 * side], rate);
    }
  }
  void into_tables(const ExtremeNet& net, const ExtremeEntries::Side& entries,
                   const std::array<Eight, 9>& seen, const Eight* slope, float rate) noexcept {
    std::array<Eight, 9> slopes;
    slopes.fill(slope[1]);
    std::array<Eight, ExtremeWeights::line_kinds> of_lines{};
    for (std::size_t i = 0; i < lines_of_nine.size(); ++i) {
      const auto a = static_cast<std::size_t>(lines_of_nine[i][0]);
      const auto b = static_cast<std::size_t>(lines_of_nine[i][1]);
      const auto c = static_cast<std::size_t>(lines_of_nine[i][2]);
      const Eight through = slope[0] * net.line[ExtremeNet::line_kind[i]];
      slopes[a] += through * seen[b] * seen[c];
      slopes[b] += through * seen[a] * seen[c];
      slopes[c] += through * seen[a] * seen[b];
      of_lines[ExtremeNet::line_kind[i]] += slope[0] * seen[a] * seen[b] * seen[c];
    }
    for (std::size_t i = 0; i < of_lines.size(); ++i) {
      step(ExtremeWeights::at_line() + i, of_lines[i], rate);
    }
    for (std::size_t place = 0; place < 9; ++place) {
      const auto [base, context, at_place] = parts(entries[place], place);
      step(base, slopes[place], rate);
      step(context, slopes[place], special_share * rate);
      step(at_place, slopes[place], special_share * rate);
    }
  }
  void step(std::size_t block, const Eight& slope, float rate) noexcept {
    squares_[block] += total(slope * slope) / eight;
    weights_[block] -= slope * (rate / std::sqrt(squares_[block]));
  }
  // The blocks whose sum is the value of an entry.
  [[nodiscard]] static std::array<std::size_t, 3> parts(std::size_t entry,
                                                        std::size_t place) noexcept {
    const std::size_t kinds = ExtremeWeights::kinds;
    const std::size_t kind = entry % kinds;
    return {ExtremeWeights::at_base() + kind, ExtremeWeights::at_context(entry / kinds) + kind,
            ExtremeWeights::at_place(ExtremeNet::place_kind[place]) + kind};
  }

  // The shared weights of a kind learn faster than those of a place or situation: otherwise the
  // many weights fit the noise of the few results.
  static constexpr float special_share = 0.3F;

  ExtremeWeights weights_;
  std::vector<float> squares_;
};

}  // namespace quire
