// What the solver of sos stores of a position: bounds of its value.
//
//   data   |63 ... 59|58 ... 56|55 ... 44|43 ... 32|31 ... 0|
//            effort   generation  upper     lower     tag: the lower half of the key's lower word
//
// So 96 of the key's 128 bits are compared.
#pragma once

#include <algorithm>
#include <bit>

#include "engine/transposition_table.hpp"

namespace quire {

struct SosKey {
  std::uint64_t low = 0, high = 0;

  friend constexpr auto operator<=>(const SosKey&, const SosKey&) noexcept = default;
};

struct SosBounds {
  int lower = 0;
  int upper = 0;
};

struct SosEntry {
  using Key = SosKey;
  struct Value {
    SosBounds bounds;
    std::uint64_t effort;  // the nodes that the bounds took: what was costly stays longest
  };
  using Found = std::optional<SosBounds>;
  static constexpr int max_bound = 2047;
  static constexpr std::uint64_t tag_mask = 0xffffffff;
  static constexpr unsigned generation_mask = 7;

  [[nodiscard]] static TableKey split(const SosKey& key) noexcept {
    return {key.high, key.low & tag_mask};
  }
  [[nodiscard]] static std::uint64_t seal(std::uint64_t data) noexcept { return data; }
  [[nodiscard]] static unsigned worth(std::uint64_t data, unsigned generation) noexcept {
    const bool is_new = ((data >> generation_at) & generation_mask) == generation;
    return static_cast<unsigned>(data >> effort_at) + (is_new ? 64U : 0U);
  }
  // The effort is at least 1, so that only an empty entry is all 0.
  [[nodiscard]] static std::uint64_t pack(const Value& value, unsigned generation) noexcept {
    const auto digits = static_cast<std::uint64_t>(
        std::bit_width(std::clamp<std::uint64_t>(value.effort, 1, max_effort)));
    return bits<lower_at>(value.bounds.lower) | bits<upper_at>(value.bounds.upper) |
           std::uint64_t{generation} << generation_at | digits << effort_at;
  }
  [[nodiscard]] static Found unpack(std::uint64_t data) noexcept {
    return SosBounds{bound_at<lower_at>(data), bound_at<upper_at>(data)};
  }

 private:
  static constexpr unsigned lower_at = 32, upper_at = 44, generation_at = 56, effort_at = 59;
  static constexpr std::uint64_t max_effort = 0x7fffffff;

  // Bounds take 12 bits each, sign included.
  template <unsigned At>
  [[nodiscard]] static std::uint64_t bits(int bound) noexcept {
    return (static_cast<std::uint64_t>(bound) & 0xfffU) << At;
  }
  template <unsigned At>
  [[nodiscard]] static int bound_at(std::uint64_t data) noexcept {
    return static_cast<int>(static_cast<std::int64_t>(data << (52 - At)) >> 52);
  }
};

using SosTable = TranspositionTable<SosEntry>;

}  // namespace quire
