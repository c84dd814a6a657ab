// The kinds of position: a game has one, or a narrow and a wide one for small and large boards.
#pragma once

#include <tuple>
#include <type_traits>

#include "core/game.hpp"
#include "games/all.hpp"

namespace quire {

// Calls `use(Game{})` for every game.
template <class Use>
constexpr void for_each_game(Use&& use) {
  std::apply([&](auto... games) { (use(games), ...); }, AllGames{});
}

// Calls `use(std::type_identity<P>{})` for every kind of position of a game, the narrowest first.
template <class Game, class Use>
constexpr void for_each_kind_of(Use&& use) {
  [&]<Position... P>(std::type_identity<std::tuple<P...>>) {
    (use(std::type_identity<P>{}), ...);
  }(std::type_identity<typename Game::Positions>{});
}

// Calls `use(std::type_identity<P>{})` for every kind of position of every game.
template <class Use>
constexpr void for_each_kind(Use&& use) {
  for_each_game([&]<class Game>(Game) { for_each_kind_of<Game>(use); });
}

}  // namespace quire
