// The tree of a Monte Carlo search: blocks in an arena.
//
// A block holds all moves of one position. Selection reads the score of every move, so the scores
// are adjacent; the rest is read for one move only, so each entry is kept together:
//
//   | count, opened | score score score ... | entry entry entry ... | later later ... |
//     16 bytes        8 bytes each            16                      8, for RAVE only
//
//   score | mean: 4 bytes | spread: 4 bytes |
//   entry | tally: 8 bytes | below: 4 bytes | move: 2 bytes | proof: 1 | prior: 1 |
//   tally | visits: 28 bits | sum of rewards: 36 bits |     for the player who makes the move
//
// The move with the largest mean + weight * spread is selected. Moves are tried in order; those
// from `opened` on never were. Everything that one thread may write while another reads is atomic.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include "core/huge_pages.hpp"
#include "engine/mcts/reward.hpp"

namespace quire::mcts {

struct Tally {
  std::uint64_t word = 0;

  static constexpr int sum_bits = 36;
  static constexpr std::uint64_t visit = std::uint64_t{1} << sum_bits;
  static constexpr std::uint64_t max_visits = (std::uint64_t{1} << (64 - sum_bits)) - 1;
  static_assert((max_visits + 1) * full < visit);

  [[nodiscard]] constexpr std::uint32_t visits() const noexcept {
    return static_cast<std::uint32_t>(word >> sum_bits);
  }
  [[nodiscard]] constexpr std::uint64_t sum() const noexcept { return word & (visit - 1); }
  // The average reward, 0 to 1, of a move that was tried.
  [[nodiscard]] constexpr float mean() const noexcept {
    // Through signed numbers, which processors convert in one instruction.
    return static_cast<float>(static_cast<std::int64_t>(sum())) /
           static_cast<float>(static_cast<std::int64_t>(full) * visits());
  }
};

// Raises a shared number to at least this value.
template <class Number>
void raise(std::atomic<Number>& shared, Number least) noexcept {
  Number before = shared.load(std::memory_order_relaxed);
  while (before < least &&
         !shared.compare_exchange_weak(before, least, std::memory_order_relaxed)) {}
}

// The offset of a block in its arena, in units of 16 bytes.
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

// What selection reads: one word, so that no thread reads half of a change.
struct Score {
  static constexpr float never = -1e9F;  // the mean of a move that must not be selected

  float mean = never;
  float spread = 0;
};

// A view of one block; copying it copies no moves.
class Block {
 public:
  static constexpr std::size_t unit = 16;
  static constexpr std::size_t lanes = 4;  // how many scores are compared at once

  [[nodiscard]] static constexpr std::size_t bytes(int count, bool later) noexcept {
    const auto n = static_cast<std::size_t>(count);
    return (unit + 8 * padded(n) + (later ? 24 : 16) * n + unit - 1) / unit * unit;
  }
  // Makes a block, its moves not yet set, in raw memory of bytes(count, later).
  [[nodiscard]] static Block make(std::byte* at, int count, bool later) noexcept {
    const auto n = static_cast<std::size_t>(count);
    new (at) Head{static_cast<std::uint16_t>(count), later, {}};
    const Block block(at);
    std::uninitialized_fill_n(block.scores(), padded(n), std::bit_cast<std::uint64_t>(Score{}));
    std::uninitialized_value_construct_n(&block.entry(0), n);
    if (later) std::uninitialized_value_construct_n(&block.later_word(0), n);
    return block;
  }
  explicit Block(std::byte* at) noexcept : at_(at), count_(head().count) {}

  // Copies a block with the same number of moves, including its references to other blocks.
  void copy(Block other) const noexcept {
    opened() = other.opened().load(std::memory_order_relaxed);
    for (int i = 0; i < count(); ++i) {
      set_score(i, other.score(i));
      const Entry& from = other.entry(i);
      Entry& to = entry(i);
      to.tally_word.store(from.tally().word, std::memory_order_relaxed);
      to.below.store(from.below.load(std::memory_order_acquire), std::memory_order_relaxed);
      to.move = from.move;
      to.proof_word.store(from.proof(), std::memory_order_relaxed);
      to.prior = from.prior;
      if (keeps_later()) later_word(i) = other.later_word(i).load(std::memory_order_relaxed);
    }
  }

  [[nodiscard]] std::size_t units() const noexcept { return bytes(count(), keeps_later()) / unit; }
  [[nodiscard]] int count() const noexcept { return count_; }
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

