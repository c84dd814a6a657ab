// The tree of a Monte Carlo search: blocks in an arena.
//
// A block holds all moves of one position. Choosing one looks at two numbers of every move, so
// those stand side by side; the rest is wanted of one move only, so all of that stands together:
//
//   | count, opened | mean mean mean ... | spread spread ... | entry entry ... | later later ... |
//     16 bytes        4 bytes each         4                   16                8, for RAVE only
//
//   entry | tally: 8 bytes | below: 4 bytes | move: 2 bytes | proof: 1 | prior: 1 |
//   tally | visits: 28 bits | sum of rewards: 36 bits |     for the player who makes the move
//
// A move is chosen by the largest mean + weight * spread. Moves are tried in the order in which
// they stand; those from `opened` on never were. Everything that a thread may write while another
// reads is atomic.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include "core/zeroed.hpp"
#include "engine/mcts_reward.hpp"

namespace quire::mcts {

struct Tally {
  std::uint64_t word = 0;

  static constexpr int sum_bits = 36;
  static constexpr std::uint64_t visit = std::uint64_t{1} << sum_bits;
  static constexpr std::uint64_t most_visits = (std::uint64_t{1} << (64 - sum_bits)) - 1;
  static_assert((most_visits + 1) * full < visit);

  [[nodiscard]] constexpr std::uint32_t visits() const noexcept {
    return static_cast<std::uint32_t>(word >> sum_bits);
  }
  [[nodiscard]] constexpr std::uint64_t sum() const noexcept { return word & (visit - 1); }
  // The average reward, 0 to 1, of a move that was tried.
  [[nodiscard]] constexpr float mean() const noexcept {
    // Through signed numbers, which processors convert at once.
    return static_cast<float>(static_cast<std::int64_t>(sum())) /
           static_cast<float>(static_cast<std::int64_t>(full) * visits());
  }
};

// Where a block stands in its arena, in units of 16 bytes.
using Place = std::uint32_t;
inline constexpr Place no_block = 0;
inline constexpr Place being_made = 1;

struct Entry {
  std::atomic<std::uint64_t> tally_word;
  std::atomic<Place> below;
  Move move;
  std::atomic<Proof> proof_word;
  std::uint8_t prior;

  [[nodiscard]] Tally tally() const noexcept {
    return {tally_word.load(std::memory_order_relaxed)};
  }
  [[nodiscard]] Proof proof() const noexcept { return proof_word.load(std::memory_order_relaxed); }
};
static_assert(sizeof(Entry) == 16);

// A view of one block; copying it copies no moves.
class Block {
 public:
  static constexpr std::size_t unit = 16;
  static constexpr std::size_t lanes = 4;  // scores are looked at so many at once
  static constexpr float never = -1e9F;    // the mean of a move that must not be chosen

  [[nodiscard]] static constexpr std::size_t bytes(int count, bool later) noexcept {
    const auto n = static_cast<std::size_t>(count);
    return (unit + 8 * padded(n) + (later ? 24 : 16) * n + unit - 1) / unit * unit;
  }
  // Makes a block, its moves not yet numbered, in raw memory of bytes(count, later).
  [[nodiscard]] static Block make(std::byte* at, int count, bool later) noexcept {
    const auto n = static_cast<std::size_t>(count);
    new (at) Head{static_cast<std::uint16_t>(count), later, {}};
    const Block block(at);
    std::uninitialized_fill_n(block.means(), padded(n), never);
    std::uninitialized_fill_n(block.spreads(), padded(n), 0.0F);
    std::uninitialized_value_construct_n(&block.entry(0), n);
    if (later) std::uninitialized_value_construct_n(&block.later_word(0), n);
    return block;
  }
  explicit Block(std::byte* at) noexcept : at_(at) {}

  // Takes over all that a block of as many moves holds, the places of other blocks as they are.
  void copy(Block other) const noexcept {
    opened() = other.opened().load(std::memory_order_relaxed);
    std::copy_n(other.means(), 2 * padded(size()), means());
    for (int i = 0; i < count(); ++i) {
      const Entry& from = other.entry(i);
      Entry& to = entry(i);
      to.tally_word.store(from.tally().word, std::memory_order_relaxed);
      to.below.store(from.below.load(std::memory_order_relaxed), std::memory_order_relaxed);
      to.move = from.move;
      to.proof_word.store(from.proof(), std::memory_order_relaxed);
      to.prior = from.prior;
      if (keeps_later()) later_word(i) = other.later_word(i).load(std::memory_order_relaxed);
    }
  }

  [[nodiscard]] std::size_t units() const noexcept { return bytes(count(), keeps_later()) / unit; }
  [[nodiscard]] int count() const noexcept { return head().count; }
  [[nodiscard]] bool keeps_later() const noexcept { return head().later; }
  [[nodiscard]] std::atomic<std::uint16_t>& opened() const noexcept { return head().opened; }
  [[nodiscard]] Entry& entry(int i) const noexcept {
    return field<Entry>(unit + 8 * padded(size()))[i];
  }
  [[nodiscard]] std::atomic<std::uint64_t>& later_word(int i) const noexcept {
    return field<std::atomic<std::uint64_t>>(unit + 8 * padded(size()) + 16 * size())[i];
  }

