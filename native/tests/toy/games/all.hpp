// The list of games of the test-only build: those of native/games/all.hpp and the toy game. It is
// found before that one when CMake is given -DQUIRE_GAMES=native/tests/toy (see CMakeLists.txt).
#pragma once

#include <tuple>

#include "games/extreme.hpp"
#include "games/line.hpp"
#include "games/obstruction.hpp"
#include "games/sos.hpp"
#include "tests/toy/tictactoe.hpp"

namespace quire {

using AllGames = std::tuple<Sos, Line, Extreme, Obstruction, TicTacToe>;

}  // namespace quire
