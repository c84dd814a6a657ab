// Which search plays which kind of position. A search thinks about one
// position at a time, and keeps what it learnt:   Thought think(const P&, Budget&);
#pragma once

#include "engine/extreme_search.hpp"
#include "engine/search.hpp"
#include "engine/sos_search.hpp"
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
template <>
struct SearchFor<ExtremePosition> {
  using type = ExtremeSearch;
};
template <Position P>
using SearchOf = typename SearchFor<P>::type;

}  // namespace quire
