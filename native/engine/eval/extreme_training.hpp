// Teaches the evaluation of extreme by games of the search against itself.
#pragma once

#include "engine/eval/extreme_fitting.hpp"
#include "engine/search/extreme/heuristics.hpp"
#include "engine/search/search.hpp"
#include "engine/threads.hpp"

namespace quire {

// How the games are played that it learns from.
struct ExtremeLesson {
  std::uint64_t nodes = 100;  // a move
  int random_moves = 10;      // at most, before the search plays
  int slip = 40;              // one move in so many is random
};

// How it learns from them.
struct ExtremeDrill {
  int rounds = 2;      // through all positions
  float rate = 0.01F;  // falls to 0 along the way
  float trust = 0.3F;  // the share of the search's opinion in what is to be learnt
};

// Looks at the clock and at whoever may stop it.
[[nodiscard]] inline bool ended(Budget& budget) noexcept {
  const Spending look(budget);
  return budget.stopped();
}

// The positions of one game with what the search thought of them and what became of them; none if
// the budget ends it.
[[nodiscard]] inline std::vector<ExtremeSample> extreme_lesson(
    const std::shared_ptr<const ExtremeEvaluation>& evaluation, const ExtremeLesson& lesson,
    std::uint64_t seed, Budget& budget) {
  constexpr std::size_t memory = 1U << 18U;
  Random random(seed);
  Search<ExtremePosition> search({seed, memory, false}, Heuristics<ExtremePosition>(evaluation));
  ExtremePosition position = ExtremePosition::start({});
  for (int left = random.below(lesson.random_moves + 1); left > 0 && !position.over(); --left) {
    position.play(position.random_move(random));
  }
  std::vector<ExtremeSample> samples;
  std::vector<Player> movers;
  while (!position.over()) {
    if (ended(budget)) return {};
    Budget of_move({std::numeric_limits<double>::infinity(), lesson.nodes, 1});
    const Thought thought = search.think(position, of_move);
    const Candidate& chosen = thought.candidates.front();
    // What is proven needs no evaluation.
    if (!chosen.exact) {
      samples.push_back({ExtremeEntries(position), static_cast<float>((1 + chosen.value) / 2), 0});
      movers.push_back(position.to_move());
    }
    const bool slips = random.below(lesson.slip) == 0;
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

  // Plays games with what it has learnt so far; how many positions there are now. Those of the
  // games before the last ones are forgotten. Every game has a seed of its own, so that the number
  // of threads changes nothing.
  std::size_t play(int games, std::uint64_t nodes, Budget& budget) {
    const ExtremeLesson lesson{.nodes = nodes};
    const auto evaluation = std::make_shared<const ExtremeEvaluation>(weights_);
    std::vector<std::vector<ExtremeSample>> played(static_cast<std::size_t>(games));
    const std::uint64_t seed = std::uint64_t{random_.next()} << 32U;
    std::atomic<std::size_t> next{0};
    in_threads(budget.limits().threads, [&](int) {
      for (std::size_t i; (i = next++) < played.size() && !budget.stopped();) {
        played[i] = extreme_lesson(evaluation, lesson, seed + i, budget);
        budget.tell_done(static_cast<double>(i) / static_cast<double>(played.size()));
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

  // Mean losses: over what it learns from, and over the twentieth of the last games that it does
  // not.
  struct Losses {
    double seen = 0, unseen = 0;
  };
  Losses learn(Budget& budget) {
    const ExtremeDrill drill;
    ExtremeFitting fitting(weights_);
    std::vector<ExtremeSample> order = before_;
    order.insert(order.end(), samples_.begin(), samples_.end());
    const double steps = drill.rounds * static_cast<double>(order.size());
    double done = 0;
    Losses losses;
    for (int round = 0; round < drill.rounds; ++round) {
      losses.seen = 0;
      for (std::size_t left = order.size(); left > 0; --left) {
        if (left % 256 == 0) {
          budget.tell_done(done / steps);
          if (ended(budget)) return losses;
        }
        // The next at random of those that this round has not had.
        std::swap(order[left - 1],
                  order[static_cast<std::size_t>(random_.below(static_cast<int>(left)))]);
        const double rate = static_cast<double>(drill.rate) * (1 - done++ / steps);
        losses.seen += fitting.learn(order[left - 1], drill.trust, static_cast<float>(rate));
      }
      losses.seen /= static_cast<double>(order.size());
    }
    for (const ExtremeSample& sample : unseen_)
      losses.unseen += fitting.learn(sample, drill.trust, 0);
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
