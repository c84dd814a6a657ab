// The content of a weight file: numbers of two bytes, which is precise enough.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

namespace quire {

// A number of two bytes as IEEE 754 has it; neither infinite nor undefined.
[[nodiscard]] inline float from_half(unsigned bits) noexcept {
  // The exponent of a float counts from another zero: 2^112 makes up for that.
  const float size = std::bit_cast<float>((bits & 0x7fffU) << 13U) * 0x1p112F;
  return (bits >> 15U) != 0 ? -size : size;
}

[[nodiscard]] inline std::vector<float> weights_in(std::string_view content) {
  const auto byte = [&](std::size_t i) { return unsigned{static_cast<unsigned char>(content[i])}; };
  std::vector<float> values(content.size() / 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = from_half(byte(2 * i) | byte(2 * i + 1) << 8U);
  }
  return values;
}

}  // namespace quire
