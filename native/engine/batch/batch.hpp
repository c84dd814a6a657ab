// Many games at once, each at its own position; all operations use several threads.
//
// Results do not depend on the number of threads: every game has its own random numbers.
#pragma once

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "core/hash.hpp"
#include "core/thread_pool.hpp"
#include "engine/batch/encoding.hpp"
#include "engine/playout.hpp"

namespace quire {

template <Position P>
class Batch {
 public:
  static constexpr std::int64_t no_action = -1;

  // Uses all cores with 0 threads.
  Batch(std::vector<P> games, int threads)
      : games_(std::move(games)), threads_(threads > 0 ? threads : cores()) {}

  [[nodiscard]] std::size_t size() const noexcept { return games_.size(); }
  [[nodiscard]] P& operator[](std::size_t game) noexcept { return games_[game]; }
  [[nodiscard]] const std::vector<P>& games() const noexcept { return games_; }
  [[nodiscard]] int threads() const noexcept { return threads_; }

  // Plays an action in every game whose action is not `no_action`. Writes the payoffs of the games
  // that end, and 0 for all others. Throws IllegalMove, and then no game has changed.
  void step(const std::int64_t* actions, const Layout& layout, float* rewards, bool* ended) {
    require_legal_actions(actions, layout);
    for_each([&](std::size_t game) {
      float* const reward = rewards + game * static_cast<std::size_t>(layout.players);
      std::fill_n(reward, layout.players, 0.0F);
      ended[game] = false;
      if (actions[game] == no_action) return;
      games_[game].play(static_cast<Move>(actions[game]));
      if (!games_[game].over()) return;
      ended[game] = true;
      for_each_payoff(
          *games_[game].outcome(), layout.players,
          [&](std::size_t player, double payoff) { reward[player] = static_cast<float>(payoff); });
    });
  }

  // A random legal action for every game, and `no_action` for those that are over.
  void random_actions(std::uint64_t seed, std::int64_t* actions) {
    for_each([&](std::size_t game) {
      Random random(mixed(seed + game));
      actions[game] = games_[game].over() ? no_action : games_[game].random_move(random);
    });
  }

  // The mean payoffs of this many random games from each position. `stopped` is asked between
  // games; once it answers yes, the payoffs are worthless.
  template <class Stopped>
  void play_outs(long count, std::uint64_t seed, int players, float* payoffs, Stopped stopped) {
    for_each(
        [&](std::size_t game) {
          float* const sums = payoffs + game * static_cast<std::size_t>(players);
          std::fill_n(sums, players, 0.0F);
          Random random(mixed(seed + game));
          for (long played = 0; played < count && !stopped(); ++played) {
            P position = games_[game];
            play_out(position, random);
            for_each_payoff(*position.outcome(), players, [&](std::size_t player, double payoff) {
              sums[player] += static_cast<float>(payoff);
            });
          }
          for (int player = 0; player < players; ++player)
            sums[player] /= static_cast<float>(count);
        },
        1);
  }

  // Calls `work(game)` for every game, in several threads if there are many. Each takes the next
  // `chunk` games that nobody has taken.
  template <class Work>
  void for_each(const Work& work, std::size_t chunk = chunk_size) {
    const std::size_t chunks = (games_.size() + chunk - 1) / chunk;
    if (chunks <= 1 || threads_ == 1) {
      for (std::size_t game = 0; game < games_.size(); ++game) work(game);
      return;
    }
    std::atomic<std::size_t> next{0};
    const auto most = static_cast<std::size_t>(threads_);
    ThreadPool::shared().run(static_cast<int>(std::min(chunks, most)) - 1, [&] {
      for (std::size_t from; (from = next.fetch_add(chunk)) < games_.size();) {
        const std::size_t to = std::min(from + chunk, games_.size());
        for (std::size_t game = from; game < to; ++game) work(game);
      }
    });
  }

 private:
  // Waking another thread takes about as long as this many games take.
  static constexpr std::size_t chunk_size = 256;

  void require_legal_actions(const std::int64_t* actions, const Layout& layout) const {
    for (std::size_t game = 0; game < games_.size(); ++game) {
      const std::int64_t action = actions[game];
      if (action == no_action) continue;
      const bool exists = action >= 0 && action < layout.moves();
      if (exists && games_[game].legal(static_cast<Move>(action))) continue;
      throw IllegalMove("game " + std::to_string(game) +
                        " of the batch: " + why_illegal(games_[game], action, exists, layout));
    }
  }
  [[nodiscard]] static std::string why_illegal(const P& position, std::int64_t action, bool exists,
                                               const Layout& layout) {
    const std::string number = std::to_string(action);
    const auto size = position.size();
    if (!exists) {
      return "no action " + number + ": " + std::string(P::Game::key) + " " + size.text() +
             " has actions 0 to " + std::to_string(layout.moves() - 1);
    }
    const Move move = static_cast<Move>(action);
    return "action " + number + " (" + P::Game::move(size, move) +
           ") is not legal: " + position.why_illegal(move) +
           (position.over() ? "; reset it, or leave it as it is with action -1" : "");
  }

  [[nodiscard]] static int cores() noexcept {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  }

  std::vector<P> games_;
  int threads_;
};

}  // namespace quire
