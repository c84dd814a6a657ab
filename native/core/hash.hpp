// Hashing of position contents: good mixing, the same on every machine.
#pragma once

#include <cstdint>

#include "core/bits.hpp"

namespace quire {

[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

class Hasher {
 public:
  constexpr void add(std::uint64_t value) noexcept {
    state_ = mixed(state_ ^ mixed(value + 0x9e3779b97f4a7c15U));
  }
  template <int Words>
  constexpr void add(const Bits<Words>& bits) noexcept {
    for (const Word part : bits.word) add(part);
  }
  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return state_; }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace quire
