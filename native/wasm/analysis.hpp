// Analysis, reviews and puzzles, and their answers as JSON. Facts that one worker has proven go to
// another with the request: a page runs a solver and a search side by side.
#pragma once

#include <charconv>
#include <functional>

#include "engine/analysis/prover.hpp"
#include "engine/analysis/puzzle.hpp"
#include "engine/analysis/review.hpp"
#include "wasm/replay.hpp"
#include "wasm/thinking.hpp"

namespace quire::wasm {

// A prover and an estimator, each made when it is first needed, and kept for the next request.
template <Position P>
class Analyst {
 public:
  // `memory`: bytes for each of them.
  Analyst(std::size_t memory, SearchKind kind) : memory_(memory), kind_(kind) {}

  [[nodiscard]] Prover<P>& prover() {
    if (!prover_) prover_.emplace(memory_);
    return *prover_;
  }
  // With a value for every move. Not inlined: searches are large.
  [[nodiscard, gnu::noinline]] SearchResult estimate(const P& position, Budget& budget) {
    if (position.over()) return {};
    const int players = P::Game::players(position.size());
    if (kind_.method == SearchKind::Method::search && players == 2) {
      if (!search_) search_.emplace(SearchSettings{0, memory_, true});
      return search_->think(position, budget);
    }
    if (!mcts_) mcts_.emplace(0, memory_, mcts::settings_for<P>(players, kind_.evaluation));
    return mcts_->think(position, budget);
  }

 private:
  std::size_t memory_;
  SearchKind kind_;
  std::optional<Prover<P>> prover_;
  std::optional<SearchOf<P>> search_;
  std::optional<Mcts<P>> mcts_;
};

template <Position P>
[[nodiscard]] Analyst<P>& analyst_of(const Request& request, const Line<P>& line, Kept& kept) {
  const std::string_view search = request.has("search") ? request.text("search") : "mcts";
  const auto memory = static_cast<std::size_t>(request.whole("memory", default_memory));
  const int players = P::Game::players(line.last().size());
  const std::string key = key_of<P>(request, search) + " analyst " + std::to_string(players);
  return kept.get<Analyst<P>>(key, memory, read_search(search));
}

[[nodiscard]] inline int read_int(std::string_view typed) {
  int value = 0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), value);
  if (error != std::errc() || end != typed.data() + typed.size()) {
    throw NotationError("not a whole number: " + quire::text::quoted(typed));
  }
  return value;
}

// Moves of a size by name. Most of what follows is about them alone and compiled once, not for
// each kind of position.
struct MoveNames {
  std::function<std::string(Move)> write;
  std::function<Move(std::string_view)> read;

  template <Position P>
  [[nodiscard]] static MoveNames of(const P& position) {
    const auto size = position.size();
    return {[size](Move move) { return P::Game::move(size, move); },
            [size](std::string_view typed) { return P::Game::read_move(size, typed); }};
  }
};

// `VALUE all|some MOVE...`; empty without such a line.
[[nodiscard]] inline std::optional<Proof> read_proof(const Request& request, std::string_view name,
                                                     const MoveNames& names) {
  const auto words = request.words(name);
  if (words.empty()) return std::nullopt;
  Proof proof{read_int(words[0]), {}, words.size() > 1 && words[1] == "all"};
  for (std::size_t i = 2; i < words.size(); ++i) proof.best.push_back(names.read(words[i]));
  return proof;
}

// `proof`, and `proven` as MOVE VALUE MOVE VALUE ...
[[nodiscard]] inline Proven read_proven(const Request& request, const MoveNames& names) {
  Proven proven{read_proof(request, "proof", names), {}};
  const auto words = request.words("proven");
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    proven.moves[names.read(words[i])] = read_int(words[i + 1]);
  }
  return proven;
}

