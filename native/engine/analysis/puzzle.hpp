// Answers to puzzles: positions in which only one move keeps the win or the draw.
#pragma once

#include <string_view>

#include "core/record.hpp"

namespace quire {

struct PuzzleAnswer {
  Move move = 0;
  bool correct = false;
};

// Throws NotationError or IllegalMove if the answer is not a legal move.
template <Position P>
[[nodiscard]] PuzzleAnswer check_answer(const P& position, Move solution, Move answer) {
  require_legal(position, answer);
  return {answer, answer == solution};
}

}  // namespace quire
