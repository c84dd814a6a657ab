// The list of games. A new game adds its header and one word here.
#pragma once

#include <tuple>

#include "games/extreme.hpp"
#include "games/line.hpp"
#include "games/obstruction.hpp"
#include "games/sos.hpp"

namespace quire {

using AllGames = std::tuple<Sos, Line, Extreme, Obstruction>;

}  // namespace quire
