// A tree of moves grown by imagined games (UCT), for any number of players: a node counts how well
// those games ended for the player who moved there.
#pragma once

#include <cmath>
#include <vector>

#include "engine/sos_playout.hpp"

namespace quire {

template <int Words>
class SosTree {
 public:
  struct Node {
    float results = 0;  // 1 for a game won; of the player who moved here, as all of these
    float margins = 0;  // points ahead of the best other player; in simple 1, 0, -1
    std::uint32_t visits = 0;
    std::uint32_t first = 0;  // child; they stand together
    std::uint16_t children = 0;
    Move move = 0;
  };

  SosTree(const SosBoard<Words>& root, std::uint64_t seed, std::size_t most_nodes)
      : root_(root), steps_(root.grid()), playout_(steps_), random_(seed), most_(most_nodes) {
    nodes_.emplace_back();
    expand(0, root_);
  }
  SosTree(const SosTree&) = delete;
  SosTree& operator=(const SosTree&) = delete;

  // One more imagined game.
  void grow() {
    SosBoard<Words> board = root_;
    path_.clear();
    std::uint32_t at = 0;
    while (!board.over()) {
      if (nodes_[at].children == 0) {
        const auto moves = 2 * static_cast<std::size_t>(board.empty().count());
        if (nodes_[at].visits < expand_at || nodes_.size() + moves > most_) break;
        expand(at, board);
      }
      at = select(nodes_[at]);
      path_.push_back({at, board.to_move()});
      board.play(nodes_[at].move);
    }
    playout_.finish(board, random_);
    ++nodes_[0].visits;
    for (const auto& [index, mover] : path_) {
      Node& node = nodes_[index];
      const int margin = board.margin(mover);
      ++node.visits;
      node.margins += static_cast<float>(margin);
      node.results += margin > 0 ? 1.0F : margin == 0 ? draw_result : 0.0F;
    }
  }

  [[nodiscard]] std::vector<Node> root_moves() const {
    const auto first = nodes_.begin() + nodes_[0].first;
    return {first, first + nodes_[0].children};
  }
  // What was tried most, move by move.
  [[nodiscard]] std::vector<Move> line() const {
    std::vector<Move> moves;
    for (const Node* at = &nodes_[0]; at->children > 0;) {
      const Node* best = &nodes_[at->first];
      for (std::uint32_t i = 1; i < at->children; ++i) {
        const Node* other = &nodes_[at->first + i];
        if (other->visits > best->visits) best = other;
      }
      if (best->visits == 0) break;
      moves.push_back(best->move);
      at = best;
    }
    return moves;
  }

 private:
  static constexpr std::uint32_t expand_at = 4;  // visits before a node gets children
  static constexpr float explore = 0.35F;
  static constexpr float draw_result = 0.4F;  // it plays to win
  // With so few safe moves left, giving something away may be the way not to run out of them first.
  static constexpr std::size_t few_safe = 6;
  static constexpr int after_safe = 1 << 10;  // the rank of a move that gives nothing

  struct Step {
    std::uint32_t node;
    Player mover;
  };
  struct Ranked {
    int rank;
    Move move;
  };

  // Gives a node its children: the moves worth a thought, the likely ones first.
  void expand(std::uint32_t at, const SosBoard<Words>& board) {
    rank_moves(board);
    nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].children = static_cast<std::uint16_t>(ranked_.size());
    for (const Ranked& it : ranked_) {
      nodes_.emplace_back();
      nodes_.back().move = it.move;
    }
  }

  void rank_moves(const SosBoard<Words>& board) {
    ranked_.clear();
    const auto add = [&](const Bits<Words>& cells, int letter, auto rank) {
      cells.for_each([&](int cell) {
        const auto move = static_cast<Move>(2 * cell + letter);
        ranked_.push_back({rank(cell) * 1024 + random_.below(1024), move});
      });
    };
    const SosOptions<Words> options = board.options(steps_);
    const Bits<Words> takes = options.takes[0] | options.takes[1];
    const std::array<Bits<Words>, 2> safe{board.empty() - options.unsafe[0],
                                          board.empty() - options.unsafe[1]};
    const bool give = static_cast<std::size_t>(safe[0].count() + safe[1].count()) <= few_safe;
    for (int letter = 0; letter < 2; ++letter) {
      const auto of_letter = static_cast<std::size_t>(letter);
      if (takes.any()) {
        // With the other letter nobody takes it, and the turn passes.
        add(takes, letter, [&](int cell) { return -board.makes(cell, letter); });
        continue;
      }
      // As many lines as possible stay alive: the more there is to play for, the better.
      add(safe[of_letter], letter, [&](int cell) { return board.live_lines(cell, 1 - letter); });
      if (!give) continue;
      add(options.unsafe[of_letter], letter, [&](int cell) {
        return after_safe + playout_.given_by(board, static_cast<Move>(2 * cell + letter));
      });
    }
    std::sort(ranked_.begin(), ranked_.end(), [](const Ranked& a, const Ranked& b) {
      return std::pair(a.rank, a.move) < std::pair(b.rank, b.move);
    });
  }

  // The child to try next: each once, in their order, then those that go well or were tried little.
  [[nodiscard]] std::uint32_t select(const Node& parent) const noexcept {
    const float log = std::log(static_cast<float>(parent.visits + 1));
    const std::uint32_t end = parent.first + parent.children;
    std::uint32_t best = parent.first;
    float highest = -1.0F;
    for (std::uint32_t i = parent.first; i < end; ++i) {
      const Node& child = nodes_[i];
      if (child.visits == 0) return i;
      const auto tried = static_cast<float>(child.visits);
      const float value = child.results / tried + explore * std::sqrt(log / tried);
      if (value > highest) {
        highest = value;
        best = i;
      }
    }
    return best;
  }

  SosBoard<Words> root_;
  SosSteps<Words> steps_;
  SosPlayout<Words> playout_;
  Random random_;
  std::size_t most_;
  std::vector<Node> nodes_;
  std::vector<Step> path_;
  std::vector<Ranked> ranked_;
};

}  // namespace quire
