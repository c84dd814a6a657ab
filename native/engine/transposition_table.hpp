// The transposition table of every search and solver: fixed size, shared by threads without locks.
//
//   bucket = four entries = 64 bytes        entry = two words
//                                             check   64 bits of the key ^ seal(data)
//                                             data    the rest of the key | what is stored
//
// Two threads may write the same entry at once, and a checkpoint may catch one half-written: then
// `check` does not fit `data`, and the entry counts as another position's.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/bucket_array.hpp"

namespace quire {

// A key as it is stored: `check` chooses the bucket as well, `tag` is part of the data.
struct TableKey {
  std::uint64_t check = 0;
  std::uint64_t tag = 0;
};

// `Entry` says what the data of an entry are; all 0 means empty:
//   Key, Value, Found           Found{} if there is no entry
//   TableKey split(Key)         the tag lies within `tag_mask`
//   seal(data)                  mixed into `check`
//   pack(Value, generation)     the data without the tag
//   unpack(data) -> Found
//   worth(data, generation)     in a full bucket the entry with the least is replaced
//   generation_mask             how many searches back an entry can be told from a new one
template <class Entry>
class TranspositionTable {
 public:
  using Key = typename Entry::Key;
  using Value = typename Entry::Value;
  using Found = typename Entry::Found;

  // Takes at most this many bytes, and at least one bucket.
  explicit TranspositionTable(std::size_t bytes) : buckets_(bytes) {}

  // Uses at least this many bytes from now on, as far as there are; no other thread may be using
  // the table.
  void prepare(std::uint64_t bytes) noexcept {
    buckets_.grow(bytes, [](const Slot& slot) -> std::optional<std::uint64_t> {
      if (slot.data == 0) return std::nullopt;
      return slot.check ^ Entry::seal(slot.data);
    });
  }

  // Entries of earlier searches are replaced first.
  void new_search() noexcept { generation_ = (generation_ + 1) & Entry::generation_mask; }

  [[nodiscard]] Found find(const Key& key) const noexcept {
    const TableKey split = Entry::split(key);
    for (Slot& slot : buckets_.at(split.check)) {
      const std::uint64_t data = load(slot.data);
      if (data != 0 && matches(split, slot, data)) return Entry::unpack(data);
    }
    return {};
  }

  void put(const Key& key, const Value& value) noexcept {
    const TableKey split = Entry::split(key);
    Slot* place = nullptr;
    unsigned least = ~0U;
    for (Slot& slot : buckets_.at(split.check)) {
      const std::uint64_t data = load(slot.data);
      if (data == 0 || matches(split, slot, data)) {
        place = &slot;
        break;
      }
      if (const unsigned worth = Entry::worth(data, generation_); worth < least) {
        least = worth;
        place = &slot;
      }
    }
    const std::uint64_t data = split.tag | Entry::pack(value, generation_);
    store(place->data, data);
    store(place->check, split.check ^ Entry::seal(data));
  }

  // Fetches the bucket of this key into the cache, for a `find` soon after.
  void prefetch(const Key& key) const noexcept {
    __builtin_prefetch(&buckets_.at(Entry::split(key).check));
  }

  // The whole table: to be saved, or filled with the bytes of a table of the same size.
  [[nodiscard]] std::span<std::byte> bytes() noexcept { return buckets_.bytes(); }

 private:
  struct Slot {
    std::uint64_t check, data;
  };

  [[nodiscard]] static bool matches(const TableKey& key, Slot& slot, std::uint64_t data) noexcept {
    return (data & Entry::tag_mask) == key.tag &&
           (load(slot.check) ^ Entry::seal(data)) == key.check;
  }
  [[nodiscard]] static std::uint64_t load(std::uint64_t& word) noexcept {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
  }
  static void store(std::uint64_t& word, std::uint64_t value) noexcept {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
  }

  BucketArray<std::array<Slot, 4>> buckets_;
  unsigned generation_ = 0;
};

}  // namespace quire
