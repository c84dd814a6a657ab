// Which search plays positions of a kind: alpha-beta, unless a game has its own.
//
// A search is constructed with SearchSettings. It searches one position at a time and keeps its
// table:   SearchResult think(const P&, Budget&);
#pragma once

#include "engine/search/search.hpp"

namespace quire {

template <Position P>
struct SearchFor {
  using type = Search<P>;
};
template <Position P>
using SearchOf = typename SearchFor<P>::type;

}  // namespace quire
