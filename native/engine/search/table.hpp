// A search's memory of positions: bounded, shared by its threads without locks.
//
//   an entry is two words:  data, and key ^ data   so that a torn pair of writes matches no key
//   data, from bit 0:  move 16 | score 24 | depth 8 | bound 2 | solid 1 | age 6
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/game.hpp"
#include "engine/bucket_array.hpp"

namespace quire {

using Score = std::int32_t;  // for the player to move

enum class Bound : std::uint8_t { none, at_least, at_most, equal };

struct Remembered {
  Move move = 0;
  Score score = 0;
  int depth = 0;
  Bound bound = Bound::none;
  bool solid = false;  // no estimate went into it: it holds at any depth
};

class SearchTable {
 public:
  // Takes at most `memory` bytes, and at least one bucket.
  explicit SearchTable(std::size_t memory) : buckets_(memory) {}

  // Before a question that may need this many bytes; no other thread may be using the table.
  void prepare(std::size_t bytes) noexcept {
    buckets_.grow(bytes, [](const Entry& entry) -> std::optional<std::uint64_t> {
      if (entry.data == 0) return std::nullopt;
      return entry.check ^ entry.data;
    });
  }

  // Entries from before this are replaced first.
  void new_search() noexcept { age_ = (age_ + 1) & 63U; }

  // `bound` is none if nothing is known of the key.
  [[nodiscard]] Remembered find(std::uint64_t key) const noexcept {
    for (Entry& entry : buckets_.at(key)) {
      const std::uint64_t data = load(entry.data);
      if ((load(entry.check) ^ data) == key && data != 0) {
        return unpacked(data);
      }
    }
    return {};
  }

  void keep(std::uint64_t key, const Remembered& it) noexcept {
    Bucket& bucket = buckets_.at(key);
    Entry* worst = bucket.data();
    int least = 1 << 20;
    for (Entry& entry : bucket) {
      const std::uint64_t data = load(entry.data);
      if (data == 0 || (load(entry.check) ^ data) == key) {
        worst = &entry;
        break;
      }
      const Remembered old = unpacked(data);
      const int worth = (data >> 57U) == age_ ? 512 + old.depth : old.depth;
      if (worth < least) {
        least = worth;
        worst = &entry;
      }
    }
    const std::uint64_t data = packed(it);
    std::atomic_ref(worst->data).store(data, std::memory_order_relaxed);
    std::atomic_ref(worst->check).store(key ^ data, std::memory_order_relaxed);
  }

 private:
  struct Entry {
    std::uint64_t data, check;
  };
  using Bucket = std::array<Entry, 4>;

  [[nodiscard]] static std::uint64_t load(std::uint64_t& word) noexcept {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t packed(const Remembered& it) const noexcept {
    return std::uint64_t{it.move} |
           (static_cast<std::uint64_t>(static_cast<std::uint32_t>(it.score)) & 0xffffffU) << 16U |
           static_cast<std::uint64_t>(it.depth & 255) << 40U |
           static_cast<std::uint64_t>(it.bound) << 48U |
           static_cast<std::uint64_t>(it.solid) << 50U | age_ << 57U;
  }
  [[nodiscard]] static Remembered unpacked(std::uint64_t data) noexcept {
    const auto score = static_cast<std::uint32_t>((data >> 16U) & 0xffffffU);
    return {static_cast<Move>(data & 0xffffU), static_cast<Score>(score << 8U) >> 8,
            static_cast<int>((data >> 40U) & 255U), static_cast<Bound>((data >> 48U) & 3U),
            ((data >> 50U) & 1U) != 0};
  }

  Growing<Bucket> buckets_;
  std::uint64_t age_ = 0;
};

}  // namespace quire
