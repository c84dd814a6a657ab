// The review of a game: what each position was worth, what each move lost, and how each player did.
//
// What is proven holds for the whole game. A player's position is worth at least what the move that
// was played leads to, and a move leads to at most what the position before it was worth: bounds
// flow backward and forward, and estimates keep within them.
#pragma once

#include "engine/analysis/reviewed.hpp"
#include "engine/search/heuristics.hpp"

namespace quire {

template <Position P>
[[nodiscard]] ValueScale scale_of(const P& position) {
  return {P::Game::players(position.size()), counts_points(position),
          P::Game::cells(position.size())};
}

class GameReviewer {
 public:
  // `reviews` are of all positions, the last one included; `first` is to move in the first one.
  GameReviewer(const ValueScale& scale, Player first, const std::vector<PlayedMove>& moves,
               const std::vector<PositionReview>& reviews)
      : scale_(scale), moves_(moves), reviews_(reviews), known_(reviews.size()) {
    to_move_.push_back(first);
    for (const PlayedMove& it : moves) to_move_.push_back(it.next);
    if (is_for_two()) share_facts();
  }

  [[nodiscard]] GameReview reviewed() const {
    GameReview review;
    review.value = is_for_two() ? value_of_position(0) : reviews_.front().value();
    review.exact = known_.front().exact();
    for (std::size_t i = 0; i < moves_.size(); ++i) review.moves.push_back(review_move(i));
    for (int i = 0; i < scale_.players; ++i) {
      review.players.push_back(player(review, static_cast<Player>(i)));
    }
    review.phases = phases(review);
    review.key_moments = key_moments(review);
    return review;
  }

 private:
  static constexpr std::size_t most_key_moments = 3;

  [[nodiscard]] bool is_for_two() const noexcept { return scale_.players == 2; }
  [[nodiscard]] ValueBounds bounds_for(Player player, std::size_t at) const noexcept {
    return player == 0 ? known_[at] : known_[at].turned();
  }
  // Adds what is known for a player, at least and at most.
  void add(Player player, std::size_t at, const ValueBounds& bounds) noexcept {
    const ValueBounds first = player == 0 ? bounds : bounds.turned();
    known_[at].raise(first.lower);
    known_[at].reduce(first.upper);
  }

