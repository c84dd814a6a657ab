// What the solver of sos remembers: bounds of positions, in a fixed number of bytes, for any number
// of threads without locks.
//
//   an entry, 16 bytes      word 0   high half of the key, xor word 1
//                           word 1   |63 ... 59|58 ... 56|55 ... 32|31 ... 16|15 ... 0|
//                                      effort     age      check     upper     lower
//
// A reader that meets two halves of different writes finds a word 0 that does not fit and takes the
// entry for another position's; so it does with bytes damaged on a disk. The place in the table
// tells the highest bits of the key's low half and `check` its lowest 24, so that a table of 2^20
// entries or more compares 106 of the key's 128 bits.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>

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
  explicit SosTable(std::size_t memory)
      : buckets_(std::max<std::size_t>(memory / sizeof(Bucket), 1)),
        // calloc, because pages that nobody has written to cost neither time nor memory.
        memory_(std::calloc(buckets_ + 1, sizeof(Bucket))) {
    if (memory_ == nullptr) throw std::bad_alloc();
    // A bucket is a cache line of most machines.
    void* start = memory_.get();
    std::size_t space = (buckets_ + 1) * sizeof(Bucket);
    first_ =
        static_cast<Bucket*>(std::align(sizeof(Bucket), buckets_ * sizeof(Bucket), start, space));
  }

  // Entries from before the last call give way to newer ones first.
  void grow_older() noexcept { age_ = (age_ + 1) & age_mask; }

  void prefetch(const SosKey& key) const noexcept { __builtin_prefetch(&bucket(key)); }

  [[nodiscard]] std::optional<SosBounds> find(const SosKey& key) const noexcept {
    for (Entry& entry : bucket(key)) {
      const std::uint64_t data = load(entry.data);
      if ((load(entry.key) ^ data) == key.high && data != 0 && fits(data, key)) {
        return SosBounds{lower_of(data), upper_of(data)};
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
      if (data == 0 || ((load(entry.key) ^ data) == key.high && fits(data, key))) {
        place = &entry;
        break;
      }
      const unsigned worth =
          ((data >> age_at) & age_mask) == age_ ? 64U + effort_of(data) : effort_of(data);
      if (worth < least) {
        least = worth;
        place = &entry;
      }
    }
    const std::uint64_t data = static_cast<std::uint16_t>(bounds.lower) |
                               std::uint64_t{static_cast<std::uint16_t>(bounds.upper)} << 16U |
                               (key.low & check_mask) << check_at | std::uint64_t{age_} << age_at |
                               std::uint64_t{static_cast<unsigned>(std::bit_width(
                                   std::clamp<std::uint64_t>(effort, 1, most_effort)))}
                                   << effort_at;
    save(place->key, key.high ^ data);
    save(place->data, data);
  }

  // All of it, to be kept on a disk and put back into a table of the same number of bytes.
  [[nodiscard]] std::span<std::byte> bytes() noexcept {
    return std::as_writable_bytes(std::span(first_, buckets_));
  }

 private:
  struct Entry {
    std::uint64_t key, data;
  };
  using Bucket = std::array<Entry, 4>;
  struct Free {
    void operator()(void* memory) const noexcept { std::free(memory); }
  };

  static constexpr unsigned check_at = 32, age_at = 56, effort_at = 59;
  static constexpr std::uint64_t check_mask = (1U << 24) - 1;
  static constexpr unsigned age_mask = 7;
  static constexpr std::uint64_t most_effort = 0x7fffffff;

  // The words are written and read by threads at once, one by one.
  [[nodiscard]] static std::uint64_t load(std::uint64_t& word) noexcept {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
  }
  static void save(std::uint64_t& word, std::uint64_t value) noexcept {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
  }
  [[nodiscard]] static bool fits(std::uint64_t data, const SosKey& key) noexcept {
    return (data >> check_at & check_mask) == (key.low & check_mask);
  }
  [[nodiscard]] static int lower_of(std::uint64_t data) noexcept {
    return static_cast<std::int16_t>(data);
  }
  [[nodiscard]] static int upper_of(std::uint64_t data) noexcept {
    return static_cast<std::int16_t>(data >> 16U);
  }
  [[nodiscard]] static unsigned effort_of(std::uint64_t data) noexcept {
    return static_cast<unsigned>(data >> effort_at);
  }
  [[nodiscard]] Bucket& bucket(const SosKey& key) const noexcept {
    // The product's high half spreads the keys over any number of buckets.
    const auto place = (key.low >> 32U) * static_cast<std::uint64_t>(buckets_) >> 32U;
    return first_[place];
  }

  std::size_t buckets_;
  std::unique_ptr<void, Free> memory_;
  Bucket* first_;  // within it
  unsigned age_ = 0;
};

}  // namespace quire
