// SplitMix64: random numbers from a seed, the same on every machine. Its state only ever adds a
// constant, so that consecutive numbers do not wait for each other.
#pragma once

#include <cstdint>

namespace quire {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) noexcept : state_(seed) {}

  [[nodiscard]] constexpr std::uint64_t next() noexcept {
    std::uint64_t x = (state_ += 0x9e3779b97f4a7c15U);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
  }
  // From 0 to count - 1; the bias of at most count / 2^32 is far below what a playout can show.
  [[nodiscard]] constexpr int below(int count) noexcept {
    return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(count)) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace quire
