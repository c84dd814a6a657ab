// What the solver of obstruction stores of a region: a note of some bits beside the whole key, so
// that two keys are never mistaken for each other.
#pragma once

#include "core/bits.hpp"
#include "engine/transposition_table.hpp"

namespace quire {

// `NoteBits`: how many of an entry's 128 bits are the note; the rest hold the key. The note's
// lowest `WeightBits` say how much work the entry stands for: in a full bucket the least is
// replaced. A note is never 0.
template <int NoteBits, int WeightBits>
struct NoteEntry {
  static_assert(WeightBits < NoteBits && NoteBits < 64);
  static constexpr int key_bits = 128 - NoteBits;
  static constexpr Word note_mask = (Word{1} << NoteBits) - 1;
  static constexpr Word tag_mask = ~note_mask;
  static constexpr unsigned generation_mask = 0;

  struct Key {
    Word first = 0;
    Word second = 0;  // only 64 - NoteBits bits
    friend constexpr bool operator==(const Key&, const Key&) noexcept = default;
  };
  using Value = Word;
  using Found = Word;  // 0: there is no entry

  // One-to-one on keys, so that the bucket may come from any part of it.
  [[nodiscard]] static constexpr TableKey split(Key key) noexcept {
    key.second ^= scramble(key.first) >> NoteBits;
    key.first ^= scramble(key.second + 0x9e3779b97f4a7c15U);
    return {key.first, key.second << NoteBits};
  }
  [[nodiscard]] static constexpr Word seal(Word data) noexcept { return scramble(data); }
  [[nodiscard]] static constexpr unsigned worth(Word data, unsigned) noexcept {
    return static_cast<unsigned>(data & ((Word{1} << WeightBits) - 1));
  }
  [[nodiscard]] static constexpr Word pack(Word note, unsigned) noexcept { return note; }
  [[nodiscard]] static constexpr Word unpack(Word data) noexcept { return data & note_mask; }

 private:
  [[nodiscard]] static constexpr Word scramble(Word x) noexcept {
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93U;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93U;
    return x ^ (x >> 32);
  }
};

}  // namespace quire
