// The types that every game shares: Player, Move, Outcome, and what a Position can do.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/random.hpp"

namespace quire {

using Player = std::uint8_t;  // 0 is player 1
using Move = std::uint16_t;   // the index of a move in the list of all moves of a size

inline constexpr int max_players = 8;
inline constexpr Player nobody = 0xff;

// A text that cannot be parsed, a well-formed move that is not legal, a key that no game has. The
// messages are shown to players.
struct NotationError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
struct IllegalMove : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct UnknownGame : std::out_of_range {
  using std::out_of_range::out_of_range;
};

// The reasons that the rules know; a match has more. `resignation`: all other players left.
enum class Reason : std::uint8_t { line, points, last_move, full, resignation };

[[nodiscard]] constexpr std::string_view name(Reason reason) noexcept {
  constexpr std::array<std::string_view, 5> names{"line", "points", "last_move", "full",
                                                  "resignation"};
  return names[static_cast<std::size_t>(reason)];
}

using Points = std::array<int, max_players>;

struct Outcome {
  Player winner = nobody;
  Reason reason = Reason::full;
  Points points{};
  std::array<int, max_players> ranks{};  // from 1; equal for players who tie
};

// Ranks the winner first and all others second; everyone shares first place in a draw.
[[nodiscard]] constexpr Outcome decided(Player winner, Reason reason, Points points = {}) noexcept {
  Outcome outcome{winner, reason, points, {}};
  outcome.ranks.fill(winner == nobody ? 1 : 2);
  if (winner != nobody) outcome.ranks[winner] = 1;
  return outcome;
}

// A line on the board, as cell numbers.
using LineCells = std::array<int, 3>;

// A position is a small value. `play` changes it in place and expects a legal move: copy it first
// to keep the old position. A position for three or more players also has `leave`. Its Game names
// cells and moves and parses texts. Parsing may throw, and so may `from` for a contradictory
// diagram; nothing else does.
template <class P>
concept Position = std::copyable<P> && std::equality_comparable<P> &&
                   requires(const P position, P changing, Move move, Random& random) {
                     typename P::Game;
                     typename P::Game::Size;
                     typename P::Game::Diagram;
                     { P::fits(position.size()) } -> std::same_as<bool>;
                     { P::start(position.size()) } -> std::same_as<P>;
                     { P::from(position.diagram()) } -> std::same_as<P>;
                     { position.size() } -> std::same_as<typename P::Game::Size>;
                     { position.diagram() } -> std::same_as<typename P::Game::Diagram>;
                     { position.to_move() } -> std::same_as<Player>;
                     { position.points() } -> std::same_as<Points>;
                     { position.out() } -> std::same_as<unsigned>;
                     { position.over() } -> std::same_as<bool>;
                     { position.outcome() } -> std::same_as<std::optional<Outcome>>;
                     { position.legal(move) } -> std::same_as<bool>;
                     { position.legal_count() } -> std::same_as<int>;
                     { position.random_move(random) } -> std::same_as<Move>;
                     { position.why_illegal(move) } -> std::same_as<std::string>;
                     { position.hash() } -> std::same_as<std::uint64_t>;
                     position.for_each_legal([](Move) {});
                     position.for_each_line([](LineCells) {});
                     changing.play(move);
                   };

}  // namespace quire
