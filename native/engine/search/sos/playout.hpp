// Playout policy for sos: score if possible, else play a safe move (aiming for parity when few are
// left), else give away as little as possible; opponents, who make mistakes as people do, give away
// anything.
#pragma once

#include "engine/search/sos/board.hpp"

namespace quire {

template <int Words>
class SosPlayout {
 public:
  using Set = Bits<Words>;

  // `alike`: all players are as careful as the one the search is for.
  SosPlayout(const SosSteps<Words>& steps, bool alike) noexcept : steps_(steps), alike_(alike) {}

  // `careful_player`: the player the search is for.
  void finish(SosBoard<Words>& board, Random& random, Player careful_player) const noexcept {
    while (!board.over()) {
      const bool careful = alike_ || board.to_move() == careful_player;
      board.play(choose(board, random, careful ? careful_looks : 1));
    }
  }

  // The points that the next player can score in a row after this move.
  [[nodiscard]] int given_by(SosBoard<Words> board, Move move) const noexcept {
    board.play(move);
    const Player player = board.to_move();
    const int before = board.points()[player];
    while (!board.over()) {
      const std::array<Set, 2> takes = board.effects(steps_).takes;
      if (takes[0].any()) {
        board.play(static_cast<Move>(2 * takes[0].nth(0)));
      } else if (takes[1].any()) {
        board.play(static_cast<Move>(2 * takes[1].nth(0) + 1));
      } else {
        break;
      }
    }
    return board.points()[player] - before;
  }

 private:
  static constexpr int careful_looks = 6;  // fewer miss too much, more cost more than they gain
  static constexpr int few_safe = 12, safe_looks = 3;

  [[nodiscard]] Move choose(const SosBoard<Words>& board, Random& random,
                            int looks) const noexcept {
    const SosEffects<Words> effects = board.effects(steps_);
    if (const auto taking = any_of(effects.takes, random)) return *taking;
    const std::array<Set, 2> safe{board.empty() - effects.unsafe[0],
                                  board.empty() - effects.unsafe[1]};
    if (const auto quiet = safe_move(board, safe, random)) return *quiet;
    Move best = 0;
    int least = 0;
    for (int i = 0; i < looks; ++i) {
      const Move move = *any_of(effects.unsafe, random);
      const int given = given_by(board, move);
      if (i > 0 && given >= least) continue;
      best = move;
      least = given;
    }
    return best;
  }

  // With two players, leaving an even number of safe cells likely means making the last safe move.
  [[nodiscard]] std::optional<Move> safe_move(const SosBoard<Words>& board,
                                              const std::array<Set, 2>& safe,
                                              Random& random) const noexcept {
    std::optional<Move> move = any_of(safe, random);
    if (!move || board.players() > 2 || safe[0].count() + safe[1].count() > few_safe) return move;
    for (int i = 1; i < safe_looks && safe_cells_after(board, *move) % 2 != 0; ++i) {
      move = any_of(safe, random);
    }
    return move;
  }
  [[nodiscard]] int safe_cells_after(SosBoard<Words> board, Move move) const noexcept {
    board.play(move);
    const SosEffects<Words> effects = board.effects(steps_);
    return (board.empty() - (effects.unsafe[0] & effects.unsafe[1])).count();
  }

  // S on one of the first set's cells or O on one of the second's.
  [[nodiscard]] static std::optional<Move> any_of(const std::array<Set, 2>& cells,
                                                  Random& random) noexcept {
    const int with_s = cells[0].count(), all = with_s + cells[1].count();
    if (all == 0) return std::nullopt;
    const int choice = random.below(all);
    return static_cast<Move>(choice < with_s ? 2 * cells[0].nth(choice)
                                             : 2 * cells[1].nth(choice - with_s) + 1);
  }

  const SosSteps<Words>& steps_;
  bool alike_;
};

}  // namespace quire
