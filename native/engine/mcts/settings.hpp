// The settings of a Monte Carlo tree search, and their defaults.
#pragma once

#include <optional>

#include "core/game.hpp"
#include "engine/eval/evaluation.hpp"

namespace quire::mcts {

struct Settings {
  float exploration = 1;    // the weight of trying what was tried little
  float urgency = 1;        // that of what was never tried, as a part of it
  float margin = 0;         // how much of a reward is for the points made, where points decide
  bool rave = false;        // learn of a move from games in which it came later
  bool evaluation = false;  // judge leaves by the game's evaluation, where there is one
};

// The settings for one game; these defaults serve a game that nobody has tuned.
struct Tuning {
  float exploration = 0.5F;        // without RAVE
  float rave_exploration = 0.05F;  // with it, when news is plenty
  float margin = 0;
  bool rave = false;  // between two players: in a crowd it misleads
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
