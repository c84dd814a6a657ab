// Searches, solvers and players, and their answers as JSON.
#pragma once

#include <memory>

#include "engine/eval/weight_file.hpp"
#include "engine/perft.hpp"
#include "engine/players/level.hpp"
#include "engine/players/paper.hpp"
#include "engine/playout.hpp"
#include "engine/solve/generic/exhaustive.hpp"
#include "engine/specialisations.hpp"
#include "wasm/json.hpp"
#include "wasm/line.hpp"

namespace quire::wasm {

// A search or solver that keeps its table for the next request like this one; one at a time, so
// that memory stays within its bound.
class Kept {
 public:
  // `key` says all about it, its kind of position included.
  template <class Engine, class... Arguments>
  [[nodiscard]] Engine& get(const std::string& key, const Arguments&... arguments) {
    if (holder_ == nullptr || key != key_) {
      holder_ = nullptr;  // gives its memory back first
      holder_ = std::make_unique<Holder<Engine>>(arguments...);
      key_ = key;
    }
    return static_cast<Holder<Engine>&>(*holder_).engine;
  }

 private:
  struct Any {
    Any() = default;
    Any(const Any&) = delete;
    Any& operator=(const Any&) = delete;
    virtual ~Any() = default;
  };
  template <class Engine>
  struct Holder final : Any {
    template <class... Arguments>
    explicit Holder(const Arguments&... arguments) : engine(arguments...) {}
    Engine engine;
  };

