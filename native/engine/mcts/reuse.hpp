// Tree reuse: keeps the part of a tree below the new position.
#pragma once

#include <optional>
#include <string>

#include "engine/limits.hpp"
#include "engine/mcts/tree.hpp"

namespace quire::mcts {

// Finds a later position below an earlier one. Assumes that marks are only ever added to a board: a
// move can lead to the wanted position only if it is no longer legal there and its mark is there.
// Where that does not hold, the position may not be found, and the search starts a new tree.
template <Position P>
class Finder {
 public:
  Finder(const Arena& arena, const P& wanted)
      : arena_(arena), wanted_(wanted), marks_(wanted.diagram().marks) {}

  // The entry whose move led to the wanted position, if the tree has it.
  [[nodiscard]] const Entry* find(const P& from, Block moves) {
    for (int i = 0; i < moves.count(); ++i) {
      const Entry& entry = moves.entry(i);
      if (entry.tally().visits() == 0 || wanted_.legal(entry.move)) continue;
      if (--positions_left_ < 0) return nullptr;
      P next = from;
      next.play(entry.move);
      if (next == wanted_) return &entry;
      const Place below = entry.below.load(std::memory_order_relaxed);
      if (below == no_block || next.over() || !part_of_wanted(next)) continue;
      if (const Entry* found = find(next, arena_[below])) return found;
    }
    return nullptr;
  }

 private:
  [[nodiscard]] bool part_of_wanted(const P& position) const {
    const std::string here = position.diagram().marks;
    return std::equal(here.begin(), here.end(), marks_.begin(), marks_.end(),
                      [](char a, char b) { return a == '.' || a == b; });
  }

  const Arena& arena_;
  const P& wanted_;
  std::string marks_;
  int positions_left_ = 2000;  // positions to visit: many move orders may lead there
};

// Copies a block and all below it into an arena that has only its first block, below its single
// entry. Breadth-first: what the budget or the memory does not allow is left out.
inline void copy_below(const Arena& from, Place top, Arena& to, Budget& budget) noexcept {
  const auto copied = [&](Place place) {
    const Block old = from[place];
    const Place made = to.make(old.count(), old.keeps_later());
    if (made != no_block) to[made].copy(old);
    return made;
  };
  to[Arena::first].entry(0).below.store(copied(top), std::memory_order_relaxed);
  std::size_t at = Arena::first + to[Arena::first].units();
  for (unsigned blocks = 0; at < to.used(); ++blocks) {
    if (blocks % 1024 == 0) (void)ThreadBudget(budget);  // checks the clock
    const Block block = to[static_cast<Place>(at)];
    for (int i = 0; i < block.count(); ++i) {
      auto& below = block.entry(i).below;
      const Place old = below.load(std::memory_order_relaxed);
      if (old == no_block) continue;
      below.store(budget.stopped() ? no_block : copied(old), std::memory_order_relaxed);
    }
    at += block.units();
  }
}

}  // namespace quire::mcts
