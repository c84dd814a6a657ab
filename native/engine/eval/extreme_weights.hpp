// What the evaluation of extreme has learnt: blocks of eight numbers, in the order of the file that
// ships.
//
//   base     [kind]              a SmallBoard, seen by one player
//   context  [situation][kind]   what is added by who is to move, and may move where
//   place    [corner, edge, centre][kind]
//   line     [outer, middle, diagonal]     of a BigBoard
//   direct   [four]              from a BigBoard's 32 features to the result
//   hidden   [feature]           from each feature to eight units, which begin at `threshold`
//   output   [one]               from the units to the result
//   extra    [one]               a constant; if this is a bonus move, an open move, both
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/eval/extreme_patterns.hpp"

namespace quire {

// As many numbers as a processor may work on at once; compilers lower it to what there is.
inline constexpr std::size_t eight = 8;
using Eight [[gnu::vector_size(sizeof(float) * eight)]] = float;

[[nodiscard]] inline float total(const Eight& v) noexcept {
  return ((v[0] + v[4]) + (v[1] + v[5])) + ((v[2] + v[6]) + (v[3] + v[7]));
}

class ExtremeWeights {
 public:
  // Where the SmallBoard stands towards the next move: out of reach, one of two that it may go to,
  // the only one, one of all; and whether the player who sees it is the one to move.
  static constexpr std::size_t situations = 8;
  static constexpr std::size_t kinds = ExtremePatterns::kinds;
  static constexpr std::size_t places = 3;
  static constexpr std::size_t line_kinds = 3;
  // Of a BigBoard: lines and sums as the mover sees them, then as the other does; a block each.
  static constexpr std::size_t feature_blocks = 4;
  static constexpr std::size_t features = feature_blocks * eight;

  ExtremeWeights() : blocks_(count() / eight) {}
  // Throws std::invalid_argument if these are not as many as there must be.
  explicit ExtremeWeights(std::span<const float> values) : ExtremeWeights() {
    if (values.size() != count()) {
      throw std::invalid_argument("the evaluation of extreme has " + std::to_string(count()) +
                                  " weights, not " + std::to_string(values.size()));
    }
    for (std::size_t i = 0; i < values.size(); ++i) blocks_[i / eight][i % eight] = values[i];
  }
  [[nodiscard]] std::vector<float> values() const {
    std::vector<float> values(count());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = blocks_[i / eight][i % eight];
    return values;
  }
  [[nodiscard]] static constexpr std::size_t count() noexcept { return eight * (at_extra() + 1); }

  [[nodiscard]] Eight& operator[](std::size_t block) noexcept { return blocks_[block]; }
  [[nodiscard]] const Eight& operator[](std::size_t block) const noexcept { return blocks_[block]; }

  // Where each part begins.
  [[nodiscard]] static constexpr std::size_t at_base() noexcept { return 0; }
  [[nodiscard]] static constexpr std::size_t at_context(std::size_t situation) noexcept {
    return (1 + situation) * kinds;
  }
  [[nodiscard]] static constexpr std::size_t at_place(std::size_t place) noexcept {
    return (1 + situations + place) * kinds;
  }
  [[nodiscard]] static constexpr std::size_t at_line() noexcept { return at_place(places); }
  [[nodiscard]] static constexpr std::size_t at_direct() noexcept { return at_line() + line_kinds; }
  [[nodiscard]] static constexpr std::size_t at_hidden() noexcept {
    return at_direct() + feature_blocks;
  }
  [[nodiscard]] static constexpr std::size_t at_threshold() noexcept {
    return at_hidden() + features;
  }
  [[nodiscard]] static constexpr std::size_t at_output() noexcept { return at_threshold() + 1; }
  [[nodiscard]] static constexpr std::size_t at_extra() noexcept { return at_output() + 1; }

 private:
  std::vector<Eight> blocks_;
};

}  // namespace quire