// MOVE VALUE yes|no NODES ..., where `yes` says that the value is exact.
[[nodiscard]] inline std::vector<Candidate> read_candidates(const Request& request,
                                                            std::string_view name,
                                                            const MoveNames& names) {
  std::vector<Candidate> candidates;
  const auto words = request.words(name);
  for (std::size_t i = 0; i + 3 < words.size(); i += 4) {
    candidates.push_back(
        {names.read(words[i]), std::strtod(std::string(words[i + 1]).c_str(), nullptr),
         words[i + 2] == "yes", static_cast<std::uint64_t>(read_int(words[i + 3]))});
  }
  return candidates;
}

inline void write_named(Json& json, std::string_view name, const std::vector<Move>& moves,
                        const MoveNames& names) {
  json.key(name).list(moves, [&](Json& out, Move move) { out.value(names.write(move)); });
}

inline void write_proof(Json& json, const std::optional<Proof>& proof, const MoveNames& names) {
  json.key("proof");
  if (!proof) {
    json.null();
    return;
  }
  json.begin('{').field("value", proof->value);
  write_named(json, "best", proof->best, names);
  json.field("complete", proof->complete).end('}');
}

inline void write_optional(Json& json, std::string_view name, std::optional<double> value) {
  json.key(name);
  value ? json.value(*value) : json.null();
}

inline void write_bound(Json& json, std::string_view name, int value) {
  json.key(name);
  std::abs(value) >= unbounded ? json.null() : json.value(value);
}

inline void write_proven(Json& json, const Proven& proven, const MoveNames& names) {
  write_proof(json, proven.proof, names);
  json.key("proven").list(proven.moves, [&](Json& out, const auto& it) {
    out.begin('[').value(names.write(it.first)).value(it.second).end(']');
  });
}

// What is proven after this slice; asked again, it goes on. `proof` is what a book knows.
template <Position P>
void prove(Json& json, const Request& request, const Line<P>& line, Kept& kept) {
  if (P::Game::players(line.last().size()) != 2) {
    throw NotationError("only two-player positions can be solved");
  }
  const MoveNames names = MoveNames::of(line.last());
  Prover<P>& prover = analyst_of(request, line, kept).prover();
  Budget budget(request.limits());
  const Proven& proven = prover.advance(line.last(), read_proof(request, "proof", names), budget);
  write_proven(json.begin('{'), proven, names);
  write_bound(json, "lower", prover.lower());
  write_bound(json, "upper", prover.upper());
  write_named(json, "expected", prover.line(), names);
  json.field("done", prover.is_done()).field("nodes", budget.nodes()).end('}');
}

inline void write_values(Json& json, const Proven& proven, const std::vector<MoveValue>& values,
                         const MoveNames& names) {
  write_optional(json, "value", value_of(proven, values));
  json.field("exact", proven.proof.has_value());
  json.key("moves").list(values, [&](Json& out, const MoveValue& it) {
    out.begin('{').field("move", names.write(it.move));
    write_optional(out, "value", it.value);
    out.field("exact", it.exact).field("best", it.best).end('}');
  });
}

// The values of all moves by what is proven, and by a search for the others: one of this request,
// or one that was done before, in `found`.
template <Position P>
void analyse(Json& json, const Request& request, const Line<P>& line, Kept& kept) {
  const P& position = line.last();
  const MoveNames names = MoveNames::of(position);
  const Proven proven = read_proven(request, names);
  const std::vector<Move> legal = legal_moves(position);
  Budget budget(request.limits());
  SearchResult found{read_candidates(request, "found", names), {}, 0};
  if (found.candidates.empty() && proven.moves.size() < legal.size()) {
    found = analyst_of(request, line, kept).estimate(position, budget);
  }
  write_values(json.begin('{'), proven, move_values(legal, proven, found.candidates), names);
  json.field("decided_by_points", counts_points(position));
  write_named(json, "expected", found.line, names);
  json.field("depth", found.depth).field("nodes", budget.nodes()).end('}');
}

