// The list of games of the test-only build: the toy game alone, so that nothing may depend on the
// others, and so that it compiles fast. It is found before native/games/all.hpp when CMake is given
// -DQUIRE_GAMES=native/tests/toy (see CMakeLists.txt).
#pragma once

#include <tuple>

#include "tests/toy/tictactoe.hpp"

namespace quire {

using AllGames = std::tuple<TicTacToe>;

}  // namespace quire
