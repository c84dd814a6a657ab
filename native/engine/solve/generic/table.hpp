// A table of what a search has learnt: fixed size, shared by threads without locks.
//
//   bucket = four entries = 64 bytes        entry = two words
//                                             word 0   key's first word ^ scramble(word 1)
//                                             word 1   key's second word | note
//
// Word 0 vouches for word 1: halves that two threads wrote, or that a checkpoint caught in between,
// do not fit together and count as nothing. Keys are kept whole, so two never pass for one another.
#pragma once

#include <array>
#include <atomic>
#include <optional>
#include <span>

#include "core/bits.hpp"
#include "engine/bucket_array.hpp"

namespace quire {

// `NoteBits`: how many of an entry's 128 bits are the caller's note; the rest hold the key. The
// note's lowest `WeightBits` say how much work the entry stands for: where there is no room the
// least goes. A note is never 0.
template <int NoteBits, int WeightBits>
class Table {
 public:
  static_assert(WeightBits < NoteBits && NoteBits < 64);
  static constexpr int key_bits = 128 - NoteBits;
  static constexpr Word note_mask = (Word{1} << NoteBits) - 1;

  struct Key {
    Word first = 0;
    Word second = 0;  // only 64 - NoteBits bits
    friend constexpr bool operator==(const Key&, const Key&) noexcept = default;
  };

  explicit Table(std::size_t bytes) : buckets_(bytes) {}

  // Before a question that may need this many bytes; no other thread may be using the table.
  void prepare(std::size_t bytes) noexcept {
    buckets_.grow(bytes, [](const Entry& entry) -> std::optional<Word> {
      if (entry.second == 0) return std::nullopt;
      return entry.first ^ scramble(entry.second);
    });
  }

  // The note under this key, 0: none.
  [[nodiscard]] Word find(const Key& key) const noexcept {
    const Key mixed = mix(key);
    for (const Entry& entry : buckets_.at(mixed.first)) {
      const Word second = load(entry.second);
      if ((second >> NoteBits) == mixed.second && second != 0 &&
          (load(entry.first) ^ scramble(second)) == mixed.first) {
        return second & note_mask;
      }
    }
    return 0;
  }
  // Has the entries of this key fetched, for a `find` soon after.
  void prefetch(const Key& key) const noexcept { __builtin_prefetch(&buckets_.at(mix(key).first)); }

  void put(const Key& key, Word note) noexcept {
    const Key mixed = mix(key);
    Entry* worst = nullptr;
    Word least = ~Word{0};
    for (Entry& entry : buckets_.at(mixed.first)) {
      const Word second = load(entry.second);
      const bool same = (second >> NoteBits) == mixed.second &&
                        (load(entry.first) ^ scramble(second)) == mixed.first;
      if (second == 0 || same) {
        worst = &entry;
        break;
      }
      if ((second & weight_mask) < least) {
        least = second & weight_mask;
        worst = &entry;
      }
    }
    const Word second = mixed.second << NoteBits | note;
    store(worst->second, second);
    store(worst->first, mixed.first ^ scramble(second));
  }

  // All of it, as it stands: to be saved, or filled from what was saved from a table of this size.
  [[nodiscard]] std::span<std::byte> bytes() noexcept { return buckets_.bytes(); }

 private:
  struct Entry {
    Word first, second;
  };
  static constexpr Word weight_mask = (Word{1} << WeightBits) - 1;

  [[nodiscard]] static constexpr Word scramble(Word x) noexcept {
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93U;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93U;
    return x ^ (x >> 32);
  }
  // One-to-one on keys, so that the bucket may come from any part of it.
  [[nodiscard]] static constexpr Key mix(Key key) noexcept {
    key.second ^= scramble(key.first) >> NoteBits;
    key.first ^= scramble(key.second + 0x9e3779b97f4a7c15U);
    return key;
  }
  [[nodiscard]] static Word load(const Word& word) noexcept {
    return std::atomic_ref(const_cast<Word&>(word)).load(std::memory_order_relaxed);
  }
  static void store(Word& word, Word value) noexcept {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
  }

  Growing<std::array<Entry, 4>> buckets_;
};

}  // namespace quire
