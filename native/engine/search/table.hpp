// What an alpha-beta search stores of a position: a bound of its score and the best move.
//
//   data, from bit 0:  move 16 | score 24 | depth 8 | bound 2 | solid 1 | unused 6 | generation 6
#pragma once

#include "core/game.hpp"
#include "engine/transposition_table.hpp"

namespace quire {

using Score = std::int32_t;  // for the player to move

enum class Bound : std::uint8_t { none, at_least, at_most, equal };

struct TableEntry {
  Move move = 0;
  Score score = 0;
  int depth = 0;
  Bound bound = Bound::none;  // none: there is no entry
  bool solid = false;         // no estimate went into it: it holds at any depth
};

struct SearchEntry {
  using Key = std::uint64_t;
  using Value = TableEntry;
  using Found = TableEntry;
  static constexpr std::uint64_t tag_mask = 0;
  static constexpr unsigned generation_mask = 63;

  [[nodiscard]] static TableKey split(std::uint64_t key) noexcept { return {key, 0}; }
  [[nodiscard]] static std::uint64_t seal(std::uint64_t data) noexcept { return data; }
  [[nodiscard]] static unsigned worth(std::uint64_t data, unsigned generation) noexcept {
    return depth_of(data) + ((data >> generation_at) == generation ? 512U : 0U);
  }
  [[nodiscard]] static std::uint64_t pack(const Value& it, unsigned generation) noexcept {
    return std::uint64_t{it.move} |
           (static_cast<std::uint64_t>(static_cast<std::uint32_t>(it.score)) & 0xffffffU) << 16U |
           static_cast<std::uint64_t>(it.depth & 255) << 40U |
           static_cast<std::uint64_t>(it.bound) << 48U |
           static_cast<std::uint64_t>(it.solid) << 50U | std::uint64_t{generation} << generation_at;
  }
  [[nodiscard]] static Found unpack(std::uint64_t data) noexcept {
    const auto score = static_cast<std::uint32_t>((data >> 16U) & 0xffffffU);
    return {static_cast<Move>(data & 0xffffU), static_cast<Score>(score << 8U) >> 8,
            static_cast<int>(depth_of(data)), static_cast<Bound>((data >> 48U) & 3U),
            ((data >> 50U) & 1U) != 0};
  }

 private:
  static constexpr unsigned generation_at = 57;
  [[nodiscard]] static unsigned depth_of(std::uint64_t data) noexcept {
    return static_cast<unsigned>(data >> 40U) & 255U;
  }
};

using SearchTable = TranspositionTable<SearchEntry>;

}  // namespace quire