  std::unique_ptr<Any> holder_;
  std::string key_;
};

template <Position P>
void write_moves(Json& json, std::string_view name, const Line<P>& line,
                 const std::vector<Move>& moves) {
  json.key(name).list(moves, [&](Json& out, Move move) { out.value(line.move_name(move)); });
}

template <Position P>
void write_result(Json& json, const Line<P>& line, const SearchResult& found, std::uint64_t nodes) {
  json.begin('{').key("candidates").list(found.candidates, [&](Json& out, const Candidate& it) {
    out.begin('{').field("move", line.move_name(it.move)).field("value", it.value);
    out.field("exact", it.exact).field("nodes", it.nodes).end('}');
  });
  write_moves(json, "expected", line, found.line);
  json.field("depth", found.depth).field("nodes", nodes).end('}');
}

template <Position P>
void require_not_over(const Line<P>& line) {
  if (line.last().over()) throw IllegalMove("the game is over: no moves left");
}

[[nodiscard]] inline SearchKind read_search(std::string_view name) {
  if (const auto kind = search_kind(name)) return *kind;
  throw NotationError("a search is mcts, mcts:evaluation=yes or search, not " +
                      quire::text::quoted(name));
}

template <Position P>
[[nodiscard]] LevelSettings read_level(const Request& request) {
  using Game = typename P::Game;
  LevelSettings settings;
  settings.champion = {request.number("exact_share", 0), read_search(request.text("search")),
                       static_cast<int>(request.whole("max_empty_cells", 0))};
  if (request.text("agent") != "champion") settings.search = read_search(request.text("agent"));
  settings.nodes = request.whole("level_nodes", 0);
  settings.miss_rate = request.number("miss_rate", 0);
  settings.measured_cells = Game::cells(Game::read_size(request.text("measured_size")));
  return settings;
}

template <Position P>
[[nodiscard]] std::optional<Known> read_known(const Request& request, const Line<P>& line) {
  Known known{request.number("known_value", 0), {}};
  for (const std::string_view move : request.words("known_moves")) {
    known.best.push_back(P::Game::read_move(line.last().size(), move));
  }
  return known.best.empty() ? std::nullopt : std::optional(known);
}

// A level's move. It depends on the seed of the game and the moves so far alone, so that a server
// can compute it again.
template <Position P>
void choose(Json& json, const Request& request, const Line<P>& line) {
  require_not_over(line);
  const std::uint64_t seed = move_seed(request.whole("seed", 0), line.entries.size());
  Level<P> level(seed, read_level<P>(request));
  Budget budget(request.limits());
  const SearchResult found = level.think(line.last(), budget, read_known(request, line));
  write_result(json, line, found, budget.nodes());
}

// A move of the paper's players, by the same seeds.
template <Position P>
void choose_by_policy(Json& json, const Request& request, const Line<P>& line) {
  require_not_over(line);
  const auto policy = policy_named(request.text("policy"));
  if (!policy) throw NotationError("no policy " + quire::text::quoted(request.text("policy")));
  Random random(move_seed(move_seed(request.whole("seed", 0), line.entries.size()), 0));
  const Move move = policy->choose(line.last(), random);
  json.begin('{').field("move", line.move_name(move)).end('}');
}

inline constexpr std::uint64_t default_memory = std::uint64_t{64} << 20U;

template <Position P>
[[nodiscard]] std::string key_of(const Request& request, std::string_view settings) {
  return std::string(P::name) + " " + std::string(settings) + " " +
         std::string(request.text("memory")) + " " + std::string(request.text("seed"));
}

// The values of all moves; asked again, it continues where it stopped.
template <Position P>
void search(Json& json, const Request& request, const Line<P>& line, Kept& kept) {
  require_not_over(line);
  const SearchKind kind = read_search(request.text("search"));
  const auto memory = static_cast<std::size_t>(request.whole("memory", default_memory));
  const std::uint64_t seed = request.whole("seed", 0);
  const bool every_move = request.yes("every_move");
  const int players = P::Game::players(line.last().size());
  const std::string key = key_of<P>(request, request.text("search")) +
                          (every_move ? " every " : " ") + std::to_string(players);
  Budget budget(request.limits());
  const auto think = [&](auto& engine) {
    const SearchResult found = engine.think(line.last(), budget);
    write_result(json, line, found, budget.nodes());
  };
  if (kind.method == SearchKind::Method::search) {
    think(kept.get<SearchOf<P>>(key, SearchSettings{seed, memory, every_move}));
  } else {
    think(kept.get<Mcts<P>>(key, seed, memory, mcts::settings_for<P>(players, kind.evaluation)));
  }
}

// Larger than any value, so that as a bound it says nothing.
inline constexpr int unbounded = 1 << 20;

template <Position P>
void solve(Json& json, const Request& request, const Line<P>& line, Kept& kept) {
  if (P::Game::players(line.last().size()) != 2) {
    throw NotationError("only two-player positions can be solved");
  }
  const auto memory = static_cast<std::size_t>(request.whole("memory", default_memory));
  const bool all = !request.yes("one_best");
  Budget budget(request.limits());
  const auto answer = [&](auto& solver) {
    return solver.solve(line.last(), {.all_best = all, .grundy = all}, budget);
  };
  ExhaustiveSolver<P> at_end(0);  // a finished game needs no tables
  const Solution found = line.last().over()
                             ? answer(at_end)
                             : answer(kept.get<Solver<P>>(key_of<P>(request, "solver"), memory));
  const auto bound = [&](std::string_view name, int value) {
    json.key(name);
    std::abs(value) >= unbounded ? json.null() : json.value(value);
  };
  json.begin('{').field("exact", found.exact());
  bound("lower", found.lower);
  bound("upper", found.upper);
  write_moves(json, "best_moves", line, found.best);
  json.field("all_best", found.all_best).key("grundy");
  found.grundy ? json.value(*found.grundy) : json.null();
  json.field("nodes", budget.nodes()).end('}');
}

template <Position P>
void count_games(Json& json, const Request& request, const Line<P>& line) {
  const std::uint64_t depth = request.whole("depth", 1);
  if (depth > deepest_perft) throw NotationError("depth must be 0 to 100");
  const auto visit = [] {};
  json.begin('{').field("count", perft(line.last(), static_cast<int>(depth), visit)).end('}');
}

// Random games, two at a time: for measuring.
template <Position P>
void play_out(Json& json, const Request& request, const Line<P>& line) {
  Random random(request.whole("seed", 0));
  std::int64_t moves = 0;
  for (std::uint64_t pairs = request.whole("games", 2) / 2; pairs > 0; --pairs) {
    P one = line.last(), other = one;
    moves += quire::play_out(one, other, random);
  }
  json.begin('{').field("moves", moves).end('}');
}

}  // namespace quire::wasm
