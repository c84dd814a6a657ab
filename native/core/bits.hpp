// A set of small integers as bits, one machine word or several.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace quire {

using Word = std::uint64_t;

// Written out, because std::popcount is a library call on a machine type without the instruction.
[[nodiscard]] constexpr Word byte_counts(Word word) noexcept {
  word -= (word >> 1) & 0x5555555555555555U;
  word = (word & 0x3333333333333333U) + ((word >> 2) & 0x3333333333333333U);
  return (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fU;
}

[[nodiscard]] constexpr int count_bits(Word word) noexcept {
  return static_cast<int>((byte_counts(word) * 0x0101010101010101U) >> 56);
}

// nth_bit_of_byte[n][byte]: the index of the n-th set bit of the byte (n from 0).
inline constexpr auto nth_bit_of_byte = [] {
  std::array<std::array<std::uint8_t, 256>, 8> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    unsigned n = 0;
    for (unsigned bit = 0; bit < 8; ++bit) {
      if ((byte >> bit) & 1U) table[n++][byte] = static_cast<std::uint8_t>(bit);
    }
  }
  return table;
}();

// The index of the n-th set bit, n from 0 and below the count.
[[nodiscard]] constexpr int nth_bit(Word word, int n) noexcept {
  constexpr Word each_byte = 0x0101010101010101U;
  constexpr Word high_bits = 0x8080808080808080U;
  const Word up_to_here = byte_counts(word) * each_byte;  // byte i: set bits in bytes 0..i
  const Word reached =
      ((up_to_here | high_bits) - (static_cast<Word>(n) + 1) * each_byte) & high_bits;
  const int shift = std::countr_zero(reached) & ~7;
  const int before = static_cast<int>(((up_to_here << 8) >> shift) & 0xffU);
  return shift + nth_bit_of_byte[static_cast<unsigned>(n - before)][(word >> shift) & 0xffU];
}

template <int Words>
struct Bits {
  static constexpr int capacity = 64 * Words;
  std::array<Word, Words> word{};

  [[nodiscard]] static constexpr Bits first(int count) noexcept {
    Bits bits;
    for (Word& part : bits.word) {
      part = count >= 64 ? ~Word{0} : count > 0 ? (Word{1} << count) - 1 : Word{0};
      count -= 64;
    }
    return bits;
  }
  [[nodiscard]] constexpr bool test(int i) const noexcept {
    return ((word[at(i)] >> (i & 63)) & 1U) != 0;
  }
  constexpr void set(int i) noexcept { word[at(i)] |= Word{1} << (i & 63); }
  constexpr void reset(int i) noexcept { word[at(i)] &= ~(Word{1} << (i & 63)); }

  [[nodiscard]] constexpr bool any() const noexcept {
    Word all = 0;
    for (const Word part : word) all |= part;
    return all != 0;
  }
  [[nodiscard]] constexpr int count() const noexcept {
    int sum = 0;
    for (const Word part : word) sum += count_bits(part);
    return sum;
  }
  // The n-th member, n from 0 and below count().
  [[nodiscard]] constexpr int nth(int n) const noexcept {
    if constexpr (Words == 1) return nth_bit(word[0], n);
    int base = 0;
    for (const Word part : word) {
      const int here = count_bits(part);
      if (n < here) return base + nth_bit(part, n);
      n -= here;
      base += 64;
    }
    return -1;
  }
  template <class F>
  constexpr void for_each(F&& visit) const {
    int base = 0;
    for (Word part : word) {
      for (; part != 0; part &= part - 1) visit(base + std::countr_zero(part));
      base += 64;
    }
  }

  constexpr Bits& operator|=(const Bits& other) noexcept {
    for (std::size_t i = 0; i < Words; ++i) word[i] |= other.word[i];
    return *this;
  }
  // Removes the members of the other set.
  constexpr Bits& operator-=(const Bits& other) noexcept {
    for (std::size_t i = 0; i < Words; ++i) word[i] &= ~other.word[i];
    return *this;
  }
  [[nodiscard]] friend constexpr Bits operator|(Bits a, const Bits& b) noexcept { return a |= b; }
  [[nodiscard]] friend constexpr Bits operator-(Bits a, const Bits& b) noexcept { return a -= b; }
  friend constexpr bool operator==(const Bits&, const Bits&) noexcept = default;

 private:
  static constexpr std::size_t at(int i) noexcept {
    if constexpr (Words == 1) return 0;
    return static_cast<std::size_t>(i >> 6);
  }
};

}  // namespace quire
