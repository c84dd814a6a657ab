// Entries of a record: moves as they are typed, and `x2` where player 2 left.
#pragma once

#include <optional>

#include "core/notation.hpp"

namespace quire {

// Throws IllegalMove unless the move is legal here.
template <Position P>
void require_legal(const P& position, Move move) {
  if (position.legal(move)) return;
  throw IllegalMove(P::Game::move(position.size(), move) +
                    " is not legal: " + position.why_illegal(move));
}

// The player who leaves by this entry, such as x2; empty if it is a move.
[[nodiscard]] inline std::optional<long> player_who_left(std::string_view entry) {
  if (entry.size() < 2 || entry.size() > 5 || entry.front() != 'x') return std::nullopt;
  long number = 0;
  for (const char c : entry.substr(1)) {
    if (!text::is_digit(c)) return std::nullopt;
    number = 10 * number + (c - '0');
  }
  return number - 1;
}

// Throws IllegalMove if this player can't leave.
template <Position P>
void leave(P& position, long player) {
  const int players = P::Game::players(position.size());
  if (player < 0 || player >= players) {
    throw IllegalMove("no player " + std::to_string(player) + ": players are 0 to " +
                      std::to_string(players - 1));
  }
  const std::string who = "player " + std::to_string(player + 1);
  if constexpr (requires { position.leave(Player{}); }) {
    if (players > 2) {
      if (position.over()) throw IllegalMove(who + " can't leave: the game is over");
      if ((position.out() >> player) & 1U) throw IllegalMove(who + " is already out");
      return position.leave(static_cast<Player>(player));
    }
  }
  throw IllegalMove("in a two-player game a player can't leave, only resign: " + who);
}

}  // namespace quire
