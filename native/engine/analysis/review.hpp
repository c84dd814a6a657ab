// The review of a game, move by move: what it was worth, and what it lost.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "core/record.hpp"
#include "engine/analysis/values.hpp"
#include "engine/search/heuristics.hpp"

namespace quire {

// As in chess: none, `?!` for estimated to be worse, `?` for proven to be worse, `??` for proven to
// change the result.
enum class Verdict : std::uint8_t { none, inaccuracy, mistake, blunder };

[[nodiscard]] constexpr std::string_view name(Verdict verdict) noexcept {
  constexpr std::array<std::string_view, 4> names{"", "inaccuracy", "mistake", "blunder"};
  return names[static_cast<std::size_t>(verdict)];
}

// What is known about one position of a game, for the player to move. Of the candidates only the
// best move, first, and the one that was played are needed.
struct PositionReview {
  std::optional<Proof> proof;
  std::vector<Candidate> candidates;

  [[nodiscard]] std::optional<double> value() const {
    if (proof) return proof->value;
    return candidates.empty() ? std::nullopt : std::optional(candidates.front().value);
  }
  [[nodiscard]] const Candidate* find(Move move) const {
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const Candidate& it) { return it.move == move; });
    return found == candidates.end() ? nullptr : &*found;
  }
};

// One move of a game, reviewed. `value` is that of the position after it, for player 1; with three
// or more players, for the mover. `played` and `possible` are the mover's values with this move and
// with the best one; `better` lists the moves that would have kept the latter, if this one didn't.
struct ReviewedMove {
  std::optional<double> value;
  bool exact = false;
  std::optional<double> played;
  std::optional<double> possible;
  Verdict verdict = Verdict::none;
  std::vector<Move> better;
};

// The value for player 1 of a value for the player to move.
[[nodiscard]] inline std::optional<double> for_first(Player to_move, std::optional<double> value) {
  return value && to_move != 0 ? 0 - *value : value;
}

// What the review of a move needs to know about the game and the two positions around it.
struct MovePlace {
  int players = 2;
  bool by_points = false;
  int cells = 0;
  Player mover = 0;
  Player next = 0;  // to move afterwards

  template <Position P>
  [[nodiscard]] static MovePlace of(const P& before, const P& after) {
    return {P::Game::players(before.size()), counts_points(before), P::Game::cells(before.size()),
            before.to_move(), after.to_move()};
  }
};

class MoveReviewer {
 public:
  // `next` is what is known about the position that the move led to.
  MoveReviewer(const MovePlace& place, Move move, const PositionReview& review,
               const PositionReview& next)
      : place_(place), move_(move), review_(review), next_(next) {}

  [[nodiscard]] ReviewedMove reviewed() const {
    ReviewedMove found;
    found.possible = review_.value();
    const Candidate* estimate = review_.find(move_);
    if (place_.players != 2) {
      if (estimate != nullptr) found.played = estimate->value;
      found.value = found.played;
    } else {
      found.value = for_first(place_.next, next_.value());
      found.exact = next_.proof.has_value();
      found.played = for_first(place_.mover, found.value);
      // Estimates of one search are comparable; those of two searches may not be.
      if (!found.exact && !review_.candidates.empty()) {
        found.played = estimate == nullptr ? std::nullopt : std::optional(estimate->value);
      }
    }
    judge(found);
    return found;
  }

 private:
  // How much worse than the best an inaccuracy is at least, before the error of the estimate.
  static constexpr double inaccuracy_points = 1.5, inaccuracy_outcome = 0.4;

  void judge(ReviewedMove& found) const {
    if (review_.proof) {
      const Proof& proof = *review_.proof;
      const bool missed = proof.complete && !proof.has(move_);
      const bool lost = found.exact && found.played && *found.played < proof.value;
      if (!missed && !lost) return;
      found.verdict = proven_verdict(found.exact ? found.played : std::nullopt);
      found.better = proof.best;
    } else if (!review_.candidates.empty() && found.played) {
      const Candidate& first = review_.candidates.front();
      if (first.move == move_ || first.value - *found.played < least_loss()) return;
      found.verdict = Verdict::inaccuracy;
      found.better = {first.move};
    }
  }

  // A blunder if a better outcome is gone, a mistake if only points are.
  [[nodiscard]] Verdict proven_verdict(std::optional<double> played) const {
    if (!place_.by_points) return Verdict::blunder;  // these values are outcomes
    const auto outcome = [](double value) { return (value > 0) - (value < 0); };
    const bool same = !played || outcome(*played) == outcome(review_.proof->value);
    return same ? Verdict::mistake : Verdict::blunder;
  }

  // How much worse than the best move an estimate must be to be an inaccuracy.
  [[nodiscard]] double least_loss() const {
    if (place_.players > 2 || !place_.by_points) return inaccuracy_outcome;
    // The final difference of a playout has a standard deviation of about the root of the number of
    // cells; the mean of n playouts has that divided by the root of n.
    const Candidate* played = review_.find(move_);
    std::uint64_t playouts = review_.candidates.front().nodes;
    if (played != nullptr) playouts = std::min(playouts, played->nodes);
    return inaccuracy_points +
           2 * std::sqrt(place_.cells / static_cast<double>(std::max<std::uint64_t>(playouts, 1)));
  }

  const MovePlace& place_;
  Move move_;
  const PositionReview& review_;
  const PositionReview& next_;
};

}  // namespace quire
