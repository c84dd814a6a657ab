// The results of searches: a solver's Solution and a player's SearchResult.
#pragma once

#include <optional>
#include <vector>

#include "core/game.hpp"

namespace quire {

// What a solver proved about a position, for the player to move. The value is the final difference
// of points in games decided by points (points already made included), else +1, 0 or -1.
struct Solution {
  int lower = 0;              // the value is at least this
  int upper = 0;              // and at most this
  std::vector<Move> best;     // moves proven to reach `lower`, in the order of the index
  bool all_best = false;      // whether `best` has all of them
  std::optional<int> grundy;  // of an impartial game, if requested and found

  [[nodiscard]] bool exact() const noexcept { return lower == upper; }
};

struct SolveOptions {
  bool all_best = true;  // find every best move, not only the value and one of them
  bool grundy = true;    // of an impartial game, find the Grundy value too
  bool second = false;   // use the second algorithm, where there is one, to check the first
  // Give the table the same size whatever the limits, so that a saved one can be used again.
  bool resumable = false;
};

// One legal move with its evaluation.
struct Candidate {
  Move move = 0;
  double value = 0;         // for the player who makes it
  bool exact = false;       // the value is proven
  std::uint64_t nodes = 0;  // searched below it
};

// What a search found for a position that is not over.
struct SearchResult {
  std::vector<Candidate> candidates;  // the chosen one first, then in order of value
  std::vector<Move> line;             // the principal variation, the chosen move first
  int depth = 0;                      // completed plies; for a tree, the depth of its deepest leaf
};

// A proven value and best moves of a position that someone else found: a book, say.
struct Known {
  double value = 0;
  std::vector<Move> best;
};

}  // namespace quire
