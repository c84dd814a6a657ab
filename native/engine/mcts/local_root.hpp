// One thread's copy of a block that all threads pass: writing to the same memory at every walk,
// they would wait for each other. Each counts in its copy, and they exchange what is new now and
// then.
#pragma once

#include <vector>

#include "engine/mcts/tree.hpp"

namespace quire::mcts {

class OwnCopy {
 public:
  // `mine` holds as many moves as `all` and is for this thread alone.
  OwnCopy(Block all, Block mine) : all_(all), mine_(mine) {
    mine.copy(all);
    for (int i = 0; i < all.count(); ++i) {
      told_.push_back({mine.entry(i).tally().word, later(mine, i)});
    }
  }

  [[nodiscard]] Block all() const noexcept { return all_; }
  [[nodiscard]] Block mine() const noexcept { return mine_; }

  // Tells the others what is new here and takes over what they told. `refresh` brings a move's
  // score up to date.
  template <class Refresh>
  void exchange(const Refresh& refresh) {
    raise(all_.opened(), mine_.opened().load(relaxed));
    mine_.opened().store(all_.opened().load(relaxed), relaxed);
    for (int i = 0; i < all_.count(); ++i) {
      Told& told = told_[static_cast<std::size_t>(i)];
      Entry& mine = mine_.entry(i);
      exchange(all_.entry(i).tally_word, mine.tally_word, told.tally);
      if (mine_.keeps_later()) exchange(all_.later_word(i), mine_.later_word(i), told.later);
      const Proof proof = std::max(mine.proof(), all_.entry(i).proof());
      if (proof != Proof::none) {
        mine_.prove(i, proof);
        all_.prove(i, proof);
      } else if (mine.tally().visits() > 0 || mine_.keeps_later()) {
        refresh(mine_, i);
        all_.set_score(i, mine_.score(i));
      }
    }
  }

 private:
  static constexpr auto relaxed = std::memory_order_relaxed;
  struct Told {  // words as they were when all knew the same
    std::uint64_t tally, later;
  };

  [[nodiscard]] static std::uint64_t later(Block block, int i) noexcept {
    return block.keeps_later() ? block.later(i).word : 0;
  }
  // Words only grow by what is added to them, so that a difference is news.
  static void exchange(std::atomic<std::uint64_t>& all, std::atomic<std::uint64_t>& mine,
                       std::uint64_t& told) noexcept {
    const std::uint64_t news = mine.load(relaxed) - told;
    told = news == 0 ? all.load(relaxed) : all.fetch_add(news, relaxed) + news;
    mine.store(told, relaxed);
  }

  Block all_, mine_;
  std::vector<Told> told_;
};

}  // namespace quire::mcts
