// Learned evaluation in the tree search: leaf values and move priors.
#pragma once

#include <cmath>
#include <vector>

#include "core/maths.hpp"
#include "engine/eval/evaluation.hpp"
#include "engine/mcts/tree.hpp"

namespace quire::mcts {

template <Position P>
class Prior {
 public:
  static constexpr bool available = Evaluation<P>::available;

  // The expected reward of the player to move.
  [[nodiscard]] int reward_at(const P& position) const {
    if constexpr (available) {
      return static_cast<int>(std::lround((evaluation_.evaluate(position) + 1) / 2 * full));
    } else {
      return full / 2;
    }
  }

  // Evaluates each move of a new block: its initial mean and its prior.
  void evaluate_moves(Block block, const P& position) {
    weights_.clear();
    float sum = 0;
    for (int i = 0; i < block.count(); ++i) {
      P next = position;
      next.play(block.entry(i).move);
      const Player player = position.to_move();
      const int reward_after =
          next.over() ? reward(result(*next.outcome(), next.to_move())) : reward_at(next);
      const int here = next.to_move() == player ? reward_after : full - reward_after;
      const float mean = static_cast<float>(here) / static_cast<float>(full);
      block.set_score(i, {mean, 0});
      weights_.push_back(static_cast<float>(maths::exp(sharpness * mean)));
      sum += weights_.back();
    }
    for (int i = 0; i < block.count(); ++i) {
      Entry& entry = block.entry(i);
      entry.prior =
          static_cast<std::uint8_t>(1 + 254 * weights_[static_cast<std::size_t>(i)] / sum);
      block.set_score(i, {block.score(i).mean, spread(entry)});
    }
    block.opened().store(static_cast<std::uint16_t>(block.count()), std::memory_order_relaxed);
  }
  [[nodiscard]] static float spread(const Entry& entry) noexcept {
    const auto visits = static_cast<float>(static_cast<std::int32_t>(entry.tally().visits()));
    return static_cast<float>(entry.prior) / (255 * (1 + visits));
  }

 private:
  static constexpr float sharpness = 16;  // how strongly the prior prefers better moves

  [[no_unique_address]] Evaluation<P> evaluation_;
  std::vector<float> weights_;
};

}  // namespace quire::mcts
