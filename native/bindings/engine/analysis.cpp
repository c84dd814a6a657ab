// Values of moves, reviews and answers to puzzles, from what solvers and searches found.
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include "bindings/engine/engine.hpp"
#include "bindings/parts.hpp"
#include "engine/analysis/puzzle.hpp"
#include "engine/analysis/review.hpp"
#include "engine/analysis/values.hpp"

namespace quire::bindings {
namespace {

// (value, best moves, whether those are all)
using ProofNames = std::optional<std::tuple<int, std::vector<nb::str>, bool>>;
// (move, value, exact, nodes)
using CandidateNames = std::vector<std::tuple<nb::str, double, bool, std::uint64_t>>;
// (proof, lower bound, upper bound, candidates, whether nothing can be lost)
using ReviewNames =
    std::tuple<ProofNames, std::optional<int>, std::optional<int>, CandidateNames, bool>;

template <Position P>
[[nodiscard]] std::optional<Proof> read_proof(const Held<P>& held, const ProofNames& names) {
  if (!names) return std::nullopt;
  const auto& [value, best, complete] = *names;
  Proof proof{value, {}, complete};
  for (const nb::str& name : best) proof.best.push_back(read_legal(held, name));
  return proof;
}

template <Position P>
[[nodiscard]] std::vector<Candidate> read_candidates(const Held<P>& held,
                                                     const CandidateNames& names) {
  std::vector<Candidate> candidates;
  for (const auto& [name, value, exact, nodes] : names) {
    candidates.push_back({read_legal(held, name), value, exact, nodes});
  }
  return candidates;
}

template <Position P>
[[nodiscard]] PositionReview read_review(const Held<P>& held, const ReviewNames& names) {
  const auto& [proof, lower, upper, candidates, is_forced] = names;
  return {read_proof(held, proof),
          {lower.value_or(-any_value), upper.value_or(any_value)},
          read_candidates(held, candidates),
          is_forced};
}

[[nodiscard]] nb::list list_values(nb::handle position, const ProofNames& proof,
                                   const std::vector<std::pair<nb::str, int>>& moves,
                                   const CandidateNames& candidates) {
  return with_position(position, [&]<Position P>(const Held<P>& held) {
    Proven proven{read_proof(held, proof), {}};
    for (const auto& [name, value] : moves) proven.moves[read_legal(held, name)] = value;
    const double deviation = scale_of(held.position).deviation();
    nb::list result;
    for (const MoveValue& it : move_values(legal_moves(held.position), proven,
                                           read_candidates(held, candidates), deviation)) {
      result.append(
          nb::make_tuple(nb::steal(held.names->move(it.move)), it.value, it.exact, it.best));
    }
    return result;
  });
}

// None where there is no verdict.
[[nodiscard]] nb::object worded(Verdict verdict) {
  if (verdict == Verdict::none) return nb::none();
  return nb::str(name(verdict).data(), name(verdict).size());
}

[[nodiscard]] nb::dict count_verdicts(const ReviewedPlayer& player) {
  nb::dict counts;
  for (std::size_t i = 1; i < verdict_names.size(); ++i) {
    counts[nb::str(verdict_names[i].data(), verdict_names[i].size())] = player.verdicts[i];
  }
  return counts;
}

[[nodiscard]] nb::tuple review_tuple(const GameReview& found, const nb::list& moves) {
  nb::list players, phases;
  for (const ReviewedPlayer& it : found.players) {
    players.append(nb::make_tuple(it.accuracy, count_verdicts(it)));
  }
  for (const Phase& it : found.phases) {
    const nb::str phase(it.name.data(), it.name.size());
    phases.append(nb::make_tuple(phase, it.first, it.last, it.accuracy));
  }
  return nb::make_tuple(found.value, found.exact, moves, found.mistakes(), players, phases,
                        found.key_moments);
}

[[nodiscard]] nb::tuple review_game(const std::vector<nb::object>& positions,
                                    const std::vector<std::optional<nb::str>>& entries,
                                    const std::vector<ReviewNames>& names) {
  if (positions.size() != entries.size() + 1 || names.size() != positions.size()) {
    throw nb::value_error("a game has one more position than entries, each with what is known");
  }
  return with_position(positions.front(), [&]<Position P>(const Held<P>& start) -> nb::tuple {
    std::vector<const Held<P>*> held;
    std::vector<PositionReview> reviews;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      held.push_back(&held_of<P>(positions[i]));
      reviews.push_back(read_review(*held[i], names[i]));
    }
    std::vector<PlayedMove> moves;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      std::optional<Move> move;
      if (entries[i]) move = read_legal(*held[i], *entries[i]);
      moves.push_back({move, held[i]->position.to_move(), held[i + 1]->position.to_move()});
    }
    const GameReview found =
        GameReviewer(scale_of(start.position), start.position.to_move(), moves, reviews).reviewed();
    nb::list steps;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const ReviewedMove& it = found.moves[i];
      steps.append(nb::make_tuple(it.value, it.exact, it.played, it.possible, worded(it.verdict),
                                  named(*held[i], it.better), it.accuracy));
    }
    return review_tuple(found, steps);
  });
}

[[nodiscard]] nb::tuple check_puzzle(nb::handle position, nb::str solution, nb::str answer) {
  return with_position(position, [&]<Position P>(const Held<P>& held) -> nb::tuple {
    const PuzzleAnswer found =
        check_answer(held.position, read_move(held, solution), read_move(held, answer));
    return nb::make_tuple(nb::steal(held.names->move(found.move)), found.correct);
  });
}

}  // namespace

void bind_analysis(nb::module_& module) {
  module.def("move_values", &list_values, nb::arg("position"), nb::arg("proof").none(),
             nb::arg("proven"), nb::arg("candidates"),
             nb::sig("def move_values(position: quire.core.Position, "
                     "proof: tuple[int, collections.abc.Sequence[str], bool] | None, "
                     "proven: collections.abc.Sequence[tuple[str, int]], "
                     "candidates: collections.abc.Sequence[tuple[str, float, bool, int]]) "
                     "-> list[tuple[str, float | None, bool, bool]]"),
             "Return (move, value, exact, best) of every legal move, the best first.");
  module.def(
      "review_game", &review_game, nb::arg("positions"), nb::arg("entries"), nb::arg("known"),
      nb::sig("def review_game(positions: collections.abc.Sequence[quire.core.Position], "
              "entries: collections.abc.Sequence[str | None], "
              "known: collections.abc.Sequence[tuple["
              "tuple[int, collections.abc.Sequence[str], bool] | None, int | None, int | None, "
              "collections.abc.Sequence[tuple[str, float, bool, int]], bool]]) "
              "-> tuple[float | None, bool, list[tuple[float | None, bool, float | None, "
              "float | None, str | None, list[str], float | None]], list[int], "
              "list[tuple[float | None, dict[str, int]]], "
              "list[tuple[str, int, int, list[float | None]]], list[int]]"),
      "Review a game by what is known of each position: its value, whether that is exact, the "
      "moves (value, exact, played, possible, verdict, better moves, accuracy), the numbers of "
      "mistakes, the players (accuracy, verdicts), the phases (name, first, last, "
      "accuracy of each player) and the numbers of the key moments.");
  module.def("check_puzzle", &check_puzzle, nb::arg("position"), nb::arg("solution"),
             nb::arg("answer"),
             nb::sig("def check_puzzle(position: quire.core.Position, solution: str, answer: str) "
                     "-> tuple[str, bool]"),
             "Return (the answer in canonical notation, whether it solves the puzzle).");
}

}  // namespace quire::bindings
