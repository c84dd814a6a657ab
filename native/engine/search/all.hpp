// Which search plays which kind of position. A search thinks about one
// position at a time, and keeps what it learnt:   Thought think(const P&, Budget&);
#pragma once

#include "engine/search/extreme_heuristics.hpp"
#include "engine/search/search.hpp"
#include "engine/search/sos_search.hpp"
#include "games/all.hpp"

namespace quire {

template <class P>
struct SearchFor {
  using type = Search<P>;
};
template <int Words>
struct SearchFor<SosPosition<Words>> {
  using type = SosSearch<Words>;
};
template <Position P>
using SearchOf = typename SearchFor<P>::type;

}  // namespace quire
