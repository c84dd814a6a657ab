// The pictures of the test-only build: see games/all.hpp beside it.
#pragma once

#include "tests/toy/pictures/tictactoe.hpp"
