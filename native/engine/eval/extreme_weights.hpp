// The weights of the evaluation of extreme: blocks of eight numbers, in the order of the shipped
// file.
//
//   base     [kind]              a small board, as one player sees it
//   context  [situation][kind]   added by who is to move, and where
//   place    [corner, edge, centre][kind]
//   line     [outer, middle, diagonal]     of a big board
//   direct   [four]              from the 32 features of a big board to the result
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

// One vector of a wide processor; compilers lower it to what the target has.
inline constexpr std::size_t eight = 8;
using Eight [[gnu::vector_size(sizeof(float) * eight)]] = float;

[[nodiscard]] inline float total(const Eight& v) noexcept {
  return ((v[0] + v[4]) + (v[1] + v[5])) + ((v[2] + v[6]) + (v[3] + v[7]));
}

class ExtremeWeights {
 public:
  // Whether the next move can go to the small board: out of reach, one of two, the only one, one of
  // all; and whether the player who sees it is to move.
  static constexpr std::size_t situations = 8;
  static constexpr std::size_t kinds = ExtremePatterns::kinds;
  static constexpr std::size_t places = 3;
  static constexpr std::size_t line_kinds = 3;
  // Of a big board: lines and sums for the player to move, then for the opponent; a block each.
  static constexpr std::size_t feature_blocks = 4;
  static constexpr std::size_t features = feature_blocks * eight;

  ExtremeWeights() : blocks_(count() / eight) {}
  // Throws std::invalid_argument for a wrong number of values.
  explicit ExtremeWeights(std::span<const float> values) : ExtremeWeights() {
    if (values.size() != count()) {
      throw std::invalid_argument("the evaluation needs " + std::to_string(count()) +
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
