// Eight levels for people: a level searches a fixed number of nodes, so that it plays the same on
// every machine, and overlooks moves as people do: it plays the best of those it noticed.
#pragma once

#include <cmath>

#include "core/hash.hpp"
#include "core/random.hpp"
#include "engine/players/champion.hpp"

namespace quire {

// What a game's profile says about a level. Without `search` the champion plays, by its plan.
struct LevelSettings {
  std::optional<SearchKind> search;
  ChampionPlan champion;
  std::uint64_t nodes = 0;  // per move, on boards with `measured_cells` and smaller ones
  double miss_rate = 0;     // how often it overlooks a move
  int measured_cells = 0;
};

// A node takes longer on a larger board: half as many on twice the cells. With fewer than the
// minimum a level would play at random.
[[nodiscard]] inline std::uint64_t level_nodes(std::uint64_t nodes, int measured_cells,
                                               int cells) noexcept {
  constexpr double least = 20;
  const double scaled = std::floor(static_cast<double>(nodes) * measured_cells / cells + 0.5);
  return std::min(nodes, static_cast<std::uint64_t>(std::max(scaled, least)));
}

// The seed of one move in a game with this seed: a move can be computed again on its own.
[[nodiscard]] inline std::uint64_t move_seed(std::uint64_t seed, std::uint64_t number) noexcept {
  Hasher hasher;
  hasher.add(seed);
  hasher.add(number);
  return hasher.value();
}

template <Position P>
class Level {
 public:
  // Bytes for each search and solver: more than any level fills, and little enough for a phone.
  static constexpr std::size_t memory = std::size_t{32} << 20U;

  Level(std::uint64_t seed, const LevelSettings& settings)
      : settings_(settings), random_(move_seed(seed, 0)) {
    if (settings.search) {
      searcher_.emplace(seed, memory, *settings.search);
    } else {
      champion_.emplace(seed, memory, settings.champion);
    }
  }

  // The moves that it notices, the best first.
  [[nodiscard]] SearchResult think(const P& position, Budget& budget,
                                   const std::optional<Known>& known = {}) {
    if (position.over()) return {};
    Limits limits = budget.share(1);
    const int cells = P::Game::cells(position.size());
    limits.nodes =
        std::min(limits.nodes, level_nodes(settings_.nodes, settings_.measured_cells, cells));
    Budget part(limits, budget);
    SearchResult seen =
        searcher_ ? searcher_->think(position, part) : champion_->think(position, part, known);
    if (settings_.miss_rate > 0) overlook(seen);
    return seen;
  }

 private:
  // Leaves at least one move. A level that misses moves proves nothing.
  void overlook(SearchResult& seen) {
    std::vector<Candidate> noticed;
    for (const Candidate& it : seen.candidates) {
      if (random_.next() * 0x1p-32 >= settings_.miss_rate) noticed.push_back(it);
    }
    if (noticed.empty()) {
      const int any = random_.below(static_cast<int>(seen.candidates.size()));
      noticed.push_back(seen.candidates[static_cast<std::size_t>(any)]);
    }
    for (Candidate& it : noticed) it.exact = false;
    const Move best = noticed.front().move;
    if (seen.line.empty() || seen.line.front() != best) seen.line = {best};
    seen.candidates = std::move(noticed);
  }

  LevelSettings settings_;
  Random random_;
  std::optional<Searcher<P>> searcher_;
  std::optional<Champion<P>> champion_;
};

}  // namespace quire