  [[nodiscard]] std::uint64_t score_word(int i) const noexcept {
    return scores()[i].load(std::memory_order_relaxed);
  }
  [[nodiscard]] Score score(int i) const noexcept { return std::bit_cast<Score>(score_word(i)); }
  void set_score(int i, Score score) const noexcept {
    scores()[i].store(std::bit_cast<std::uint64_t>(score), std::memory_order_relaxed);
  }
  void prove(int i, Proof proof) const noexcept {
    entry(i).proof_word.store(proof, std::memory_order_relaxed);
    // A lost move is not selected again while there is another.
    const float mean = proof == Proof::loss
                           ? Score::never
                           : static_cast<float>(reward(proof)) / static_cast<float>(full);
    set_score(i, {mean, 0});
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
  [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(count_); }
  [[nodiscard]] std::atomic<std::uint64_t>* scores() const noexcept {
    return field<std::atomic<std::uint64_t>>(unit);
  }
  template <class T>
  [[nodiscard]] T* field(std::size_t offset) const noexcept {
    return std::launder(reinterpret_cast<T*>(at_ + offset));
  }

  std::byte* at_;
  int count_;  // cached, because other threads write next to the head
};

struct Choice {
  int child;
  float score;
};

// The first move with the largest mean + weight * spread among the first `count`.
[[nodiscard]] inline Choice best_of(Block block, int count, float weight) noexcept {
  using Floats [[gnu::vector_size(Block::unit)]] = float;
  using Ints [[gnu::vector_size(Block::unit)]] = std::int32_t;
  using Words [[gnu::vector_size(Block::unit)]] = std::uint64_t;
  Floats best{Score::never, Score::never, Score::never, Score::never};
  Ints at{0, 1, 2, 3}, here = at;
  for (int i = 0; i < count; i += static_cast<int>(Block::lanes), here += 4) {
    const auto two = [&](int j) {
      return std::bit_cast<Floats>(Words{block.score_word(j), block.score_word(j + 1)});
    };
    const Floats low = two(i), high = two(i + 2);
    const Floats mean = __builtin_shufflevector(low, high, 0, 2, 4, 6);
    const Floats spread = __builtin_shufflevector(low, high, 1, 3, 5, 7);
    const Floats score = mean + weight * spread;
    const Ints better = score > best;
    best = better ? score : best;
    at = better ? here : at;
  }
  // Compared as integers, which gives the same order without a branch.
  const auto key = [&](int lane) {
    return std::int64_t{std::bit_cast<std::int32_t>(best[lane])} * (std::int64_t{1} << 32) -
           at[lane];
  };
  const std::int64_t most = std::max(std::max(key(0), key(1)), std::max(key(2), key(3)));
  const auto child = static_cast<std::int32_t>(static_cast<std::uint32_t>(-most));
  return {child, std::bit_cast<float>(static_cast<std::int32_t>((most + child) >> 32))};
}

// Memory for blocks, allocated from the front; the system provides it on first use.
class Arena {
 public:
  explicit Arena(std::size_t bytes)
      : units_(std::min(bytes / Block::unit, max_units)),
        memory_(units_ * Block::unit, Use::in_order) {}

  void clear() noexcept { used_.store(first, std::memory_order_relaxed); }
  // The place of a new block, or no_block if the arena is full. Thread-safe.
  [[nodiscard]] Place make(int count, bool later) noexcept {
    return made(take(Block::bytes(count, later) / Block::unit), count, later);
  }
  // A part of the arena that one thread fills: threads that touch the same new page wait for it.
  struct Stretch {
    std::size_t next = 0, end = 0;
  };
  // The same from a thread's own stretch, or from a new one if that is full.
  [[nodiscard]] Place make(int count, bool later, Stretch& own) noexcept {
    const std::size_t units = Block::bytes(count, later) / Block::unit;
    if (own.end - own.next < units) {
      const std::size_t enough = std::max(units, units_ / 64);
      const std::size_t at = take(enough);
      if (at == no_block) return make(count, later);
      own = {at, at + enough};
    }
    return made(std::exchange(own.next, own.next + units), count, later);
  }
  [[nodiscard]] Block operator[](Place place) const noexcept {
    return Block(&memory_[std::size_t{place} * Block::unit]);
  }
  [[nodiscard]] std::size_t used() const noexcept {
    return std::min(used_.load(std::memory_order_relaxed), units_);
  }

  static constexpr std::size_t first = 2;  // 0 and 1 have other meanings

 private:
  // Reserves this many units; no_block if there are not enough left.
  [[nodiscard]] std::size_t take(std::size_t units) noexcept {
    if (used_.load(std::memory_order_relaxed) + units > units_) return no_block;
    const std::size_t at = used_.fetch_add(units, std::memory_order_relaxed);
    return at + units > units_ ? no_block : at;
  }
  [[nodiscard]] Place made(std::size_t at, int count, bool later) noexcept {
    if (at != no_block) (void)Block::make(&memory_[at * Block::unit], count, later);
    return static_cast<Place>(at);
  }

  static constexpr std::size_t max_units = std::numeric_limits<Place>::max();
  static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= Block::unit);

  std::size_t units_;
  HugePages<std::byte> memory_;
  std::atomic<std::size_t> used_{first};
};

}  // namespace quire::mcts
