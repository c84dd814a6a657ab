// A position as numbers, for machine learning: planes, masks, boards and payoffs.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"

namespace quire {

// Where the cells, moves and marks of one size of board are in arrays.
struct Layout {
  int players = 2;
  int area = 0;            // places of a plane: its height times its width
  int mark_planes = 0;     // one per letter or player
  bool by_player = false;  // each player has a mark; they are counted from the player who observes
  bool has_points = false;
  std::array<std::int8_t, 128> mark_of{};    // the number of a mark, by its character; or no_mark
  std::vector<std::uint16_t> place_of_cell;  // cells as the game numbers them
  std::vector<std::uint16_t> place_of_move;

  static constexpr std::int8_t no_mark = -1;

  [[nodiscard]] int mark(char character) const noexcept {
    return mark_of[static_cast<unsigned char>(character) & 127U];
  }
  [[nodiscard]] int moves() const noexcept { return static_cast<int>(place_of_move.size()); }
};

// Whether a game has moves that differ from others in that they earn no further one.
template <class P>
inline constexpr bool has_bonus = requires(const P& position) {
  { position.bonus() } -> std::same_as<bool>;
};

template <Position P>
[[nodiscard]] int planes(const Layout& layout) noexcept {
  return layout.mark_planes + 1 + layout.players * (layout.has_points ? 2 : 1) +
         (has_bonus<P> ? 1 : 0);
}

// Calls `visit(cell, character)` for every mark. A game may provide a faster implementation.
template <Position P, class F>
void for_each_mark(const P& position, F&& visit) {
  if constexpr (requires { position.for_each_mark(visit); }) {
    position.for_each_mark(visit);
  } else {
    const auto marks = position.diagram().marks;
    for (std::size_t cell = 0; cell < marks.size(); ++cell) {
      if (marks[cell] != '.') visit(static_cast<int>(cell), marks[cell]);
    }
  }
}

// Writes what a player sees: the marks, the open cells, whose turn it is, the points, the bonus.
template <Position P>
void observe(const P& position, const Layout& layout, int player, float* out) {
  const auto area = static_cast<std::size_t>(layout.area);
  float* plane = out + static_cast<std::size_t>(layout.mark_planes) * area;
  std::fill(out, plane + area, 0.0F);
  for_each_mark(position, [&](int cell, char character) {
    int mark = layout.mark(character);
    if (mark == Layout::no_mark) return;
    if (layout.by_player) mark += mark >= player ? -player : layout.players - player;
    out[static_cast<std::size_t>(mark) * area +
        layout.place_of_cell[static_cast<std::size_t>(cell)]] = 1.0F;
  });
  position.for_each_legal([&](Move move) { plane[layout.place_of_move[move]] = 1.0F; });
  const auto fill = [&](float value) { std::fill_n(plane += area, area, value); };
  const auto for_each_seat = [&](auto value_of) {
    for (int step = 0; step < layout.players; ++step) {
      fill(static_cast<float>(value_of((player + step) % layout.players)));
    }
  };
  const int to_move = position.over() ? nobody : position.to_move();
  for_each_seat([&](int seat) { return seat == to_move ? 1 : 0; });
  if (layout.has_points) {
    const Points points = position.points();
    for_each_seat([&](int seat) { return points[static_cast<std::size_t>(seat)]; });
  }
  if constexpr (has_bonus<P>) fill(position.bonus() ? 1.0F : 0.0F);
}

// Writes 1 for every legal move and 0 for all others.
template <Position P>
void write_mask(const P& position, const Layout& layout, std::int8_t* out) {
  std::fill_n(out, layout.moves(), std::int8_t{0});
  position.for_each_legal([&](Move move) { out[move] = 1; });
}

// Writes the number of every mark, from 1, and 0 where there is none.
template <Position P>
void write_board(const P& position, const Layout& layout, std::int8_t* out) {
  std::fill_n(out, layout.area, std::int8_t{0});
  for_each_mark(position, [&](int cell, char character) {
    out[layout.place_of_cell[static_cast<std::size_t>(cell)]] =
        static_cast<std::int8_t>(layout.mark(character) + 1);
  });
}

// Calls `visit(player, payoff)`: the share of opponents ranked below minus the share above.
template <class F>
void for_each_payoff(const Outcome& outcome, int players, F&& visit) {
  const auto count = static_cast<std::size_t>(players);
  for (std::size_t player = 0; player < count; ++player) {
    int better = 0;
    for (std::size_t other = 0; other < count; ++other) {
      better += outcome.ranks[other] > outcome.ranks[player] ? 1 : 0;
      better -= outcome.ranks[other] < outcome.ranks[player] ? 1 : 0;
    }
    visit(player, static_cast<double>(better) / (players - 1));
  }
}

}  // namespace quire
