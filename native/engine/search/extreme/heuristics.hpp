// Heuristics for extreme: the learned evaluation, move ordering, a key that ignores what no longer
// matters, and the best result that a player can still reach.
#pragma once

#include "engine/eval/extreme_evaluation.hpp"
#include "engine/search/heuristics.hpp"

namespace quire {

// Facts about each of the 512 sets of nine cells.
struct ExtremeCells {
  std::array<std::uint16_t, 512> winning{};  // cells that would complete a line with two of the set
  std::array<bool, 512> leaves_line{};       // whether some line has none of the set
};
inline constexpr ExtremeCells extreme_cells = [] {
  ExtremeCells cells;
  for (unsigned set = 0; set < 512; ++set) {
    for (unsigned cell = 0; cell < 9; ++cell) {
      if (((set >> cell) & 1U) == 0 && has_line(set | 1U << cell)) {
        cells.winning[set] = static_cast<std::uint16_t>(cells.winning[set] | 1U << cell);
      }
    }
    cells.leaves_line[set] = has_line(~set & 511U);
  }
  return cells;
}();

// How promising a legal move looks.
[[nodiscard]] inline int extreme_promise(const ExtremePosition& position, Move move) noexcept {
  const auto place = static_cast<std::size_t>(move / Extreme::bits);
  const unsigned bit = move % Extreme::bits, big = bit / 9, inside = bit % 9;
  const Player mover = position.to_move();
  const unsigned own = position.marks(mover, place, big) | 1U << inside;
  const unsigned other = position.marks(1U - mover, place, big) | 1U << inside;
  int promise = 0;
  bool closes = false;
  if (has_line(own)) {
    closes = true;
    promise += 4000;
    if (has_line(position.owned(mover, big) | 1U << place)) return 1 << 20;
  } else if (has_line(other)) {
    promise += 800;
  }
  const bool again = closes && !position.bonus();
  const Player next = again ? mover : static_cast<Player>(1U - mover);
  // The state of the small boards this move sends the next player to.
  int found = 0, open = 0;
  for (unsigned there = 0; there < 2; ++there) {
    unsigned free = position.free(inside, there);
    unsigned theirs = position.marks(next, inside, there);
    if (inside == place && there == big) {
      if (closes) free = 0;
      free &= ~(1U << inside);
      if (next == mover) theirs |= 1U << inside;
    }
    if (free == 0) continue;
    ++open;
    if ((extreme_cells.winning[theirs] & free) != 0) found += 1500;
  }
  if (open == 0) found += 2500;
  return promise + (next == mover ? found : -found);
}

// The same for positions that differ in nothing that matters any more: the marks in closed
// SmallBoards, and how the turn came about. A closed one is all marks of both, as no open one is.
[[nodiscard]] inline std::uint64_t extreme_key(const ExtremePosition& position) noexcept {
  std::uint64_t sum = 0;
  for (std::size_t place = 0; place < Extreme::places; ++place) {
    std::uint64_t word = 0;
    for (unsigned big = 0; big < 2; ++big) {
      const unsigned marks = position.free(place, big) == 0 ? (1U << 18U) - 1
                                                            : position.marks(0, place, big) << 9U |
                                                                  position.marks(1, place, big);
      word |= std::uint64_t{marks} << (18 * big);
    }
    sum += mixed(word + place * 0x1000000000U);
  }
  std::uint64_t turn = position.anywhere() ? 9 : position.named();
  turn = turn << 2U | (position.bonus() ? 2U : 0U) | position.to_move();
  for (std::size_t player = 0; player < 2; ++player) {
    for (unsigned big = 0; big < 2; ++big) turn = turn << 9U | position.owned(player, big);
  }
  return mixed(sum + turn);
}

// What each player can still reach at best, whatever happens.
class ExtremeHopes {
 public:
  explicit ExtremeHopes(const ExtremePosition& position) noexcept {
    for (std::size_t player = 0; player < 2; ++player) {
      int& most = max_points_[player];
      for (unsigned big = 0; big < 2; ++big) {
        unsigned reachable = position.owned(player, big);
        points_[player] += points_of(reachable);
        for (std::size_t place = 0; place < Extreme::places; ++place) {
          if (position.free(place, big) != 0 &&
              extreme_cells.leaves_line[position.marks(1 - player, place, big)]) {
            reachable |= 1U << place;
          }
        }
        most += points_of(reachable);
        line_[player] = line_[player] || has_line(reachable);
      }
    }
  }
  // 1: a win, 0: a draw, -1: nothing.
  [[nodiscard]] int most(Player player) const noexcept {
    const int margin = max_points_[player] - points_[1U - player];
    return line_[player] || margin > 0 ? 1 : margin == 0 ? 0 : -1;
  }

 private:
  [[nodiscard]] static int points_of(unsigned places) noexcept {
    constexpr unsigned corners = 0b101000101, edges = 0b010101010, centre = 0b000010000;
    return 4 * nine.count[places & corners] + 6 * nine.count[places & edges] +
           3 * nine.count[places & centre];
  }

  std::array<int, 2> points_{}, max_points_{};
  std::array<bool, 2> line_{};
};

template <>
class Heuristics<ExtremePosition> {
 public:
  explicit Heuristics(std::shared_ptr<const ExtremeEvaluation> evaluation = ShippedExtreme::get())
      : evaluation_(std::move(evaluation)) {}

  [[nodiscard]] std::uint64_t key(const ExtremePosition& position) const noexcept {
    return extreme_key(position);
  }
  [[nodiscard]] Score estimate(const ExtremePosition& position) const noexcept {
    return static_cast<Score>(max_estimate * evaluation_->value(position));
  }
  [[nodiscard]] int promise(const ExtremePosition& position, Move move) const noexcept {
    return extreme_promise(position, move);
  }

 private:
  std::shared_ptr<const ExtremeEvaluation> evaluation_;
};

}  // namespace quire
