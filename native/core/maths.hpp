// Logarithm, exponential and hyperbolic tangent from basic arithmetic alone: the same bits on every
// machine and in the browser, where the functions of C libraries differ in the last ones. Accurate
// to some 1e-16.
#pragma once

#include <bit>
#include <cstdint>

namespace quire::maths {

inline constexpr double ln2_high =
    0x1.62e42feep-1;  // few bits: exact when multiplied by an exponent
inline constexpr double ln2_low = 0x1.a39ef35793c76p-33;

// The natural logarithm of a positive normal number.
[[nodiscard]] constexpr double log(double x) noexcept {
  constexpr double sqrt2 = 0x1.6a09e667f3bcdp0;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52U) - 1023;
  double m = std::bit_cast<double>((bits & 0xfffffffffffffU) | 0x3ff0000000000000U);
  if (m > sqrt2) {
    m /= 2;
    ++exponent;
  }
  // log m = 2 artanh f = 2 (f + f^3/3 + f^5/5 + ...)
  const double f = (m - 1) / (m + 1), square = f * f;
  double sum = 0;
  for (int i = 23; i > 1; i -= 2) sum = (sum + 1.0 / i) * square;
  return exponent * ln2_high + (2 * (f + f * sum) + exponent * ln2_low);
}

// e to the power of x, -700 to 700.
[[nodiscard]] constexpr double exp(double x) noexcept {
  const int k = static_cast<int>(x / (ln2_high + ln2_low) + (x < 0 ? -0.5 : 0.5));
  const double r = (x - k * ln2_high) - k * ln2_low;
  double sum = 1;
  for (int i = 15; i > 0; --i) sum = 1 + sum * r / i;
  return sum * std::bit_cast<double>(static_cast<std::uint64_t>(1023 + k) << 52U);
}

[[nodiscard]] constexpr double tanh(double x) noexcept {
  constexpr double flat = 20;  // beyond it the result is 1
  if (x > flat || x < -flat) return x < 0 ? -1 : 1;
  return 1 - 2 / (exp(2 * x) + 1);
}

[[nodiscard]] constexpr double power(double base, int exponent) noexcept {
  double result = 1;
  for (int i = exponent < 0 ? -exponent : exponent; i > 0; --i) result *= base;
  return exponent < 0 ? 1 / result : result;
}

}  // namespace quire::maths
