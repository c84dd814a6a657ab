// PCG32 (M. O'Neill, 2014: 64-bit state, XSH-RR output): random numbers from a seed, the same on
// every machine, and few instructions each, since a playout needs one per move.
#pragma once

#include <bit>
#include <cstdint>

namespace quire {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) noexcept : state_(step(seed + increment)) {}

  [[nodiscard]] constexpr std::uint32_t next() noexcept {
    const std::uint64_t old = state_;
    state_ = step(old);
    return std::rotr(static_cast<std::uint32_t>((old ^ (old >> 18)) >> 27),
                     static_cast<int>(old >> 59));
  }
  // From 0 to count - 1; the bias of at most count / 2^32 is far below what a playout can show.
  [[nodiscard]] constexpr int below(int count) noexcept {
    return static_cast<int>((std::uint64_t{next()} * static_cast<std::uint64_t>(count)) >> 32);
  }

 private:
  static constexpr std::uint64_t increment = 1442695040888963407U;
  static constexpr std::uint64_t step(std::uint64_t state) noexcept {
    return state * 6364136223846793005U + increment;
  }
  std::uint64_t state_;
};

}  // namespace quire
