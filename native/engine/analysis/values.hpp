// The value of every move of a position, from what a solver proved and a search estimated.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/results.hpp"

namespace quire {

// A proven value and the best moves; `complete` if these are all of them.
struct Proof {
  int value = 0;
  std::vector<Move> best;
  bool complete = false;

  [[nodiscard]] bool has(Move move) const noexcept {
    return std::find(best.begin(), best.end(), move) != best.end();
  }
};

// What is proven about a position: its own value, and that of moves for the player who makes them.
struct Proven {
  std::optional<Proof> proof;
  std::map<Move, int> moves;
};

// A legal move with its value for the player who makes it; none if it wasn't examined. `best` means
// that no move is known to be better.
struct MoveValue {
  Move move = 0;
  std::optional<double> value;
  bool exact = false;
  bool best = false;
  double error = 0;  // of an estimate
};

// How far an estimate may be off: one playout has this standard deviation, their mean that divided
// by the root of their number.
[[nodiscard]] inline double estimate_error(double deviation, std::uint64_t playouts) {
  return 2 * deviation / std::sqrt(static_cast<double>(std::max<std::uint64_t>(playouts, 1)));
}

// Whether a search saw enough of a move to say something about it.
[[nodiscard]] inline bool is_examined(const Candidate& it, const Candidate& chosen) noexcept {
  constexpr std::uint64_t enough = 64, share = 4;
  return it.exact || it.nodes >= std::min(enough, chosen.nodes / share);
}

template <Position P>
[[nodiscard]] std::vector<Move> legal_moves(const P& position) {
  std::vector<Move> moves;
  position.for_each_legal([&](Move move) { moves.push_back(move); });
  return moves;
}

// Every legal move, the best first and those that weren't examined last; estimates in the order of
// what they are worth at least. `candidates` are a search's, the chosen one first; empty if nothing
// was searched. `deviation`: see `estimate_error`.
[[nodiscard]] inline std::vector<MoveValue> move_values(const std::vector<Move>& legal,
                                                        const Proven& proven,
                                                        const std::vector<Candidate>& candidates,
                                                        double deviation) {
  std::vector<MoveValue> values;
  std::map<Move, std::size_t> at;
  for (const Move move : legal) {
    at[move] = values.size();
    values.push_back({move, {}, false, false});
  }
  for (const Candidate& it : candidates) {
    if (!is_examined(it, candidates.front())) continue;
    double value = it.value;
    // Proven not to be among the best, whatever the estimate says.
    if (proven.proof && proven.proof->complete) {
      value = std::min(value, static_cast<double>(proven.proof->value - 1));
    }
    MoveValue& known = values[at.at(it.move)];
    known.value = value;
    known.exact = it.exact;
    known.error = it.exact ? 0 : estimate_error(deviation, it.nodes);
  }
  for (const auto& [move, value] : proven.moves) values[at.at(move)] = {move, value, true, false};
  if (proven.proof) {
    for (const Move move : proven.proof->best) {
      values[at.at(move)] = {move, proven.proof->value, true, true};
    }
  } else if (!candidates.empty()) {
    // An engine's choice may have a lower estimate than a move that it searched less.
    values[at.at(candidates.front().move)].best = true;
  }
  std::stable_sort(values.begin(), values.end(), [](const MoveValue& a, const MoveValue& b) {
    const auto rank = [](const MoveValue& it) {
      return std::pair(!it.best,
                       it.value ? it.error - *it.value : std::numeric_limits<double>::infinity());
    };
    return rank(a) < rank(b);
  });
  return values;
}

// Of the position as far as it is known: proven, or that of the best move.
[[nodiscard]] inline std::optional<double> value_of(const Proven& proven,
                                                    const std::vector<MoveValue>& values) {
  if (proven.proof) return proven.proof->value;
  if (values.empty() || !values.front().best) return std::nullopt;
  return values.front().value;
}

}  // namespace quire
