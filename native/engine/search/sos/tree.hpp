// A UCT tree for sos, for any number of players. Transpositions share one node: safe moves can be
// made in any order, and usually are.
//
//   node   a position, without what can no longer matter, and the player who moved there; how well
//          the playouts through it ended for that player
//   edge   a move from a node, the node where it leads, how often it was taken
//
// Empty cells on no line that can still be completed are alike: one edge stands for all of them,
// and between two players only if their number is odd, since two cancel out.
#pragma once

#include <cmath>
#include <vector>

#include "core/maths.hpp"
#include "engine/search/sos/playout.hpp"

namespace quire {

template <int Words>
class SosTree {
 public:
  struct Tried {
    Move move = 0;
    std::uint32_t visits = 0;
    double margins = 0;  // points ahead of the best other player in all those games together
  };

  // `every_move`: each root move gets a value, and all players are equally careful in playouts.
  SosTree(const SosBoard<Words>& root, std::uint64_t seed, std::size_t memory, bool every_move)
      : root_(root),
        steps_(root.grid()),
        playout_(steps_, every_move),
        every_move_(every_move),
        random_(seed),
        max_edges_(memory / (sizeof(Edge) + sizeof(Node) + 4 * sizeof(std::uint32_t))),
        slots_(1024) {
    nodes_.emplace_back();
    expand(0, root_, root_.alive(steps_));
  }
  SosTree(const SosTree&) = delete;
  SosTree& operator=(const SosTree&) = delete;

  // One more playout.
  void grow() {
    SosBoard<Words> board = root_;
    path_.clear();
    std::uint32_t at = 0;
    while (!board.over()) {
      const Bits<Words> alive = board.alive(steps_);
      if (at != 0 && !(alive & board.empty()).any()) break;  // the rest cannot change the result
      if (nodes_[at].edges == 0) {
        if (nodes_[at].visits < expand_at || full(board)) break;
        expand(at, board, alive);
      }
      const std::uint32_t edge = select(nodes_[at], at == 0 && every_move_);
      const Player mover = board.to_move();
      board.play(edges_[edge].idle ? idle_move(board, alive) : edges_[edge].move);
      if (edges_[edge].node == 0) edges_[edge].node = find(board, mover);
      at = edges_[edge].node;
      path_.push_back({edge, mover});
    }
    playout_.finish(board, random_, root_.to_move());
    ++nodes_[0].visits;
    for (const auto& [edge, mover] : path_) {
      Node& node = nodes_[edges_[edge].node];
      const int margin = board.margin(mover);
      ++edges_[edge].visits;
      ++node.visits;
      node.margins += static_cast<float>(margin);
      node.results += margin > 0 ? 1.0F : margin == 0 ? draw_result : 0.0F;
    }
  }

  // The root moves, the likeliest first.
  [[nodiscard]] std::vector<Tried> tried() const {
    std::vector<Tried> moves;
    for (std::uint32_t i = 0; i < nodes_[0].edges; ++i) {
      const Edge& edge = edges_[nodes_[0].first + i];
      const Node& node = nodes_[edge.node];
      const double mean = edge.visits == 0 ? 0 : double{node.margins} / node.visits;
      moves.push_back({edge.move, edge.visits, mean * edge.visits});
    }
    return moves;
  }
  // The most visited moves: the principal variation.
  [[nodiscard]] std::vector<Move> line() const {
    std::vector<Move> moves;
    SosBoard<Words> board = root_;
    for (const Node* at = &nodes_[0]; at->edges > 0;) {
      const auto first = edges_.begin() + at->first;
      const auto most =
          std::max_element(first, first + at->edges,
                           [](const Edge& a, const Edge& b) { return a.visits < b.visits; });
      if (most->visits == 0) break;
      moves.push_back(most->idle ? idle_move(board, board.alive(steps_)) : most->move);
      board.play(moves.back());
      at = &nodes_[most->node];
    }
    return moves;
  }

 private:
  static constexpr std::uint32_t expand_at = 4;  // visits before a node gets edges
  static constexpr std::uint32_t open_at_once = 3;
  static constexpr std::uint32_t visits_of_each = 16;  // of moves that all count, at least
  static constexpr float explore = 0.45F;
  static constexpr float draw_result = 0.25F;  // it plays to win
  // With this few safe moves left, giving something away may avoid running out of them first.
  static constexpr int few_safe = 3;
  static constexpr int after_safe = 1 << 10;  // the rank of a move that gives nothing away

  struct Node {
    std::uint64_t key = 0;
    float results = 0;  // 1 for a game won
    float margins = 0;
    std::uint32_t visits = 0;
    std::uint32_t first = 0;  // edge; the others follow it
    std::uint16_t edges = 0;
  };
  struct Edge {
    Move move = 0;
    bool idle = false;
    std::uint32_t visits = 0;
    std::uint32_t node = 0;  // 0: not yet looked up
  };
  struct Step {
    std::uint32_t edge;
    Player mover;
  };
  struct Ranked {
    int rank;
    Move move;
    bool idle;
  };

  [[nodiscard]] bool full(const SosBoard<Words>& board) const noexcept {
    return edges_.size() + 2 * static_cast<std::size_t>(board.empty().count()) > max_edges_;
  }

  [[nodiscard]] static Move idle_move(const SosBoard<Words>& board, const Bits<Words>& alive) {
    return static_cast<Move>(2 * (board.empty() - alive).nth(0));
  }

