// Every game there is. A new game is one header and one word here.
#pragma once

#include <tuple>

#include "games/extreme.hpp"
#include "games/line.hpp"
#include "games/obstruction.hpp"
#include "games/sos.hpp"

namespace quire {

using AllGames = std::tuple<Sos, Line, Extreme, Obstruction>;

static_assert(Position<SosPosition<1>> && Position<SosPosition<11>>);
static_assert(Position<LinePosition<1>> && Position<LinePosition<32>>);
static_assert(Position<ExtremePosition>);
static_assert(Position<ObstructionPosition<1>> && Position<ObstructionPosition<2>>);
static_assert(Sos::most * Sos::most <= Bits<11>::capacity && Line::most <= Bits<32>::capacity);
static_assert(Obstruction::most * Obstruction::most <= Bits<2>::capacity);
static_assert(2 * Line::most <= 0xffff);  // every move fits its type

}  // namespace quire
