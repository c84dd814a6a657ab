// One position within the search of the sos solver: the live lines, and what each move would do.
//
// A lone cell is one whose live lines all need nothing else. Whoever is to move may take it at any
// time: it makes its points and touches nothing. So
// - a lone cell that makes points with either letter is taken at once;
// - of the others all but the least are taken at once. The one that is left is `spare`: taking it
//   keeps the turn, wasting it with the other letter passes the turn on.
// Moves that make no point are no better than taking the spare cell: let it be worth k, and let a
// move lead from the rest G to H, where the other player may then take it. That gives at most
// -k - v(H) <= k + v(G). The same argument, by induction, gives the rule for two lone cells.
#pragma once

#include "engine/sos_shape.hpp"

namespace quire {

template <int Images>
struct SosNode {
  using Numbers = SosNumbers<Images>;
  // A cell is on at most twelve lines.
  static constexpr std::size_t most_lines = 12 * SosShape::most_cells;
  using Counts = std::array<std::uint8_t, SosShape::most_cells>;

  std::array<std::uint16_t, most_lines> line;  // the live ones, by number
  std::size_t lines = 0;
  Word live = 0;                     // empty cells on them
  std::array<Word, 2> completing{};  // where S, where O makes an S-O-S
  std::array<Word, 2> unsafe{};      // where S, where O lets the next move make one
  std::array<Counts, 2> makes;       // how many S, how many O there makes
  std::array<Counts, 2> needs;       // live lines with more than that need S, need O there
  typename Numbers::Sums sums{};
  SosKey key;         // of the live lines
  int taken = 0;      // points that whoever is to move makes at once with lone cells
  int spare = 0;      // what the lone cell left over is worth, 0: there is none
  bool idle = false;  // the empty cells on no live line are odd in number

  // All of the shape, nothing taken yet.
  [[nodiscard]] static SosNode whole(const SosShape& shape, const Numbers& numbers) {
    SosNode node;
    node.lines = shape.lines().size();
    for (std::size_t i = 0; i < node.lines; ++i) {
      node.line[i] = static_cast<std::uint16_t>(i);
      Numbers::add(node.sums, numbers.of_part(i, shape.lines()[i].part(~Word{0})));
      node.live |= shape.lines()[i].all;
    }
    node.idle = shape.idle().size() % 2 != 0;
    return node;
  }

  // This node becomes what `from` is after the letter on the cell (`bit`; 0: no move at all).
  void follow(const SosNode& from, Word bit, unsigned letter, const SosShape& shape,
              const Numbers& numbers) noexcept {
    const Word left = from.live & ~bit;
    clear(static_cast<std::size_t>(shape.cells()));
    sums = from.sums;
    std::array<std::uint16_t, most_lines> last;  // lines that need one letter more
    std::size_t lasts = 0;
    for (std::size_t i = 0; i < from.lines; ++i) {
      const std::uint16_t id = from.line[i];
      const SosShape::Line& it = shape.lines()[id];
      const Word rest = it.all & left;
      if ((it.all & bit) != 0) {
        Numbers::subtract(sums, numbers.of_part(id, it.part(from.live)));
        if ((it.of(letter) & bit) == 0 || rest == 0) continue;
        Numbers::add(sums, numbers.of_part(id, it.part(left)));
      }
      if (add(it, rest)) {
        line[lines++] = id;
      } else {
        last[lasts++] = id;
      }
    }
    const Word completes = completing[0] | completing[1];
    idle = from.idle != ((count_bits(left & ~(live | completes)) & 1) != 0);
    spare = from.spare;
    for (Word lone = completes & ~live; lone != 0; lone &= lone - 1) {
      take(std::countr_zero(lone), numbers);
    }
    completing[0] &= live;
    completing[1] &= live;
    for (std::size_t i = 0; i < lasts; ++i) {
      if ((shape.lines()[last[i]].all & live) != 0) line[lines++] = last[i];
    }
    key = Numbers::least(sums);
  }

 private:
  void clear(std::size_t cells) noexcept {
    lines = 0;
    live = 0;
    taken = 0;
    completing = {};
    unsafe = {};
    for (unsigned letter = 0; letter < 2; ++letter) {
      std::fill_n(makes[letter].begin(), cells, std::uint8_t{0});
      std::fill_n(needs[letter].begin(), cells, std::uint8_t{0});
    }
  }

  // Notes what a live line needs; false: one letter only.
  [[nodiscard]] bool add(const SosShape::Line& it, Word rest) noexcept {
    const Word more = rest & (rest - 1);
    if (more == 0) {
      const unsigned letter = (rest & it.o) != 0 ? 1 : 0;
      completing[letter] |= rest;
      ++makes[letter][place(rest)];
      return false;
    }
    live |= rest;
    if ((more & (more - 1)) == 0) {
      unsafe[0] |= rest & it.s;
      unsafe[1] |= rest & it.o;
    }
    for (Word s = rest & it.s; s != 0; s &= s - 1) ++needs[0][place(s)];
    if ((rest & it.o) != 0) ++needs[1][place(rest & it.o)];
    return true;
  }

  void take(int cell, const Numbers& numbers) noexcept {
    const int s = makes[0][static_cast<std::size_t>(cell)];
    const int o = makes[1][static_cast<std::size_t>(cell)];
    for (int i = 0; i < s; ++i) Numbers::subtract(sums, numbers.of_need(cell, 0));
    for (int i = 0; i < o; ++i) Numbers::subtract(sums, numbers.of_need(cell, 1));
    int worth = std::max(s, o);
    if (s == 0 || o == 0) {
      if (spare == 0 || worth < spare) std::swap(worth, spare);
    }
    taken += worth;
  }

  [[nodiscard]] static std::size_t place(Word bits) noexcept {
    return static_cast<std::size_t>(std::countr_zero(bits));
  }
};

}  // namespace quire
