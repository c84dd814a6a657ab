// What searches give back: a solver's Answer, a player's Thought.
#pragma once

#include <optional>
#include <vector>

#include "core/game.hpp"

namespace quire {

// What a solver knows of a position, for the player to move. The value is the final difference of
// points where points are made along the way (points already made included), else +1, 0, -1.
struct Answer {
  int lower = 0;              // the value is at least this
  int upper = 0;              // and at most this
  std::vector<Move> best;     // moves proven to reach `lower`, in the order of their numbers
  bool all_best = false;      // `best` is all of them
  std::optional<int> grundy;  // where the game is impartial and it was asked for and found

  [[nodiscard]] bool exact() const noexcept { return lower == upper; }
};

struct Question {
  bool all_best = true;  // every best move, not only the value and one of them
  bool grundy = true;    // where the game is impartial: its Grundy value too
  bool second = false;   // by a second way, where there is one, to check the first
};

// One legal move as a search sees it.
struct Candidate {
  Move move = 0;
  double value = 0;         // for the player who makes it
  bool exact = false;       // the value is proven
  std::uint64_t nodes = 0;  // what was spent on it
};

// What a search thinks of a position that is not over.
struct Thought {
  std::vector<Candidate> candidates;  // the chosen one first; then as good as the search knows
  std::vector<Move> line;             // what it expects to be played, the chosen move first
  int depth = 0;                      // full plies searched; for a tree, its deepest leaf
};

}  // namespace quire
