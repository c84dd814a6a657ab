// The settings of Monte Carlo tree search that proved best for single games;
// docs/reference/agents.md says how they were found.
#pragma once

#include "engine/mcts/settings.hpp"
#include "games/extreme.hpp"
#include "games/obstruction.hpp"
#include "games/sos.hpp"

namespace quire::mcts {

template <>
inline constexpr Tuning tuning<Sos>{.exploration = 0.25F, .margin = 0.2F, .rave = true};
template <>
inline constexpr Tuning tuning<Extreme>{.exploration = 0.7F};
template <>
inline constexpr Tuning tuning<Obstruction>{
    .exploration = 0.4F, .rave_exploration = 0.02F, .rave = true};

}  // namespace quire::mcts
