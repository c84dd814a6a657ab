// The kinds of small board that the evaluation of extreme distinguishes.
//
// A small board as one player sees it: the set of that player's cells and the set of the
// opponent's. Open boards that are rotations or reflections of each other are one kind; closed ones
// are three.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "games/extreme.hpp"

namespace quire {

class ExtremePatterns {
 public:
  static constexpr int all_patterns = 19683;  // 3^9
  static constexpr std::uint16_t drawn = 0, mine = 1, theirs = 2;

  // Built once, never changed.
  [[nodiscard]] static const ExtremePatterns& all() {
    static const ExtremePatterns patterns;
    return patterns;
  }
  // Open kinds and the three closed ones: a constant, so that tables can be laid out.
  static constexpr std::size_t kinds = 1585;
  [[nodiscard]] std::uint16_t kind(unsigned own, unsigned other) const noexcept {
    return kind_[number(own, other)];
  }
  // The kinds that the two players see.
  struct Kinds {
    std::uint16_t own;
    std::uint16_t other;
  };
  [[nodiscard]] Kinds both(unsigned own, unsigned other) const noexcept {
    return both_[number(own, other)];
  }
  // A pattern of the kind: own cells and the opponent's.
  struct Pattern {
    unsigned own;
    unsigned other;
  };
  [[nodiscard]] Pattern sample(std::size_t kind) const noexcept { return samples_[kind]; }

 private:
  ExtremePatterns() {
    samples_ = {{0, 0}, {0b111, 0}, {0, 0b111}};
    for (unsigned own = 0; own < 512; ++own) {
      for (unsigned other = 0; other < 512; ++other) {
        if ((own & other) == 0) kind_[number(own, other)] = find_kind(own, other);
      }
    }
    assert(samples_.size() == kinds);
    for (unsigned own = 0; own < 512; ++own) {
      for (unsigned other = 0; other < 512; ++other) {
        if ((own & other) == 0) both_[number(own, other)] = {kind(own, other), kind(other, own)};
      }
    }
  }
  [[nodiscard]] static std::size_t number(unsigned own, unsigned other) noexcept {
    return std::size_t{ternary[own]} + 2U * ternary[other];
  }
  // Patterns come in rising order, so that the least of its images already has a kind.
  [[nodiscard]] std::uint16_t find_kind(unsigned own, unsigned other) {
    if (has_line(own)) return has_line(other) ? drawn : mine;
    if (has_line(other)) return theirs;
    if ((own | other) == 511U) return drawn;
    for (const auto& image : images) {
      const unsigned own_image = moved(own, image);
      const unsigned other_image = moved(other, image);
      if (own_image < own || (own_image == own && other_image < other)) {
        return kind_[number(own_image, other_image)];
      }
    }
    samples_.push_back({own, other});
    return static_cast<std::uint16_t>(samples_.size() - 1);
  }
  using Image = std::array<unsigned, 9>;
  [[nodiscard]] static constexpr unsigned moved(unsigned set, const Image& image) noexcept {
    unsigned result = 0;
    for (unsigned cell = 0; cell < 9; ++cell) result |= ((set >> cell) & 1U) << image[cell];
    return result;
  }

  static constexpr std::array<Image, 8> images = [] {
    std::array<Image, 8> all{};
    for (unsigned i = 0; i < 8; ++i) {
      for (unsigned cell = 0; cell < 9; ++cell) {
        unsigned x = cell % 3, y = cell / 3;
        if ((i & 1U) != 0) x = 2 - x;
        if ((i & 2U) != 0) y = 2 - y;
        all[i][cell] = (i & 4U) != 0 ? 3 * x + y : 3 * y + x;
      }
    }
    return all;
  }();
  static constexpr std::array<std::uint16_t, 512> ternary = [] {
    std::array<std::uint16_t, 512> values{};
    for (unsigned set = 0; set < 512; ++set) {
      unsigned power = 1;
      for (unsigned cell = 0; cell < 9; ++cell, power *= 3) {
        if ((set >> cell) & 1U) values[set] = static_cast<std::uint16_t>(values[set] + power);
      }
    }
    return values;
  }();

  std::array<std::uint16_t, all_patterns> kind_{};
  std::array<Kinds, all_patterns> both_{};
  std::vector<Pattern> samples_;
};

}  // namespace quire
