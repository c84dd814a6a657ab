// Proves a position and then each of its moves, a slice at a time, as long as somebody looks at it.
#pragma once

#include <optional>
#include <vector>

#include "engine/analysis/values.hpp"
#include "engine/limits.hpp"
#include "engine/solve/generic/exhaustive.hpp"
#include "engine/solve/solver.hpp"

namespace quire {

// Keeps what is proven about the last position, and the solver's tables for the next one.
template <Position P>
class Prover {
 public:
  // `memory`: bytes for the solver's tables.
  explicit Prover(std::size_t memory) : memory_(memory) {}

  // Goes on where it stopped. `known` is what somebody else proved: a book, say.
  [[nodiscard]] const Proven& advance(const P& position, const std::optional<Proof>& known,
                                      Budget& budget) {
    begin(position);
    if (known && !proven_.proof) adopt(*known);
    if (!proven_.proof || !proven_.proof->complete) prove(budget);
    if (proven_.proof) {
      Budget part(budget.share(1.0 / 4), budget);
      extend_line(part);
      prove_moves(budget);
    }
    return proven_;
  }

  // What can be proven of one position alone, whatever was proven before.
  [[nodiscard]] Solution solution(const P& position, Budget& budget) {
    return solve(position, true, budget);
  }

  // Whether everything is proven that can be asked.
  [[nodiscard]] bool is_done() const {
    if (!position_ || !proven_.proof) return false;
    const bool has_line = line_.size() >= longest_line || (line_end_ && line_end_->over());
    return has_line && proven_.moves.size() == static_cast<std::size_t>(position_->legal_count());
  }
  // What is proven of the value while it is open.
  [[nodiscard]] int lower() const noexcept { return lower_; }
  [[nodiscard]] int upper() const noexcept { return upper_; }
  // Best play for both sides as far as it is proven.
  [[nodiscard]] const std::vector<Move>& line() const noexcept { return line_; }

 private:
  static constexpr std::size_t longest_line = 40;

  void begin(const P& position) {
    if (position_ && *position_ == position) return;
    position_ = position;
    proven_ = {};
    line_.clear();
    line_end_.reset();
    lower_ = -any_value;
    upper_ = any_value;
  }

  // Not inlined: a solver is large, and this is called from many places.
  [[nodiscard, gnu::noinline]] Solution solve(const P& position, bool all_best, Budget& budget) {
    const SolveOptions asked{.all_best = all_best, .grundy = false};
    // A finished game needs no tables.
    if (position.over()) return ExhaustiveSolver<P>(0).solve(position, asked, budget);
    if (!solver_) solver_.emplace(memory_);
    return solver_->solve(position, asked, budget);
  }

  void adopt(const Proof& proof) {
    proven_.proof = proof;
    for (const Move move : proof.best) proven_.moves[move] = proof.value;
    lower_ = upper_ = proof.value;
  }

  void prove(Budget& budget) {
    Budget part(budget.share(1), budget);
    const Solution found = solve(*position_, true, part);
    lower_ = std::max(lower_, found.lower);
    upper_ = std::min(upper_, found.upper);
    if (found.exact()) adopt({found.lower, found.best, found.all_best});
  }

  void prove_moves(Budget& budget) {
    std::vector<Move> open = legal_moves(*position_);
    std::erase_if(open, [&](Move move) { return proven_.moves.contains(move); });
    for (std::size_t i = 0; i < open.size() && !budget.stopped(); ++i) {
      P after = *position_;
      after.play(open[i]);
      Budget part(budget.share(1.0 / static_cast<double>(open.size() - i)), budget);
      const Solution found = solve(after, false, part);
      if (!found.exact()) continue;
      // Turns don't always alternate.
      proven_.moves[open[i]] = after.to_move() == position_->to_move() ? found.lower : -found.lower;
    }
  }

  void extend_line(Budget& budget) {
    if (!line_end_) line_end_ = *position_;
    while (!line_end_->over() && line_.size() < longest_line) {
      Budget part(budget.share(1), budget);
      const Solution found = line_.empty() ? Solution{0, 0, proven_.proof->best, false, {}}
                                           : solve(*line_end_, false, part);
      if (!found.exact() || found.best.empty()) return;
      line_.push_back(found.best.front());
      line_end_->play(found.best.front());
    }
  }

  std::size_t memory_;
  std::optional<Solver<P>> solver_;
  std::optional<P> position_;
  Proven proven_;
  std::vector<Move> line_;
  std::optional<P> line_end_;  // the position after the line
  int lower_ = -any_value, upper_ = any_value;
};

}  // namespace quire
