// How a Monte Carlo search weighs things, and the weights that proved best for each game.
#pragma once

#include <optional>

#include "engine/eval/extreme_evaluation.hpp"
#include "games/all.hpp"

namespace quire::mcts {

struct Settings {
  float exploration = 1;    // the weight of trying what was tried little
  float urgency = 1;        // that of what was never tried, as a part of it
  float margin = 0;         // how much of a reward is for the points made, where points decide
  bool rave = false;        // learn of a move from games in which it came later
  bool evaluation = false;  // judge leaves by the game's evaluation, where there is one
};

// What proved best for a game; docs/reference/agents.md says how that was found.
struct Tuning {
  float exploration = 0.5F;        // without RAVE
  float rave_exploration = 0.05F;  // with it, when news is plenty
  float margin = 0;
  bool rave = false;  // between two players: in a crowd it misleads
};
template <class Game>
inline constexpr Tuning tuning{};
template <>
inline constexpr Tuning tuning<Sos>{.exploration = 0.25F, .margin = 0.2F, .rave = true};
template <>
inline constexpr Tuning tuning<Extreme>{.exploration = 0.7F};
template <>
inline constexpr Tuning tuning<Obstruction>{
    .exploration = 0.4F, .rave_exploration = 0.02F, .rave = true};

// The settings for a game of so many players, with RAVE or without if that is said. `evaluation`
// counts only where the game has one.
template <Position P>
[[nodiscard]] constexpr Settings settings_for(int players, bool evaluation,
                                              std::optional<bool> rave = {}) {
  if (evaluation && Evaluation<P>::there) return {.exploration = 0.3F, .evaluation = true};
  constexpr Tuning best = tuning<typename P::Game>;
  Settings settings{.margin = best.margin, .rave = rave.value_or(best.rave && players == 2)};
  settings.exploration = settings.rave ? best.rave_exploration : best.exploration;
  return settings;
}

}  // namespace quire::mcts
