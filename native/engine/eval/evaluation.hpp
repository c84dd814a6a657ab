// What a position is worth by sight: a game's learned evaluation, where it has one.
#pragma once

namespace quire {

// A game that has an evaluation specialises this with `there = true` and
//   double evaluate(const P&) const;   the expected result for the player to move, -1 to 1
template <class P>
struct Evaluation {
  static constexpr bool there = false;
};

}  // namespace quire
