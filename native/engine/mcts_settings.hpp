// How a Monte Carlo search weighs things, and the weights that proved best for each game.
#pragma once

#include "engine/extreme_evaluation.hpp"
#include "games/all.hpp"

namespace quire::mcts {

struct Settings {
  float exploration = 1;    // the weight of trying what was tried little
  float urgency = 1;        // that of what was never tried, as a part of it
  float margin = 0;         // how much of a reward is for the points made, where points decide
  bool rave = false;        // learn of a move from games in which it came later
  bool evaluation = false;  // judge leaves by the game's evaluation, where there is one
};

// docs/engines.md has the matches behind these.
template <class Game>
inline constexpr Settings rollout_settings{};
template <>
inline constexpr Settings rollout_settings<Sos>{.exploration = 0.1F, .margin = 0.2F, .rave = true};
template <>
inline constexpr Settings rollout_settings<Line>{.exploration = 0.5F};
template <>
inline constexpr Settings rollout_settings<Extreme>{.exploration = 0.7F};
template <>
inline constexpr Settings rollout_settings<Obstruction>{.exploration = 0.4F};

// The settings for a game; `evaluation` counts only where the game has one.
template <Position P>
[[nodiscard]] constexpr Settings settings_for(bool evaluation) noexcept {
  if (evaluation && Evaluation<P>::there) return {.exploration = 1, .evaluation = true};
  return rollout_settings<typename P::Game>;
}

}  // namespace quire::mcts
