// One thread's alpha-beta search: principal variation search, transposition table, killer and
// history ordering, late move reductions.
//
// A result is `solid` if no estimate went into it: it then holds at any depth. The sign of a score
// changes only when the turn does.
#pragma once

#include <vector>

#include "engine/limits.hpp"
#include "engine/search/heuristics.hpp"
#include "engine/solve/generic/exhaustive.hpp"

namespace quire {

// A level takes up to 2 kB of a stack that may be small.
inline constexpr int deepest_search = 100;
inline constexpr Score endless = 1 << 22;

struct Found {
  Score score = 0;
  bool solid = false;
};

template <Position P>
class SearchWorker {
 public:
  SearchWorker(const Heuristics<P>& heuristics, SearchTable& table, const P& root, Budget& budget)
      : heuristics_(heuristics),
        table_(table),
        share_(budget),
        by_points_(counts_points(root)),
        history_(2 * static_cast<std::size_t>(P::Game::moves(root.size()))) {}

  [[nodiscard]] bool over() const noexcept { return share_.over(); }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

  // The score of a move for the player who makes it, within a window.
  [[nodiscard]] Found after(const P& position, Move move, int depth, Score alpha, Score beta,
                            int ply) {
    P next = position;
    next.play(move);
    if (next.to_move() == position.to_move()) return search(next, depth, alpha, beta, ply + 1);
    const Found reply = search(next, depth, -beta, -alpha, ply + 1);
    return {-reply.score, reply.solid};
  }

  // A proven win or loss is exact: nothing is better or worse.
  [[nodiscard]] bool proves_win(Score score) const noexcept {
    return !by_points_ && score > max_estimate;
  }
  [[nodiscard]] bool proves_loss(Score score) const noexcept { return proves_win(-score); }
  // The score as a value: a difference of points, or -1 to 1.
  [[nodiscard]] double value(Score score) const noexcept {
    if (by_points_) return static_cast<double>(score) / point_score;
    if (proves_win(score)) return 1;
    if (proves_loss(score)) return -1;
    return static_cast<double>(score) / max_estimate;
  }

 private:
  struct Choice {
    int promise;
    Move move;
  };

  [[nodiscard]] Found search(const P& position, int depth, Score alpha, Score beta, int ply) {
    // Step 1. Stop at the limit, at the end of the game and at the horizon.
    if (!share_.node()) return {};
    ++nodes_;
    if (position.over()) return {final_score(position, ply), true};
    if (depth <= 0 || ply >= deepest_search) return {heuristics_.estimate(position), false};
    // Step 2. Look the position up in the transposition table.
    const std::uint64_t key = heuristics_.key(position);
    const TableEntry known = table_.find(key);
    if (known.bound != Bound::none && (known.solid || known.depth >= depth)) {
      const Score score = from_here(known.score, ply);
      if (known.bound == Bound::equal || (known.bound == Bound::at_least && score >= beta) ||
          (known.bound == Bound::at_most && score <= alpha)) {
        return {score, known.solid};
      }
    }
    return expand(position, depth, alpha, beta, ply, key, known);
  }

  [[nodiscard]] Found expand(const P& position, int depth, Score alpha, Score beta, int ply,
                             std::uint64_t key, const TableEntry& known) {
    // Step 3. Generate the moves with what orders them: table move, killers, history, heuristics.
    const std::size_t first = choices_.size();
    list(position, ply, known);
    const std::size_t end = choices_.size();
    const Score floor = alpha;
    Found best{-endless, true};
    Move best_move = 0;
    // Step 4. Search the moves, the most promising first, until one fails high.
    for (std::size_t at = first; at < end; ++at) {
      const Move move = pick(at, end);
      const Found found =
          try_move(position, move, static_cast<int>(at - first), depth, alpha, beta, ply);
      if (over()) break;
      if (found.score > best.score) {
        best.score = found.score;
        best_move = move;
      }
      alpha = std::max(alpha, best.score);
      if (alpha >= beta || proves_win(best.score)) {
        best.solid = found.solid;
        if (at > first) reward(position.to_move(), move, depth, ply);
        break;
      }
      best.solid = best.solid && found.solid;
    }
    choices_.resize(first);
    if (over()) return {};
    // Step 5. Store the result in the transposition table.
    const Bound bound = best.score >= beta    ? Bound::at_least
                        : best.score <= floor ? Bound::at_most
                                              : Bound::equal;
    table_.put(key, {best_move, to_keep(best.score, ply), depth, bound, best.solid});
    return best;
  }

  // The first move with the full window, the others with a null window unless they turn out better.
  [[nodiscard]] Found try_move(const P& position, Move move, int number, int depth, Score alpha,
                               Score beta, int ply) {
    if (number == 0) return after(position, move, depth - 1, alpha, beta, ply);
    const int less = depth < 3 || number < 4 ? 0 : number < 12 ? 1 : 2;
    Found found = after(position, move, depth - 1 - less, alpha, alpha + 1, ply);
    if (less > 0 && found.score > alpha && !found.solid && !over()) {
      found = after(position, move, depth - 1, alpha, alpha + 1, ply);
    }
    if (found.score > alpha && found.score < beta && !over()) {
      found = after(position, move, depth - 1, alpha, beta, ply);
    }
    return found;
  }

  void list(const P& position, int ply, const TableEntry& known) {
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    const std::size_t mine = history_.size() / 2 * position.to_move();
    position.for_each_legal([&](Move move) {
      int promise = heuristics_.promise(position, move) + history_[mine + move];
      if (move == killers[0] || move == killers[1]) promise += killer_promise;
      if (known.bound != Bound::none && move == known.move) promise = 1 << 30;
      choices_.push_back({promise, move});
    });
  }
  // Moves the most promising of the rest to this place; equals keep their order.
  [[nodiscard]] Move pick(std::size_t at, std::size_t end) noexcept {
    std::size_t most = at;
    for (std::size_t i = at + 1; i < end; ++i) {
      if (choices_[i].promise > choices_[most].promise) most = i;
    }
    const Choice chosen = choices_[most];
    for (; most > at; --most) choices_[most] = choices_[most - 1];
    choices_[at] = chosen;
    return chosen.move;
  }
  void reward(Player mover, Move move, int depth, int ply) noexcept {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != move) killers = {move, killers[0]};
    int& score = history_[history_.size() / 2 * mover + move];
    // Approaches the maximum ever more slowly.
    score += depth * depth * (max_history - score) / max_history;
  }

  [[nodiscard]] Score final_score(const P& position, int ply) const noexcept {
    const int value = worth(position, position.to_move());
    return by_points_ ? point_score * value : value * (won_score - ply);
  }
  // The table counts the plies to a win from the stored position, a search from its root.
  [[nodiscard]] Score to_keep(Score score, int ply) const noexcept {
    if (by_points_) return score;
    return score > max_estimate ? score + ply : score < -max_estimate ? score - ply : score;
  }
  [[nodiscard]] Score from_here(Score score, int ply) const noexcept {
    if (by_points_) return score;
    return score > max_estimate ? score - ply : score < -max_estimate ? score + ply : score;
  }

  static constexpr int killer_promise = 3000;
  static constexpr int max_history = 2000;

  const Heuristics<P>& heuristics_;
  SearchTable& table_;
  ThreadBudget share_;
  std::uint64_t nodes_ = 0;
  bool by_points_;
  std::vector<int> history_;  // [player][move]
  std::array<std::array<Move, 2>, deepest_search + 1> killers_{};
  std::vector<Choice> choices_;  // of all levels, one after the other
};

}  // namespace quire
