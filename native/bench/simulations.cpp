// One tree search of extreme from its start, for a profiler:
//   c++ -std=c++20 -O3 -g -I native native/bench/simulations.cpp -o build/simulations
//   valgrind --tool=callgrind build/simulations 50000
#include <cstdlib>
#include <iostream>

#include "engine/mcts/mcts.hpp"
#include "engine/specialisations.hpp"

int main(int count, char** arguments) {
  using namespace quire;
  using P = ExtremePosition;
  Limits limits;
  limits.nodes = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 50'000;
  Budget budget(limits);
  Mcts<P> engine(1, std::size_t{256} << 20, mcts::settings_for<P>(2, false));
  const SearchResult result = engine.think(P::start({}), budget);
  std::cout << budget.nodes() << " simulations in " << budget.seconds() << " s, "
            << Extreme::move({}, result.candidates.front().move) << '\n';
}
