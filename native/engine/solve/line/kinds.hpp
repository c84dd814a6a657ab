// What a line promises, read square by square: a finite automaton for lines of any length.
//
//   S . . . O . O . . .        kind 0, then one step per square: 0 -S-> 2 -.-> 5 -.-> 10 -.-> 13
//   |  read so far  |  rest    -O-> 19 -.-> 27 -O-> 36 ...: all that the rest must know of it
//
// Two beginnings of a line are of one kind if no rest tells them apart. There are 51 kinds, each
// listed with the shortest beginning that is of it. The proof that these numbers are right for
// every line is a finite check: docs/games/line.md says why, the native tests do it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace quire {

// Maker is who faces an odd number of empty squares, at this move and at all of his; he wins a
// quiet line once it has a pair `S . . S`, and a quiet line without one is drawn.
enum class Prospect : std::uint8_t {
  none,    // Breaker can keep the line free of pairs, moving first or second
  chance,  // Maker gets a pair if he moves first, not if Breaker does
  sure,    // Maker has a pair, or gets one moving first or second
  loud,    // not quiet: the player to move can complete S-O-S, or it is complete
};

struct LineKind {
  Prospect prospect;                   // of the line, if it ends here
  std::array<std::uint8_t, 3> beyond;  // the kind with one square more: empty, S, O
};

inline constexpr auto line_kinds = [] {
  using enum Prospect;
  return std::to_array<LineKind>({
      {none, {1, 2, 0}},       //  0
      {none, {3, 2, 4}},       //  1  .
      {none, {5, 2, 6}},       //  2  S
      {none, {7, 2, 4}},       //  3  ..
      {none, {8, 9, 0}},       //  4  .O
      {none, {10, 9, 4}},      //  5  S.
      {none, {9, 9, 0}},       //  6  SO
      {none, {11, 12, 4}},     //  7  ...
      {none, {1, 2, 4}},       //  8  .O.
      {loud, {9, 9, 9}},       //  9  .OS
      {none, {13, 14, 4}},     // 10  S..
      {none, {15, 12, 4}},     // 11  ....
      {chance, {16, 12, 17}},  // 12  ...S
      {chance, {18, 12, 19}},  // 13  S...
      {sure, {20, 14, 21}},    // 14  S..S
      {none, {22, 12, 4}},     // 15  .....
      {chance, {23, 9, 24}},   // 16  ...S.
      {chance, {9, 9, 25}},    // 17  ...SO
      {chance, {26, 2, 24}},   // 18  S....
      {chance, {27, 9, 25}},   // 19  S...O
      {sure, {28, 9, 29}},     // 20  S..S.
      {sure, {9, 9, 30}},      // 21  S..SO
      {none, {31, 12, 4}},     // 22  ......
      {chance, {32, 14, 24}},  // 23  ...S..
      {chance, {33, 9, 25}},   // 24  ...S.O
      {chance, {34, 12, 25}},  // 25  ...SOO
      {chance, {35, 12, 24}},  // 26  S.....
      {none, {1, 2, 36}},      // 27  S...O.
      {sure, {28, 14, 29}},    // 28  S..S..
      {sure, {28, 9, 30}},     // 29  S..S.O
      {sure, {28, 14, 30}},    // 30  S..SOO
      {chance, {37, 12, 19}},  // 31  .......
      {sure, {38, 14, 39}},    // 32  ...S...
      {chance, {34, 12, 24}},  // 33  ...S.O.
      {chance, {40, 12, 24}},  // 34  ...SOO.
      {chance, {41, 12, 24}},  // 35  S......
      {none, {1, 9, 0}},       // 36  S...O.O
      {chance, {33, 12, 24}},  // 37  ........
      {sure, {28, 12, 29}},    // 38  ...S....
      {sure, {42, 9, 30}},     // 39  ...S...O
      {chance, {43, 12, 24}},  // 40  ...SOO..
      {chance, {44, 12, 24}},  // 41  S.......
      {chance, {34, 12, 45}},  // 42  ...S...O.
      {chance, {46, 14, 24}},  // 43  ...SOO...
      {chance, {47, 14, 24}},  // 44  S........
      {chance, {34, 9, 25}},   // 45  ...S...O.O
      {chance, {48, 14, 24}},  // 46  ...SOO....
      {chance, {48, 12, 24}},  // 47  S.........
      {chance, {49, 14, 24}},  // 48  ...SOO.....
      {chance, {50, 14, 24}},  // 49  ...SOO......
      {sure, {28, 14, 39}},    // 50  ...SOO.......
  });
}();

// prospect_between[k][m]: the prospect of a whole line of which a beginning, read from the left, is
// of kind k and the rest, read from the right, of kind m.
using ProspectBetween = std::array<std::array<Prospect, line_kinds.size()>, line_kinds.size()>;
inline constexpr ProspectBetween prospect_between = [] {
  ProspectBetween between{};
  for (std::size_t k = 0; k < line_kinds.size(); ++k) between[k][0] = line_kinds[k].prospect;
  std::size_t known = 1;  // kinds are listed as they are first reached from the ones above them
  for (std::size_t m = 0; m < line_kinds.size(); ++m) {
    for (std::size_t mark = 0; mark < 3; ++mark) {
      if (line_kinds[m].beyond[mark] != known) continue;
      for (std::size_t k = 0; k < line_kinds.size(); ++k) {
        between[k][known] = between[line_kinds[k].beyond[mark]][m];
      }
      ++known;
    }
  }
  return between;
}();

// A square between the two parts may be counted to either: hence the table above is right, however
// the kind of the rest was reached.
static_assert([] {
  for (std::size_t k = 0; k < line_kinds.size(); ++k) {
    for (std::size_t m = 0; m < line_kinds.size(); ++m) {
      for (std::size_t mark = 0; mark < 3; ++mark) {
        if (prospect_between[k][line_kinds[m].beyond[mark]] !=
            prospect_between[line_kinds[k].beyond[mark]][m]) {
          return false;
        }
      }
    }
  }
  return true;
}());

}  // namespace quire