  // The node of a position after a move of this player.
  [[nodiscard]] std::uint32_t find(const SosBoard<Words>& board, Player mover) {
    const Bits<Words> alive = board.alive(steps_);
    auto idle = static_cast<std::uint64_t>((board.empty() - alive).count());
    if (board.players() == 2) idle %= 2;
    const std::uint64_t key = board.key(alive, idle << 8U | mover);
    std::uint32_t& slot = slot_of(key);
    if (slot != 0) return slot;
    const auto made = slot = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    nodes_.back().key = key;
    if (2 * nodes_.size() > slots_.size()) make_room();
    return made;
  }

  // The slot of the node with this key, or where it would be.
  [[nodiscard]] std::uint32_t& slot_of(std::uint64_t key) noexcept {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(key) & mask;
    while (slots_[slot] != 0 && nodes_[slots_[slot]].key != key) slot = (slot + 1) & mask;
    return slots_[slot];
  }
  void make_room() {
    slots_.assign(2 * slots_.size(), 0);
    for (std::uint32_t i = 1; i < nodes_.size(); ++i) slot_of(nodes_[i].key) = i;
  }

  // Expands a node: the moves worth trying, the likeliest first.
  void expand(std::uint32_t at, const SosBoard<Words>& board, const Bits<Words>& alive) {
    rank_moves(board, alive, at == 0 && every_move_);
    nodes_[at].first = static_cast<std::uint32_t>(edges_.size());
    nodes_[at].edges = static_cast<std::uint16_t>(ranked_.size());
    for (const Ranked& it : ranked_) edges_.push_back({it.move, it.idle, 0, 0});
  }

  // `every`: also those hardly worth trying.
  void rank_moves(const SosBoard<Words>& board, const Bits<Words>& alive, bool every) {
    ranked_.clear();
    const auto add = [&](const Bits<Words>& cells, int letter, auto rank) {
      cells.for_each([&](int cell) {
        const auto move = static_cast<Move>(2 * cell + letter);
        ranked_.push_back({rank(cell) * 1024 + random_.below(1024), move, false});
      });
    };
    const SosEffects<Words> effects = board.effects(steps_);
    const Bits<Words> takes = effects.takes[0] | effects.takes[1];
    const Bits<Words> live = board.empty() & alive;
    const std::array<Bits<Words>, 2> safe{live - effects.unsafe[0], live - effects.unsafe[1]};
    const int idle = (board.empty() - alive).count();
    const bool crowd = board.players() > 2;  // what a player gives up goes to the next player
    for (int letter = 0; letter < 2; ++letter) {
      const auto of_letter = static_cast<std::size_t>(letter);
      if (takes.any()) {
        // With the other letter nobody can take it, and the turn passes: useful with two players.
        add(crowd ? effects.takes[of_letter] : takes, letter,
            [&](int cell) { return -board.makes(cell, letter); });
        if (!every) continue;
      }
      // Prefer moves that keep many lines alive: the more there is to play for, the better.
      add(safe[of_letter] - takes, letter,
          [&](int cell) { return board.live_lines(cell, 1 - letter); });
      if (!every && safe[0].count() + safe[1].count() > (crowd ? 0 : few_safe)) continue;
      add(effects.unsafe[of_letter] - takes, letter, [&](int cell) {
        return after_safe + playout_.given_by(board, static_cast<Move>(2 * cell + letter));
      });
    }
    const bool idling = !takes.any() && (board.players() == 2 ? idle % 2 : idle) != 0;
    if (idling || (every && idle > 0)) {
      ranked_.push_back({random_.below(1024), idle_move(board, alive), true});
    }
    if (ranked_.empty()) ranked_.push_back({0, idle_move(board, alive), true});
    std::sort(ranked_.begin(), ranked_.end(), [](const Ranked& a, const Ranked& b) {
      return std::pair(a.rank, a.move) < std::pair(b.rank, b.move);
    });
  }

  // Selection: each edge once, in order, then by UCT. A node with few visits opens only its
  // likeliest edges: dozens of moves may give something away, and few of them are worth it. Even if
  // every move counts, as many are opened as get enough visits to say something about them.
  [[nodiscard]] std::uint32_t select(const Node& parent, bool all_open) const noexcept {
    const auto visits = static_cast<float>(parent.visits);
    const auto log = static_cast<float>(maths::log(parent.visits + 1));
    const std::uint32_t more =
        all_open ? parent.visits / visits_of_each : static_cast<std::uint32_t>(std::sqrt(visits));
    const std::uint32_t open = std::min<std::uint32_t>(parent.edges, open_at_once + more);
    std::uint32_t best = parent.first;
    float highest = -1.0F;
    for (std::uint32_t i = parent.first; i < parent.first + open; ++i) {
      const Edge& edge = edges_[i];
      if (edge.visits == 0) return i;
      const Node& node = nodes_[edge.node];
      const float value = node.results / static_cast<float>(node.visits) +
                          explore * std::sqrt(log / static_cast<float>(edge.visits));
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
  bool every_move_;
  Random random_;
  std::size_t max_edges_;  // as many as fit into memory if each has its own node
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> slots_;  // by key, where to begin to look; 0: nothing
  std::vector<Step> path_;
  std::vector<Ranked> ranked_;
};

}  // namespace quire
