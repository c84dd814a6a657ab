// The settings of a Monte Carlo tree search, and their defaults.
#pragma once

#include <optional>

#include "core/game.hpp"
#include "engine/eval/evaluation.hpp"

namespace quire::mcts {

struct Settings {
  float exploration = 1;    // the weight of the exploration term
  float urgency = 1;        // of a move never tried, as a share of it (first-play urgency)
  float margin = 0;         // the share of the reward that depends on the margin of points
  bool rave = false;        // also learn from games in which the move came later
  bool evaluation = false;  // evaluate leaves by the game's learned evaluation, where it has one
};

// The settings for one game; these are the defaults of an untuned game.
struct Tuning {
  float exploration = 0.5F;        // without RAVE
  float rave_exploration = 0.05F;  // with RAVE, which supplies many more samples
  float margin = 0;
  bool rave = false;  // with two players only: with more it misleads
};
template <class Game>
inline constexpr Tuning tuning{};

// The settings for this number of players. `rave` overrides the game's own choice; `evaluation` is
// ignored where the game has none.
template <Position P>
[[nodiscard]] constexpr Settings settings_for(int players, bool evaluation,
                                              std::optional<bool> rave = {}) {
  if (evaluation && Evaluation<P>::available) return {.exploration = 0.3F, .evaluation = true};
  constexpr Tuning best = tuning<typename P::Game>;
  Settings settings{.margin = best.margin, .rave = rave.value_or(best.rave && players == 2)};
  settings.exploration = settings.rave ? best.rave_exploration : best.exploration;
  return settings;
}

}  // namespace quire::mcts
