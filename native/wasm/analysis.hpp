// Analysis, reviews and puzzles, and their answers as JSON. Facts that one worker has proven go to
// another with the request: a page runs a solver and a search side by side.
#pragma once

#include <charconv>
#include <functional>

#include "engine/analysis/analyst.hpp"
#include "engine/analysis/puzzle.hpp"
#include "wasm/replay.hpp"
#include "wasm/thinking.hpp"

namespace quire::wasm {

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
  const double deviation = scale_of(position).deviation();
  write_values(json.begin('{'), proven, move_values(legal, proven, found.candidates, deviation),
               names);
  json.field("decided_by_points", counts_points(position));
  write_named(json, "expected", found.line, names);
  json.field("depth", found.depth).field("nodes", budget.nodes()).end('}');
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
  const PositionReview found = analyst.review(position, played, request.yes("prove"), budget);
  write_proof(json.begin('{'), found.proof, names);
  write_bound(json, "lower", found.bounds.lower);
  write_bound(json, "upper", found.bounds.upper);
  json.field("forced", found.is_forced);
  json.key("found").list(found.candidates, [&](Json& out, const Candidate& it) {
    out.begin('{').field("move", names.write(it.move)).field("value", it.value);
    out.field("exact", it.exact).field("nodes", it.nodes).end('}');
  });
  json.field("nodes", budget.nodes()).end('}');
}

// `proof`, `found`, `bounds` (LOWER UPPER, `-` where it is open) and `forced`, each with the number
// of moves made.
[[nodiscard]] inline PositionReview read_position_review(const Request& request, std::size_t moves,
                                                         const MoveNames& names) {
  const std::string number = "." + std::to_string(moves);
  PositionReview review{read_proof(request, "proof" + number, names),
                        {},
                        read_candidates(request, "found" + number, names),
                        request.yes("forced" + number)};
  const auto bounds = request.words("bounds" + number);
  if (bounds.size() == 2) {
    if (bounds[0] != "-") review.bounds.lower = read_int(bounds[0]);
    if (bounds[1] != "-") review.bounds.upper = read_int(bounds[1]);
  }
  return review;
}

inline void write_verdict(Json& json, Verdict verdict) {
  json.key("verdict");
  verdict == Verdict::none ? json.null() : json.value(name(verdict));
}

inline void write_step(Json& json, const Entry& entry, std::size_t number,
                       const ReviewedMove& found, const MoveNames& names) {
  json.begin('{').field("number", number).field("move", entry.text).key("player");
  write_player(json, entry.move ? entry.player : nobody);
  write_optional(json, "value", found.value);
  json.field("exact", found.exact);
  write_optional(json, "played", found.played);
  write_optional(json, "possible", found.possible);
  write_verdict(json, found.verdict);
  write_named(json, "better", found.better, names);
  write_optional(json, "accuracy", found.accuracy);
  json.end('}');
}

inline void write_accuracies(Json& json, const std::vector<std::optional<double>>& all) {
  json.key("accuracy").list(all, [](Json& out, const std::optional<double>& it) {
    it ? out.value(*it) : out.null();
  });
}

inline void write_summary(Json& json, const GameReview& review) {
  json.key("players").list(review.players, [](Json& out, const ReviewedPlayer& it) {
    out.begin('{');
    write_optional(out, "accuracy", it.accuracy);
    out.key("verdicts").begin('{');
    for (std::size_t i = 1; i < verdict_names.size(); ++i)
      out.field(verdict_names[i], it.verdicts[i]);
    out.end('}').end('}');
  });
  json.key("phases").list(review.phases, [](Json& out, const Phase& it) {
    out.begin('{').field("name", it.name).field("first", it.first).field("last", it.last);
    write_accuracies(out, it.accuracy);
    out.end('}');
  });
  json.key("key_moments").list(review.key_moments, [](Json& out, std::size_t it) {
    out.value(it);
  });
}

// The review of the whole line, a `GameReview` of the wire without nodes and seconds.
template <Position P>
void review(Json& json, const Request& request, const Line<P>& line) {
  const P& start = line.positions.front();
  const MoveNames names = MoveNames::of(start);
  std::vector<PositionReview> reviews;
  for (std::size_t i = 0; i < line.positions.size(); ++i) {
    reviews.push_back(read_position_review(request, i, names));
  }
  std::vector<PlayedMove> moves;
  for (std::size_t i = 0; i < line.entries.size(); ++i) {
    moves.push_back(
        {line.entries[i].move, line.positions[i].to_move(), line.positions[i + 1].to_move()});
  }
  const ValueScale scale = scale_of(start);
  const GameReview found = GameReviewer(scale, start.to_move(), moves, reviews).reviewed();
  json.begin('{').field("game", P::Game::key).field("size", start.size().text());
  json.field("view", scale.players == 2 ? "player 1" : "mover");
  write_optional(json, "value", found.value);
  json.field("exact", found.exact);
  json.field("decided_by_points", scale.has_points());
  json.key("steps").begin('[');
  for (std::size_t i = 0; i < line.entries.size(); ++i) {
    write_step(json, line.entries[i], i + 1, found.moves[i], names);
  }
  json.end(']').key("mistakes").list(found.mistakes(), [](Json& out, std::size_t it) {
    out.value(it);
  });
  write_summary(json, found);
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