  [[nodiscard]] Tally later(int i) const noexcept {
    return {later_word(i).load(std::memory_order_relaxed)};
  }

  // Plain numbers, because a thread that is alone reads several at once.
  [[nodiscard]] float* means() const noexcept { return field<float>(unit); }
  [[nodiscard]] float* spreads() const noexcept { return means() + padded(size()); }
  void set_mean(int i, float mean) const noexcept {
    std::atomic_ref(means()[i]).store(mean, std::memory_order_relaxed);
  }
  void set_score(int i, float mean, float spread) const noexcept {
    set_mean(i, mean);
    std::atomic_ref(spreads()[i]).store(spread, std::memory_order_relaxed);
  }

 private:
  struct Head {
    std::uint16_t count;
    bool later;
    std::atomic<std::uint16_t> opened;
  };
  static_assert(sizeof(Head) <= unit && sizeof(float) * lanes == unit);

  [[nodiscard]] static constexpr std::size_t padded(std::size_t n) noexcept {
    return (n + lanes - 1) / lanes * lanes;
  }
  [[nodiscard]] Head& head() const noexcept { return *std::launder(reinterpret_cast<Head*>(at_)); }
  [[nodiscard]] std::size_t size() const noexcept { return head().count; }
  template <class T>
  [[nodiscard]] T* field(std::size_t offset) const noexcept {
    return std::launder(reinterpret_cast<T*>(at_ + offset));
  }

  std::byte* at_;
};

struct Choice {
  int child = 0;
  float score = Block::never;
};

// The first move with the largest mean + weight * spread among the first `count`.
[[nodiscard]] inline Choice best_of(Block block, int count, float weight) noexcept {
  using Floats [[gnu::vector_size(Block::unit)]] = float;
  using Ints [[gnu::vector_size(Block::unit)]] = std::int32_t;
  const float* means = block.means();
  const float* spreads = block.spreads();
  Floats best{Block::never, Block::never, Block::never, Block::never};
  Ints at{0, 1, 2, 3}, here = at;
  for (int i = 0; i < count; i += static_cast<int>(Block::lanes), here += 4) {
    Floats mean, spread;
    std::memcpy(&mean, means + i, sizeof mean);
    std::memcpy(&spread, spreads + i, sizeof spread);
    const Floats score = mean + weight * spread;
    const Ints better = score > best;
    best = better ? score : best;
    at = better ? here : at;
  }
  // As whole numbers scores compare alike, and none of this is left to a branch.
  const auto key = [&](int lane) {
    return std::int64_t{std::bit_cast<std::int32_t>(best[lane])} * (std::int64_t{1} << 32) -
           at[lane];
  };
  const std::int64_t most = std::max(std::max(key(0), key(1)), std::max(key(2), key(3)));
  const auto child = static_cast<std::int32_t>(static_cast<std::uint32_t>(-most));
  return {child, std::bit_cast<float>(static_cast<std::int32_t>((most + child) >> 32))};
}

// The same while other threads write the numbers.
[[nodiscard]] inline Choice best_of_shared(Block block, int count, float weight) noexcept {
  float* means = block.means();
  float* spreads = block.spreads();
  Choice best;
  for (int i = 0; i < count; ++i) {
    const float score = std::atomic_ref(means[i]).load(std::memory_order_relaxed) +
                        weight * std::atomic_ref(spreads[i]).load(std::memory_order_relaxed);
    if (score > best.score) best = {i, score};
  }
  return best;
}

// Memory for blocks, taken from the front; it is had from the system only as it is first used.
class Arena {
 public:
  explicit Arena(std::size_t bytes)
      : units_(std::min(bytes / Block::unit, most_units)),
        memory_(units_ * Block::unit, Use::in_order) {}

  void clear() noexcept { used_.store(first, std::memory_order_relaxed); }
  // The place of a new block, or no_block when the arena is full. Any thread may ask.
  [[nodiscard]] Place make(int count, bool later) noexcept {
    const std::size_t units = Block::bytes(count, later) / Block::unit;
    if (used_.load(std::memory_order_relaxed) + units > units_) return no_block;
    const std::size_t at = used_.fetch_add(units, std::memory_order_relaxed);
    if (at + units > units_) return no_block;
    (void)Block::make(&memory_[at * Block::unit], count, later);
    return static_cast<Place>(at);
  }
  [[nodiscard]] Block operator[](Place place) const noexcept {
    return Block(&memory_[std::size_t{place} * Block::unit]);
  }
  [[nodiscard]] std::size_t used() const noexcept {
    return std::min(used_.load(std::memory_order_relaxed), units_);
  }

  static constexpr std::size_t first = 2;  // 0 and 1 are no places

 private:
  static constexpr std::size_t most_units = std::numeric_limits<Place>::max();
  static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= Block::unit);

  std::size_t units_;
  Zeroed<std::byte> memory_;
  std::atomic<std::size_t> used_{first};
};

}  // namespace quire::mcts
