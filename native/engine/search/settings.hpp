// The settings of a search.
#pragma once

#include <cstddef>
#include <cstdint>

namespace quire {

struct SearchSettings {
  std::uint64_t seed = 0;           // breaks ties between moves
  std::size_t memory = 32U << 20U;  // bytes for the table
  bool every_move = false;          // an exact value for every move, not a bound for most
};

}  // namespace quire
