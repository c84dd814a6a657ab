// One position within the search of the sos solver: the live lines, and what each move would do.
//
// A lone cell is one whose live lines need nothing else. It can be taken at any time: that makes
// its points, keeps the turn and touches nothing. Of a position G with lone cells besides
// - those that make points with either letter are taken at once;
// - of the others all but the one worth least are taken at once. What is left is `spare`, worth k:
//   to take it gives k + v(G), to waste it with the other letter passes the turn and gives -v(G).
// docs/games/sos.md has the proofs.
#pragma once

#include "engine/solve/sos/shape.hpp"

namespace quire {

struct SosNode {
  // A cell is on twelve lines at most.
  static constexpr std::size_t max_lines = 12 * SosShape::max_cells;
  // Lines that need one letter, two letters, three letters weigh 6, 3, 2 on each of their cells:
  // 6 in all.
  static constexpr int line_weight = 6;
  using Counts = std::array<std::uint8_t, SosShape::max_cells>;

  std::array<SosLine, max_lines> line;  // the live ones
  std::size_t lines = 0;
  Word live = 0;                     // the cells that they need
  std::array<Word, 2> completing{};  // where S, where O makes an S-O-S
  std::array<Word, 2> unsafe{};      // where S, where O lets the next move make one
  std::array<Counts, 2> makes;       // how many S, how many O there makes
  std::array<Counts, 2> weight;      // of the lines that need S there, that need O there
  int taken = 0;                     // points made at once by the player to move, on lone cells
  int spare = 0;                     // the value of the lone cell left over, 0: there is none
  bool idle = false;                 // the idle cells are odd in number

  // All of the shape, nothing taken yet.
  [[nodiscard]] static SosNode whole(const SosShape& shape) noexcept {
    SosNode node;
    node.lines = shape.lines().size();
    std::copy(shape.lines().begin(), shape.lines().end(), node.line.begin());
    for (const SosLine& it : shape.lines()) node.live |= it.all();
    node.idle = shape.idle().size() % 2 != 0;
    return node;
  }

  // This node becomes what `from` is after the letter on the cell `bit`; 0: as it is.
  void follow(const SosNode& from, Word bit, unsigned letter) noexcept {
    const Word left = from.live & ~bit;
    clear(left);
    std::array<SosLine, max_lines> last;  // need one letter more
    std::size_t lasts = 0;
    for (std::size_t i = 0; i < from.lines; ++i) {
      SosLine it = from.line[i];
      if ((it.all() & bit) != 0) {
        if ((it.of(letter) & bit) == 0) continue;
        it.s &= ~bit;
        it.o &= ~bit;
        if (it.all() == 0) continue;
      }
      if (note(it)) {
        line[lines++] = it;
      } else {
        last[lasts++] = it;
      }
    }
    const Word completes = completing[0] | completing[1];
    idle = from.idle != (count_bits(left & ~(live | completes)) % 2 != 0);
    spare = from.spare;
    taken = 0;
    for (Word lone = completes & ~live; lone != 0; lone &= lone - 1) take(place(lone));
    completing[0] &= live;
    completing[1] &= live;
    for (std::size_t i = 0; i < lasts; ++i) {
      if ((last[i].all() & live) != 0) line[lines++] = last[i];
    }
  }

  [[nodiscard]] Word scoring() const noexcept { return completing[0] | completing[1]; }
  [[nodiscard]] static std::size_t place(Word bits) noexcept {
    return static_cast<std::size_t>(std::countr_zero(bits));
  }

 private:
  void clear(Word cells) noexcept {
    lines = 0;
    live = 0;
    completing = {};
    unsafe = {};
    const auto count = static_cast<std::size_t>(std::bit_width(cells));
    for (unsigned letter = 0; letter < 2; ++letter) {
      std::fill_n(makes[letter].begin(), count, std::uint8_t{0});
      std::fill_n(weight[letter].begin(), count, std::uint8_t{0});
    }
  }

  // Counts what a live line needs; false: one letter only.
  [[nodiscard]] bool note(const SosLine& it) noexcept {
    const Word all = it.all();
    const Word more = all & (all - 1);
    const bool two = (more & (more - 1)) == 0;
    const unsigned each = more == 0 ? 6 : two ? 3 : 2;
    for (Word s = it.s; s != 0; s &= s - 1) add(weight[0][place(s)], each);
    if (it.o != 0) add(weight[1][place(it.o)], each);
    if (more == 0) {
      const unsigned letter = it.o != 0 ? 1 : 0;
      completing[letter] |= all;
      add(makes[letter][place(all)], 1);
      return false;
    }
    live |= all;
    if (two) {
      unsafe[0] |= it.s;
      unsafe[1] |= it.o;
    }
    return true;
  }
  static void add(std::uint8_t& count, unsigned more) noexcept {
    count = static_cast<std::uint8_t>(count + more);
  }

  void take(std::size_t cell) noexcept {
    int worth = std::max(makes[0][cell], makes[1][cell]);
    const bool wastable = makes[0][cell] == 0 || makes[1][cell] == 0;
    if (wastable && (spare == 0 || worth < spare)) std::swap(worth, spare);
    taken += worth;
  }
};

}  // namespace quire
