// What the solver of sos remembers: bounds of positions, in a fixed number of bytes, for any number
// of threads without locks.
//
//   an entry, 16 bytes      word 0   high half of the key, xor word 1
//                           word 1   |63 ... 59|58 ... 56|55 ... 44|43 ... 32|31 ... 0|
//                                      effort     age      upper     lower     check
//
// A reader that meets two halves of different writes finds a word 0 that does not fit and takes the
// entry for another position's; so it does with bytes damaged on a disk. `check` is the low half of
// the key's low half: 96 of the key's 128 bits are compared.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/bucket_array.hpp"

namespace quire {

struct SosKey {
  std::uint64_t low = 0, high = 0;

  friend constexpr auto operator<=>(const SosKey&, const SosKey&) noexcept = default;
};

struct SosBounds {
  int lower = 0;
  int upper = 0;
};

class SosTable {
 public:
  static constexpr int most_bound = 2047;

  explicit SosTable(std::size_t memory) : buckets_(memory) {}

  // Before a question that may need this many bytes; no other thread may be using the table.
  // Entries of earlier questions give way to those of this one first.
  void prepare(std::size_t bytes) noexcept {
    age_ = (age_ + 1) & age_mask;
    buckets_.grow(bytes, [](const Entry& entry) -> std::optional<std::uint64_t> {
      if (entry.data == 0) return std::nullopt;
      return entry.key ^ entry.data;
    });
  }

  [[nodiscard]] std::optional<SosBounds> find(const SosKey& key) const noexcept {
    for (Entry& entry : bucket(key)) {
      const std::uint64_t data = load(entry.data);
      if (is(key, load(entry.key), data)) {
        return SosBounds{bound_at<lower_at>(data), bound_at<upper_at>(data)};
      }
    }
    return std::nullopt;
  }

  // `effort`: the nodes that the bounds took, so that what is dear stays longest.
  void store(const SosKey& key, const SosBounds& bounds, std::uint64_t effort) noexcept {
    Entry* place = nullptr;
    unsigned least = ~0U;
    for (Entry& entry : bucket(key)) {
      const std::uint64_t data = load(entry.data);
      if (data == 0 || is(key, load(entry.key), data)) {
        place = &entry;
        break;
      }
      const auto worth = static_cast<unsigned>(data >> effort_at);
      const bool fresh = ((data >> age_at) & age_mask) == age_;
      if (worth + (fresh ? 64U : 0U) < least) {
        least = worth + (fresh ? 64U : 0U);
        place = &entry;
      }
    }
    const auto digits = static_cast<std::uint64_t>(
        std::bit_width(std::clamp<std::uint64_t>(effort, 1, most_effort)));
    const std::uint64_t data = static_cast<std::uint32_t>(key.low) | bits<lower_at>(bounds.lower) |
                               bits<upper_at>(bounds.upper) | std::uint64_t{age_} << age_at |
                               digits << effort_at;
    save(place->key, key.high ^ data);
    save(place->data, data);
  }

  // All of it, to be kept on a disk and put back into a table of as many bytes.
  [[nodiscard]] std::span<std::byte> bytes() noexcept { return buckets_.bytes(); }

 private:
  struct Entry {
    std::uint64_t key, data;
  };
  using Bucket = std::array<Entry, 4>;

  static constexpr unsigned lower_at = 32, upper_at = 44, age_at = 56, effort_at = 59;
  static constexpr unsigned age_mask = 7;
  static constexpr std::uint64_t most_effort = 0x7fffffff;

  // The words are written and read by threads at once, one by one.
  [[nodiscard]] static std::uint64_t load(std::uint64_t& word) noexcept {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
  }
  static void save(std::uint64_t& word, std::uint64_t value) noexcept {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
  }
  // Every entry has an effort, so that no data are 0 but those of an empty place.
  [[nodiscard]] static bool is(const SosKey& key, std::uint64_t word, std::uint64_t data) noexcept {
    return (word ^ data) == key.high && data != 0 &&
           static_cast<std::uint32_t>(data) == static_cast<std::uint32_t>(key.low);
  }
  // Bounds take 12 bits each, sign included.
  template <unsigned At>
  [[nodiscard]] static std::uint64_t bits(int bound) noexcept {
    return (static_cast<std::uint64_t>(bound) & 0xfffU) << At;
  }
  template <unsigned At>
  [[nodiscard]] static int bound_at(std::uint64_t data) noexcept {
    return static_cast<int>(static_cast<std::int64_t>(data << (52 - At)) >> 52);
  }
  [[nodiscard]] Bucket& bucket(const SosKey& key) const noexcept { return buckets_.at(key.high); }

  Growing<Bucket> buckets_;
  unsigned age_ = 0;
};

}  // namespace quire
