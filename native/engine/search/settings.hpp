// What a search is told when it is made.
#pragma once

#include <cstddef>
#include <cstdint>

namespace quire {

struct SearchSettings {
  std::uint64_t seed = 0;           // decides between moves that look equal
  std::size_t memory = 32U << 20U;  // bytes for the table
  bool every_move = false;          // a proper value for every move, not a bound for most
};

}  // namespace quire
