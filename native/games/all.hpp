// Every game there is. A new game is one header and one word here.
#pragma once

#include <tuple>
#include <type_traits>

#include "games/extreme.hpp"
#include "games/line.hpp"
#include "games/obstruction.hpp"
#include "games/sos.hpp"

namespace quire {

using AllGames = std::tuple<Sos, Line, Extreme, Obstruction>;

// Every kind of position keeps the promises of one.
template <class Game>
inline constexpr bool sound = [] {
  return []<Position... P>(std::type_identity<std::tuple<P...>>) {
    return true;
  }(std::type_identity<typename Game::Positions>{});
}();
static_assert(std::apply([](auto... game) { return (sound<decltype(game)> && ...); }, AllGames{}));

// Calls `use(std::type_identity<P>{})` for every kind of position of every game.
template <class Use>
void for_each_kind(Use&& use) {
  const auto of_game = [&]<class Game>(Game) {
    [&]<class... P>(std::type_identity<std::tuple<P...>>) {
      (use(std::type_identity<P>{}), ...);
    }(std::type_identity<typename Game::Positions>{});
  };
  std::apply([&](auto... games) { (of_game(games), ...); }, AllGames{});
}

}  // namespace quire
