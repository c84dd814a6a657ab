// The evaluation of extreme before training.
#pragma once

#include "engine/eval/extreme_weights.hpp"

namespace quire {

// The chance to win each kind of small board if the rest of it is filled at random.
[[nodiscard]] inline std::vector<float> extreme_chances() {
  const ExtremePatterns& patterns = ExtremePatterns::all();
  std::vector<float> chance(ExtremePatterns::kinds);
  chance[ExtremePatterns::mine] = 1;
  // Those with more marks first: a chance is the mean of those after each mark in each empty cell.
  for (int marks = 8; marks >= 0; --marks) {
    for (std::size_t kind = ExtremePatterns::theirs + 1U; kind < ExtremePatterns::kinds; ++kind) {
      const auto [own, other] = patterns.sample(kind);
      if (nine.count[own] + nine.count[other] != marks) continue;
      float sum = 0;
      for (unsigned cell = 0; cell < 9; ++cell) {
        const unsigned bit = 1U << cell;
        if (((own | other) & bit) != 0) continue;
        sum += chance[patterns.kind(own | bit, other)] + chance[patterns.kind(own, other | bit)];
      }
      chance[kind] = sum / static_cast<float>(2 * (9 - marks));
    }
  }
  return chance;
}

// Chances, and products of them along lines; noise, so that no two numbers learn the same.
[[nodiscard]] inline ExtremeWeights untrained_extreme(Random& random) {
  ExtremeWeights weights;
  const auto fill = [&](std::size_t block, float value, float noise) {
    for (std::size_t k = 0; k < eight; ++k) {
      weights[block][k] = value + noise * (static_cast<float>(random.below(2001)) / 1000 - 1);
    }
  };
  const std::vector<float> chances = extreme_chances();
  for (std::size_t kind = 0; kind < chances.size(); ++kind) {
    fill(ExtremeWeights::at_base() + kind, chances[kind], 0.1F);
  }
  for (std::size_t i = 0; i < ExtremeWeights::line_kinds; ++i) {
    fill(ExtremeWeights::at_line() + i, 1, 0);
  }
  for (std::size_t block = 0; block < ExtremeWeights::feature_blocks; ++block) {
    const float weight = block % 2 == 0 ? 0.5F : 0.05F;  // lines, sums
    fill(ExtremeWeights::at_direct() + block, block < 2 ? weight : -weight, 0);
  }
  for (std::size_t i = 0; i < ExtremeWeights::features; ++i) {
    fill(ExtremeWeights::at_hidden() + i, 0, 0.3F);
  }
  fill(ExtremeWeights::at_output(), 0, 0.1F);
  return weights;
}

}  // namespace quire
