// What a review is about: what is known of each position, and what it says of each move and player.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/analysis/values.hpp"
#include "engine/analysis/verdict.hpp"
#include "engine/solve/generic/exhaustive.hpp"

namespace quire {

struct ValueBounds {
  int lower = -any_value, upper = any_value;

  [[nodiscard]] bool exact() const noexcept { return lower == upper; }
  // Contradictions can't come from proofs; if they do, the earlier bound stays.
  void raise(int value) noexcept { lower = std::clamp(value, lower, upper); }
  void reduce(int value) noexcept { upper = std::clamp(value, lower, upper); }
  [[nodiscard]] ValueBounds turned() const noexcept { return {-upper, -lower}; }
  [[nodiscard]] double clamped(double value) const noexcept {
    return std::clamp(value, static_cast<double>(lower), static_cast<double>(upper));
  }
};

// What is known about one position of a game, for the player to move. Of the candidates only the
// best move, first, and the one that was played are needed, both searched equally.
struct PositionReview {
  std::optional<Proof> proof;
  ValueBounds bounds;
  std::vector<Candidate> candidates;
  bool is_forced = false;  // no move can lose anything: there is one, or all are worth the same

  [[nodiscard]] std::optional<double> value() const {
    if (proof) return proof->value;
    return candidates.empty() ? std::nullopt : std::optional(candidates.front().value);
  }
  [[nodiscard]] const Candidate* find(Move move) const {
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const Candidate& it) { return it.move == move; });
    return found == candidates.end() ? nullptr : &*found;
  }
};

// One entry of a game; no move where a player left it.
struct PlayedMove {
  std::optional<Move> move;
  Player mover = 0;
  Player next = 0;  // to move afterwards
};

// `value` is that of the position after the entry, for player 1; with three or more players, for
// the mover. `played` and `possible` are the mover's values with this move and with the best one;
// `better` lists the moves that would have kept the latter, if this one didn't.
struct ReviewedMove {
  std::optional<double> value;
  bool exact = false;
  std::optional<double> played, possible;
  Verdict verdict = Verdict::none;
  std::vector<Move> better;
  std::optional<double> accuracy;  // none if nothing could be lost, or nothing is known
};

struct ReviewedPlayer {
  std::optional<double> accuracy;  // the mean of the moves
  std::array<int, verdict_names.size()> verdicts{};
};

inline constexpr std::array<std::string_view, 3> phase_names{"opening", "middle game", "endgame"};

// A third of a game, from one entry to another, counted from 1.
struct Phase {
  std::string_view name;
  std::size_t first = 1, last = 0;
  std::vector<std::optional<double>> accuracy;  // of each player
};

struct GameReview {
  std::optional<double> value;  // of the start, as those of the moves
  bool exact = false;
  std::vector<ReviewedMove> moves;
  std::vector<ReviewedPlayer> players;
  std::vector<Phase> phases;             // none in a game with fewer moves than phases
  std::vector<std::size_t> key_moments;  // numbers of entries, from 1

  // The numbers of all entries that gave something away.
  [[nodiscard]] std::vector<std::size_t> mistakes() const {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i].verdict >= Verdict::inaccuracy) numbers.push_back(i + 1);
    }
    return numbers;
  }
};

// The value for player 1 of a value for the player to move.
[[nodiscard]] inline std::optional<double> for_first(Player to_move, std::optional<double> value) {
  return value && to_move != 0 ? 0 - *value : value;
}

}  // namespace quire
