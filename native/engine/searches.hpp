// Which search plays which kind of position. A search is made with SearchSettings, thinks about one
// position at a time, and keeps what it learnt:   Thought think(const P&, Budget&);
#pragma once

#include "engine/extreme_heuristics.hpp"
#include "engine/search.hpp"
#include "games/all.hpp"

namespace quire {

template <class P>
struct SearchFor {
  using type = Search<P>;
};
template <Position P>
using SearchOf = typename SearchFor<P>::type;

}  // namespace quire