// The best candidate, and the one that was played.
inline void write_found(Json& json, const SearchResult& found, std::optional<Move> played,
                        const MoveNames& names) {
  json.key("found").begin('[');
  for (std::size_t i = 0; i < found.candidates.size(); ++i) {
    const Candidate& it = found.candidates[i];
    if (i > 0 && it.move != played) continue;
    json.begin('{').field("move", names.write(it.move)).field("value", it.value);
    json.field("exact", it.exact).field("nodes", it.nodes).end('}');
  }
  json.end(']');
}

// What a review needs of one position; `entry` is what follows it in the game.
template <Position P>
void review_position(Json& json, const Request& request, const Line<P>& line, Kept& kept) {
  const P& position = line.last();
  const MoveNames names = MoveNames::of(position);
  Analyst<P>& analyst = analyst_of(request, line, kept);
  Budget budget(request.limits());
  const std::string_view entry = request.text("entry");
  std::optional<Move> played;
  if (!entry.empty() && !player_who_left(entry)) played = names.read(entry);
  std::optional<Proof> proof;
  if (request.yes("prove")) {
    Budget part(budget.share(0.5), budget);
    proof = analyst.prover().proof(position, part);
  }
  SearchResult found;
  if (!proof) {
    Budget part(budget.share(1), budget);
    found = analyst.estimate(position, part);
  }
  if (proof && played && proof->has(*played)) proof->best = {*played};
  write_proof(json.begin('{'), proof, names);
  write_found(json, found, played, names);
  json.field("nodes", budget.nodes()).end('}');
}

inline void write_step(Json& json, const Entry& entry, std::size_t number,
                       const ReviewedMove& found, const MoveNames& names) {
  json.begin('{').field("number", number).field("move", entry.text).key("player");
  write_player(json, entry.move ? entry.player : nobody);
  write_optional(json, "value", found.value);
  json.field("exact", found.exact);
  write_optional(json, "played", found.played);
  write_optional(json, "possible", found.possible);
  json.key("verdict");
  found.verdict == Verdict::none ? json.null() : json.value(name(found.verdict));
  write_named(json, "better", found.better, names);
  json.end('}');
}

// The review of the whole line, a `GameReview` of the wire without nodes and seconds. `proof.N` and
// `found.N` are what is known about the position after N moves.
template <Position P>
void review(Json& json, const Request& request, const Line<P>& line) {
  const P& start = line.positions.front();
  const MoveNames names = MoveNames::of(start);
  const bool two = P::Game::players(start.size()) == 2;
  std::vector<PositionReview> reviews;
  for (std::size_t i = 0; i < line.positions.size(); ++i) {
    const std::string number = "." + std::to_string(i);
    reviews.push_back({read_proof(request, "proof" + number, names),
                       read_candidates(request, "found" + number, names)});
  }
  const auto value = reviews.front().value();
  json.begin('{').field("game", P::Game::key).field("size", start.size().text());
  json.field("view", two ? "player 1" : "mover");
  write_optional(json, "value", two ? for_first(start.to_move(), value) : value);
  json.field("exact", reviews.front().proof.has_value());
  std::vector<std::size_t> mistakes;
  json.key("steps").begin('[');
  for (std::size_t i = 0; i < line.entries.size(); ++i) {
    const Entry& entry = line.entries[i];
    const MovePlace place = MovePlace::of(line.positions[i], line.positions[i + 1]);
    ReviewedMove found;
    if (entry.move) {
      found = MoveReviewer(place, *entry.move, reviews[i], reviews[i + 1]).reviewed();
    }
    if (found.verdict != Verdict::none) mistakes.push_back(i + 1);
    write_step(json, entry, i + 1, found, names);
  }
  json.end(']').key("mistakes").list(mistakes, [](Json& out, std::size_t it) { out.value(it); });
  json.end('}');
}

template <Position P>
void check_puzzle(Json& json, const Request& request, const Line<P>& line) {
  const MoveNames names = MoveNames::of(line.last());
  const PuzzleAnswer answer = check_answer(line.last(), names.read(request.text("solution")),
                                           names.read(request.text("answer")));
  json.begin('{').field("move", names.write(answer.move));
  json.field("correct", answer.correct).end('}');
}

}  // namespace quire::wasm
