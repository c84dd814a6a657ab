// The pictures of all games. A new game adds its header here.
#pragma once

#include "pictures/extreme.hpp"
#include "pictures/line.hpp"
#include "pictures/obstruction.hpp"
#include "pictures/sos.hpp"
