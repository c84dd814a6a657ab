// A hash table that grows in place: small searches touch few buckets, and untouched memory costs
// nothing.
//
// A bucket is found by a hash modulo the power of two at or above the number of buckets in use, or
// half of that where there is no such bucket. When the number grows, every entry either stays or
// moves to a bucket that was unused: a larger search keeps what smaller ones found.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <utility>

#include "core/huge_pages.hpp"

namespace quire {

// `Bucket`: an array of entries, all zero if it is empty.
template <class Bucket>
class BucketArray {
 public:
  explicit BucketArray(std::size_t bytes)
      : buckets_(std::max<std::size_t>(bytes / sizeof(Bucket), 1), Use::at_random) {}

  // Uses at least this many bytes from now on, as far as there are; no other thread may be using
  // the array. `hash_of(entry)` is empty for an empty entry.
  template <class HashOf>
  void grow(std::uint64_t bytes, const HashOf& hash_of) noexcept {
    const std::size_t wanted = static_cast<std::size_t>(
        std::clamp<std::uint64_t>(bytes / sizeof(Bucket), 1, buckets_.size()));
    if (wanted <= used_) return;
    const std::size_t before = std::exchange(used_, wanted);
    mask_ = std::bit_ceil(used_) - 1;
    for (std::size_t i = 0; i < before; ++i) {
      for (std::size_t slot = 0; slot < buckets_[i].size(); ++slot) {
        auto& entry = buckets_[i][slot];
        const std::optional<std::uint64_t> hash = hash_of(entry);
        if (!hash) continue;
        const std::size_t place = place_of(*hash);
        if (place != i) buckets_[place][slot] = std::exchange(entry, {});
      }
    }
  }

  [[nodiscard]] Bucket& at(std::uint64_t hash) const noexcept { return buckets_[place_of(hash)]; }

  // The whole memory, in use or not.
  [[nodiscard]] std::span<std::byte> bytes() noexcept {
    return std::as_writable_bytes(buckets_.all());
  }

 private:
  [[nodiscard]] std::size_t place_of(std::uint64_t hash) const noexcept {
    const auto place = static_cast<std::size_t>(hash) & mask_;
    return place < used_ ? place : place & (mask_ >> 1U);
  }

  HugePages<Bucket> buckets_;
  std::size_t used_ = 1;
  std::size_t mask_ = 0;
};

}  // namespace quire
