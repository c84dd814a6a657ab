// What a move gave away: in words, and as a player's accuracy.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace quire {

// `none`: not examined. As in chess, `?!`, `?` and `??` are the last three.
enum class Verdict : std::uint8_t { none, best, good, inaccuracy, mistake, blunder };

inline constexpr std::array<std::string_view, 6> verdict_names{"",           "best",    "good",
                                                               "inaccuracy", "mistake", "blunder"};

[[nodiscard]] constexpr std::string_view name(Verdict verdict) noexcept {
  return verdict_names[static_cast<std::size_t>(verdict)];
}

[[nodiscard]] constexpr int outcome_sign(double value) noexcept {
  return (value > 0) - (value < 0);
}

// What the values of a game mean: points, or results from -1 (loss) to 1 (win).
struct ValueScale {
  int players = 2;
  bool by_points = false;
  int cells = 0;

  [[nodiscard]] bool has_points() const noexcept { return by_points && players == 2; }

  // The standard deviation of the value that one playout finds: about the root of the number of
  // cells in points.
  [[nodiscard]] double deviation() const noexcept { return has_points() ? std::sqrt(cells) : 1; }

  // The share of the game's point that a player with this value may expect, 0 to 1. The final
  // difference of points grows with the root of the board.
  [[nodiscard]] double expectation(double value) const noexcept {
    const double result = has_points() ? std::tanh(2 * value / std::sqrt(cells)) : value;
    return (1 + std::clamp(result, -1.0, 1.0)) / 2;
  }
};

// What a move gave away, between the best move and the one that was played.
struct Loss {
  double possible = 0, played = 0;  // values for the mover
  double error = 0;                 // of their difference, if it is estimated
  bool is_proven = false;           // both values are

  // None if it may be an error of the estimate.
  [[nodiscard]] double value() const noexcept {
    const double lost = possible - played;
    return lost <= (is_proven ? 0 : error) ? 0 : lost;
  }
  // A better result is gone: a win, or a draw.
  [[nodiscard]] bool is_result() const noexcept {
    return is_proven && outcome_sign(played) < outcome_sign(possible);
  }
  // The share of the game's point that is gone.
  [[nodiscard]] double share(const ValueScale& scale) const noexcept {
    const double expected = std::max(0.0, scale.expectation(possible) - scale.expectation(played));
    if (!is_proven) return expected;
    const double results = (outcome_sign(possible) - outcome_sign(played)) / 2.0;
    return std::max(expected, results);
  }
};

// Where inaccuracies, mistakes and blunders begin: in points, or in results from -1 to 1. Estimates
// are of imperfect play and understate losses: `quire lab review` measures where they begin.
inline constexpr std::array<double, 3> points_steps{1, 2, 4}, estimated_points_steps{1, 1.7, 4},
    result_steps{0.2, 0.5, 1};

// Of a move that isn't the best.
[[nodiscard]] inline Verdict verdict_of(const Loss& loss, const ValueScale& scale) noexcept {
  if (loss.is_result()) return Verdict::blunder;
  const auto& steps = !scale.has_points() ? result_steps
                      : loss.is_proven    ? points_steps
                                          : estimated_points_steps;
  constexpr std::array<Verdict, 4> verdicts{Verdict::good, Verdict::inaccuracy, Verdict::mistake,
                                            Verdict::blunder};
  const auto passed = std::upper_bound(steps.begin(), steps.end(), loss.value());
  return verdicts[static_cast<std::size_t>(passed - steps.begin())];
}

// 100 for a move that gives nothing away, 0 for one that gives all away: the curve of lichess.
[[nodiscard]] inline double move_accuracy(double lost_share) noexcept {
  return std::clamp(103.1668 * std::exp(-4.354 * lost_share) - 3.1668, 0.0, 100.0);
}

}  // namespace quire