  void share_facts() {
    for (std::size_t i = 0; i < reviews_.size(); ++i) {
      const PositionReview& review = reviews_[i];
      add(to_move_[i], i, review.bounds);
      if (review.proof) add(to_move_[i], i, {review.proof->value, review.proof->value});
    }
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (moves_[i].move) add_move(i, *moves_[i].move);
    }
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (moves_[i].move) {
        add(moves_[i].mover, i + 1, {-any_value, bounds_for(moves_[i].mover, i).upper});
      }
    }
    for (std::size_t i = moves_.size(); i-- > 0;) {
      if (moves_[i].move) {
        add(moves_[i].mover, i, {bounds_for(moves_[i].mover, i + 1).lower, any_value});
      }
    }
  }
  // What the position before a move says about the one after it.
  void add_move(std::size_t at, Move move) {
    const PositionReview& review = reviews_[at];
    if (review.proof && review.proof->has(move)) {
      add(moves_[at].mover, at + 1, {review.proof->value, review.proof->value});
    } else if (review.proof && review.proof->complete) {
      add(moves_[at].mover, at + 1, {-any_value, review.proof->value - 1});
    }
    if (const Candidate* it = review.find(move); it != nullptr && it->exact) {
      const int value = static_cast<int>(std::lround(it->value));
      add(moves_[at].mover, at + 1, {value, value});
    }
  }

  // For player 1.
  [[nodiscard]] std::optional<double> value_of_position(std::size_t at) const {
    if (known_[at].exact()) return known_[at].lower;
    const auto value = for_first(to_move_[at], reviews_[at].value());
    return value ? std::optional(known_[at].clamped(*value)) : value;
  }

  [[nodiscard]] ReviewedMove review_move(std::size_t at) const {
    ReviewedMove found;
    if (!moves_[at].move) return found;
    const PositionReview& review = reviews_[at];
    const Candidate* estimate = review.find(*moves_[at].move);
    found.possible = review.value();
    if (estimate != nullptr) found.played = estimate->value;
    if (is_for_two()) {
      found.value = value_of_position(at + 1);
      found.exact = known_[at + 1].exact();
      keep_within_bounds(found, at);
    } else {
      found.value = found.played;
    }
    if (found.played && found.possible) {
      if (*found.played > *found.possible) found.possible = found.played;
      judge(found, at);
    }
    return found;
  }

  void keep_within_bounds(ReviewedMove& found, std::size_t at) const {
    const Player mover = moves_[at].mover;
    const ValueBounds before = bounds_for(mover, at), after = bounds_for(mover, at + 1);
    if (before.exact()) found.possible = before.lower;
    if (found.possible) found.possible = before.clamped(*found.possible);
    if (after.exact()) found.played = after.lower;
    // A proof needs no search, so nothing may be known of the move but the position after it.
    if (!found.played && reviews_[at].proof) found.played = for_first(mover, found.value);
    if (found.played) found.played = after.clamped(*found.played);
    if (!found.played && after.upper < before.lower) found.played = after.upper;
  }

  void judge(ReviewedMove& found, std::size_t at) const {
    const PositionReview& review = reviews_[at];
    const Move move = *moves_[at].move;
    const Loss loss = loss_of(found, at);
    const bool is_chosen =
        review.proof ? review.proof->has(move)
                     : !review.candidates.empty() && review.candidates.front().move == move;
    if (review.is_forced || loss.possible == loss.played || (is_chosen && loss.value() == 0)) {
      found.verdict = Verdict::best;
    } else {
      found.verdict = verdict_of(loss, scale_);
    }
    if (!review.is_forced) found.accuracy = move_accuracy(accuracy_share(loss, found.verdict));
    if (found.verdict < Verdict::inaccuracy) return;
    if (review.proof) {
      found.better = review.proof->best;
    } else if (!review.candidates.empty() && review.candidates.front().move != move) {
      found.better = {review.candidates.front().move};
    }
  }
  // The error of an estimate isn't held against a player.
  [[nodiscard]] double accuracy_share(Loss loss, Verdict verdict) const {
    if (verdict == Verdict::best) return 0;
    if (!loss.is_proven) loss.played = std::min(loss.possible, loss.played + loss.error);
    return loss.share(scale_);
  }

  [[nodiscard]] Loss loss_of(const ReviewedMove& found, std::size_t at) const {
    Loss loss{*found.possible, *found.played, 0, false};
    if (is_for_two()) {
      const Player mover = moves_[at].mover;
      const ValueBounds before = bounds_for(mover, at), after = bounds_for(mover, at + 1);
      loss.is_proven = before.exact() && after.exact();
      // What is certain is more than what is likely.
      if (!loss.is_proven && before.lower > after.upper &&
          outcome_sign(before.lower) > outcome_sign(after.upper)) {
        return {static_cast<double>(before.lower), static_cast<double>(after.upper), 0, true};
      }
    }
    if (!loss.is_proven) loss.error = error_of(at);
    return loss;
  }
  [[nodiscard]] double error_of(std::size_t at) const {
    const PositionReview& review = reviews_[at];
    double error = 0;
    for (const Candidate& it : review.candidates) {
      if (!it.exact) error = std::max(error, estimate_error(scale_.deviation(), it.nodes));
    }
    return error;
  }

  [[nodiscard]] std::optional<double> mean_accuracy(const GameReview& review, Player player,
                                                    std::size_t from, std::size_t to) const {
    double sum = 0;
    int count = 0;
    for (std::size_t i = from; i < to; ++i) {
      if (moves_[i].mover != player || !review.moves[i].accuracy) continue;
      sum += *review.moves[i].accuracy;
      ++count;
    }
    return count == 0 ? std::nullopt : std::optional(sum / count);
  }

  [[nodiscard]] ReviewedPlayer player(const GameReview& review, Player player) const {
    ReviewedPlayer found;
    found.accuracy = mean_accuracy(review, player, 0, moves_.size());
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (moves_[i].move && moves_[i].mover == player) {
        ++found.verdicts[static_cast<std::size_t>(review.moves[i].verdict)];
      }
    }
    return found;
  }

  [[nodiscard]] std::vector<Phase> phases(const GameReview& review) const {
    std::vector<Phase> found;
    constexpr std::size_t count = phase_names.size();
    if (moves_.size() < count) return found;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t from = i * moves_.size() / count;
      const std::size_t to = (i + 1) * moves_.size() / count;
      Phase phase{phase_names[i], from + 1, to, {}};
      for (int j = 0; j < scale_.players; ++j) {
        phase.accuracy.push_back(mean_accuracy(review, static_cast<Player>(j), from, to));
      }
      found.push_back(std::move(phase));
    }
    return found;
  }

  // The mistakes and blunders that gave the most away, in the order of the game.
  [[nodiscard]] std::vector<std::size_t> key_moments(const GameReview& review) const {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < review.moves.size(); ++i) {
      if (review.moves[i].verdict >= Verdict::mistake) numbers.push_back(i);
    }
    const auto lost = [&](std::size_t i) { return loss_of(review.moves[i], i).share(scale_); };
    std::stable_sort(numbers.begin(), numbers.end(),
                     [&](std::size_t a, std::size_t b) { return lost(a) > lost(b); });
    numbers.resize(std::min(numbers.size(), most_key_moments));
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t& it : numbers) ++it;
    return numbers;
  }

  const ValueScale scale_;
  const std::vector<PlayedMove>& moves_;
  const std::vector<PositionReview>& reviews_;
  std::vector<Player> to_move_;
  std::vector<ValueBounds> known_;  // of each position, for player 1
};

}  // namespace quire
