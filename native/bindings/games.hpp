// Finds the game of a key, and the kind of a Python position.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>

#include "bindings/position.hpp"
#include "games/kinds.hpp"

namespace quire::bindings {

// Returns `use(Game{})` for the game of this key; throws UnknownGame if there is none.
template <class Use>
[[nodiscard]] nb::object with_game(nb::str key, Use use) {
  const std::string_view wanted = text_of(key);
  nb::object result;
  for_each_game([&]<class Game>(Game) {
    if (wanted == Game::key) result = use(Game{});
  });
  if (!result.is_valid()) throw UnknownGame("no game called " + text::quoted(wanted));
  return result;
}

// Returns `use(held)` for the position that this object is; raises TypeError if it is none.
template <class Use>
auto with_position(nb::handle object, Use use) {
  using First = std::tuple_element_t<0, std::tuple_element_t<0, AllGames>::Positions>;
  std::optional<decltype(use(std::declval<const Held<First>&>()))> result;
  for_each_kind([&]<Position P>(std::type_identity<P>) {
    const Held<P>* held = nullptr;
    if (!result && nb::try_cast(object, held, false) && held != nullptr) {
      result.emplace(use(*held));
    }
  });
  if (!result) throw nb::type_error("position must be a position of one of the games");
  return std::move(*result);
}

// The object as a position of this kind; raises TypeError if it is of another.
template <Position P>
[[nodiscard]] const Held<P>& held_of(nb::handle object) {
  const Held<P>* held = nullptr;
  if (!nb::try_cast(object, held, false) || held == nullptr) {
    throw nb::type_error(
        ("position must be of the kind that this was made for: " + std::string(P::name)).c_str());
  }
  return *held;
}

}  // namespace quire::bindings
