// The players of A. Setiawan's paper on SOS ("Playing the SOS Game Using Feasible Greedy Strategy",
// 2020), and duels between them.
//
//   random     any legal move
//   greedy     Algorithm 1: the first move, in board order, that scores; if there is none, any
//   feasible   Algorithm 2: the same, but a random move is drawn again while it leaves the next
//              player something to take, until the retries are used up; then it is played
//
// Two things that the paper leaves open are settled here. Its Algorithm 1 tries "S", then "O" on
// every cell and never puts the letter back, so that a random move would always be an O; we draw
// the letter as well. And its retry limit is "board size x 2": an option, see Retry.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/game.hpp"
#include "core/hash.hpp"

namespace quire {

// What the paper's retry limit counts: every cell twice, or only the longer side. On a line both
// are the same.
enum class Retry : std::uint8_t { cells, side };

template <Position P>
[[nodiscard]] int retries(const P& position, Retry retry) noexcept {
  const auto size = position.size();
  if constexpr (requires { size.grid; }) {
    if (retry == Retry::side) return 2 * std::max(size.grid.columns, size.grid.rows);
  }
  return 2 * P::Game::cells(size);
}

// What a move gains at once: a line that wins the game, or points (an S-O-S, a small board).
enum class Gain : std::uint8_t { none, points, game };

template <Position P>
[[nodiscard]] Gain gain(const P& position, Move move) noexcept {
  P after = position;
  after.play(move);
  const Player mover = position.to_move();
  if (after.over()) {
    const Outcome outcome = *after.outcome();
    if (outcome.reason == Reason::line && outcome.winner == mover) return Gain::game;
  }
  return after.points()[mover] > position.points()[mover] ? Gain::points : Gain::none;
}

// The first move that wins the game, or else the first that makes points.
template <Position P>
[[nodiscard]] std::optional<Move> first_gain(const P& position) noexcept {
  Gain best = Gain::none;
  std::optional<Move> found;
  position.for_each_legal([&](Move move) {
    if (best == Gain::game) return;
    if (const Gain here = gain(position, move); here > best) {
      best = here;
      found = move;
    }
  });
  return found;
}

// Whether the next player could gain something after this move.
template <Position P>
[[nodiscard]] bool gives(const P& position, Move move) noexcept {
  P after = position;
  after.play(move);
  bool found = false;
  after.for_each_legal([&](Move reply) { found = found || gain(after, reply) != Gain::none; });
  return found;
}

// The paper's "no option condition": no move gains anything, and every move gives something away.
template <Position P>
[[nodiscard]] bool no_option(const P& position) noexcept {
  if (position.over()) return false;
  bool option = false;
  position.for_each_legal([&](Move move) {
    option = option || gain(position, move) != Gain::none || !gives(position, move);
  });
  return !option;
}

struct Policy {
  enum class Kind : std::uint8_t { random, greedy, feasible };
  Kind kind = Kind::random;
  Retry retry = Retry::cells;

  // A legal move of a position that is not over.
  template <Position P>
  [[nodiscard]] Move choose(const P& position, Random& random) const noexcept {
    if (kind == Kind::random) return position.random_move(random);
    if (const auto found = first_gain(position)) return *found;
    Move move = position.random_move(random);
    if (kind == Kind::greedy) return move;
    for (int left = retries(position, retry); left > 0 && gives(position, move); --left) {
      move = position.random_move(random);
    }
    return move;
  }
};

// `random`, `greedy`, `feasible-2nn` or `feasible-2n`; empty for anything else.
[[nodiscard]] inline std::optional<Policy> policy_named(std::string_view name) noexcept {
  if (name == "random") return Policy{Policy::Kind::random, Retry::cells};
  if (name == "greedy") return Policy{Policy::Kind::greedy, Retry::cells};
  if (name == "feasible-2nn") return Policy{Policy::Kind::feasible, Retry::cells};
  if (name == "feasible-2n") return Policy{Policy::Kind::feasible, Retry::side};
  return std::nullopt;
}

// The result of a duel for its first policy, and the effect of the no option condition: in how many
// games each policy met it first, how many of those it lost, and in how many games the result
// differed from the lead at that moment.
struct Tally {
  long wins = 0, losses = 0, draws = 0;
  long turns = 0, turns_without_option = 0;
  std::array<long, 2> met_first{}, then_lost{};
  long turned = 0;
};

// One game from this position for two; `starts` is which of the policies is player 1.
template <Position P>
void play_duel(P position, const std::array<Policy, 2>& policies, unsigned starts, Random& random,
               Tally& tally) noexcept {
  const auto policy_of = [&](Player player) { return (player + starts) % 2U; };
  const auto lead = [&] {  // of the first policy
    const Points points = position.points();
    const int difference = points[starts] - points[1 - starts];
    return (difference > 0) - (difference < 0);
  };
  bool met = false;
  unsigned meets = 0;
  int led = 0;
  while (!position.over()) {
    const unsigned mover = policy_of(position.to_move());
    ++tally.turns;
    if (no_option(position)) {
      ++tally.turns_without_option;
      if (!met) {
        met = true;
        meets = mover;
        led = lead();
      }
    }
    position.play(policies[mover].choose(position, random));
  }
  const Player winner = position.outcome()->winner;
  const int result = winner == nobody ? 0 : policy_of(winner) == 0 ? 1 : -1;
  ++(result == 0 ? tally.draws : result > 0 ? tally.wins : tally.losses);
  if (!met) return;
  ++tally.met_first[meets];
  if (result == (meets == 0 ? -1 : 1)) ++tally.then_lost[meets];
  if (result != led) ++tally.turned;
}

// Games number `first` to `first + games - 1` of a duel: the first policy starts those with even
// numbers. Every game has its own random numbers, so a duel may be played in parts.
template <Position P, class Check>
[[nodiscard]] Tally duel(const P& start, const std::array<Policy, 2>& policies, long first,
                         long games, std::uint64_t seed, Check&& check) {
  Tally tally;
  for (long game = first; game < first + games; ++game, check()) {
    Hasher hasher;
    hasher.add(seed);
    hasher.add(static_cast<std::uint64_t>(game));
    Random random(hasher.value());
    play_duel(start, policies, static_cast<unsigned>(game % 2), random, tally);
  }
  return tally;
}

}  // namespace quire
