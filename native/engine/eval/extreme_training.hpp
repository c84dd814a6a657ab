// Trains the evaluation of extreme by self-play of the search.
#pragma once

#include "core/threads.hpp"
#include "engine/eval/extreme_fitting.hpp"
#include "engine/search/extreme/heuristics.hpp"
#include "engine/search/search.hpp"

namespace quire {

// How the training games are played.
struct ExtremeSelfPlay {
  std::uint64_t nodes = 100;  // per move
  int random_moves = 10;      // at most, before the search takes over
  int slip = 40;              // one in this many moves is random
};

// How the weights are fitted to them.
struct ExtremeFitSettings {
  int rounds = 2;      // passes over all positions
  float rate = 0.01F;  // falls linearly to 0
  float trust = 0.3F;  // the weight of the search's value in the target; the rest is the result
};

// Checks the clock and the stop flag.
[[nodiscard]] inline bool is_over(Budget& budget) noexcept {
  const ThreadBudget look(budget);
  return budget.stopped();
}

// The positions of one game with what the search found and how the game ended; none if the budget
// ends it.
[[nodiscard]] inline std::vector<ExtremeSample> extreme_self_play(
    const std::shared_ptr<const ExtremeEvaluation>& evaluation, const ExtremeSelfPlay& self_play,
    std::uint64_t seed, Budget& budget) {
  constexpr std::size_t memory = 1U << 18U;
  Random random(seed);
  Search<ExtremePosition> search({seed, memory, false}, Heuristics<ExtremePosition>(evaluation));
  ExtremePosition position = ExtremePosition::start({});
  for (int left = random.below(self_play.random_moves + 1); left > 0 && !position.over(); --left) {
    position.play(position.random_move(random));
  }
  std::vector<ExtremeSample> samples;
  std::vector<Player> movers;
  while (!position.over()) {
    if (is_over(budget)) return {};
    Budget of_move({std::numeric_limits<double>::infinity(), self_play.nodes, 1});
    const SearchResult result = search.think(position, of_move);
    const Candidate& chosen = result.candidates.front();
    // Proven positions need no evaluation.
    if (!chosen.exact) {
      samples.push_back({ExtremeEntries(position), static_cast<float>((1 + chosen.value) / 2), 0});
      movers.push_back(position.to_move());
    }
    const bool slips = random.below(self_play.slip) == 0;
    position.play(slips ? position.random_move(random) : chosen.move);
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i].result = static_cast<float>(1 + worth(position, movers[i])) / 2;
  }
  return samples;
}

class ExtremeTraining {
 public:
  explicit ExtremeTraining(std::uint64_t seed)
      : random_(seed), weights_(untrained_extreme(random_)) {}

  [[nodiscard]] std::vector<float> weights() const { return weights_.values(); }

  // Plays games with the current weights; returns how many positions there are now. Only those of
  // the last two calls are kept. Every game has its own seed, so that the number of threads does
  // not matter.
  std::size_t play(int games, std::uint64_t nodes, Budget& budget) {
    const ExtremeSelfPlay self_play{.nodes = nodes};
    const auto evaluation = std::make_shared<const ExtremeEvaluation>(weights_);
    std::vector<std::vector<ExtremeSample>> played(static_cast<std::size_t>(games));
    const std::uint64_t seed = std::uint64_t{random_.next()} << 32U;
    std::atomic<std::size_t> next{0};
    in_threads(budget.limits().threads, [&](int) {
      for (std::size_t i; (i = next++) < played.size() && !budget.stopped();) {
        played[i] = extreme_self_play(evaluation, self_play, seed + i, budget);
        budget.report_done(static_cast<double>(i) / static_cast<double>(played.size()));
      }
    });
    before_ = std::move(samples_);
    samples_.clear();
    unseen_.clear();
    for (std::size_t i = 0; i < played.size(); ++i) {
      auto& kept = i % 20 == 0 ? unseen_ : samples_;
      kept.insert(kept.end(), played[i].begin(), played[i].end());
    }
    return before_.size() + samples_.size() + unseen_.size();
  }

  // Mean losses: over the training positions, and over the twentieth of the last games that is held
  // out.
  struct Losses {
    double seen = 0, unseen = 0;
  };
  Losses learn(Budget& budget) {
    const ExtremeFitSettings fit;
    ExtremeFitting fitting(weights_);
    std::vector<ExtremeSample> order = before_;
    order.insert(order.end(), samples_.begin(), samples_.end());
    const double steps = fit.rounds * static_cast<double>(order.size());
    double done = 0;
    Losses losses;
    for (int round = 0; round < fit.rounds; ++round) {
      losses.seen = 0;
      for (std::size_t left = order.size(); left > 0; --left) {
        if (left % 256 == 0) {
          budget.report_done(done / steps);
          if (is_over(budget)) return losses;
        }
        // A random one of those that this pass has not had.
        std::swap(order[left - 1],
                  order[static_cast<std::size_t>(random_.below(static_cast<int>(left)))]);
        const double rate = static_cast<double>(fit.rate) * (1 - done++ / steps);
        losses.seen += fitting.learn(order[left - 1], fit.trust, static_cast<float>(rate));
      }
      losses.seen /= static_cast<double>(order.size());
    }
    for (const ExtremeSample& sample : unseen_)
      losses.unseen += fitting.learn(sample, fit.trust, 0);
    losses.unseen /= static_cast<double>(unseen_.size());
    weights_ = fitting.weights();
    return losses;
  }

 private:
  Random random_;
  ExtremeWeights weights_;
  std::vector<ExtremeSample> before_, samples_, unseen_;
};

template <>
struct TrainingFor<ExtremePosition> {
  using type = ExtremeTraining;
};

}  // namespace quire
