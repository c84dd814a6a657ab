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
using ReviewNames = std::tuple<ProofNames, CandidateNames>;

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
  const auto& [proof, candidates] = names;
  return {read_proof(held, proof), read_candidates(held, candidates)};
}

[[nodiscard]] nb::list list_values(nb::handle position, const ProofNames& proof,
                                   const std::vector<std::pair<nb::str, int>>& moves,
                                   const CandidateNames& candidates) {
  return with_position(position, [&]<Position P>(const Held<P>& held) {
    Proven proven{read_proof(held, proof), {}};
    for (const auto& [name, value] : moves) proven.moves[read_legal(held, name)] = value;
    nb::list result;
    for (const MoveValue& it :
         move_values(legal_moves(held.position), proven, read_candidates(held, candidates))) {
      result.append(
          nb::make_tuple(nb::steal(held.names->move(it.move)), it.value, it.exact, it.best));
    }
    return result;
  });
}

[[nodiscard]] nb::tuple review_move(nb::handle before, nb::str move, const ReviewNames& review,
                                    nb::handle after, const ReviewNames& next) {
  return with_position(before, [&]<Position P>(const Held<P>& held) -> nb::tuple {
    const Held<P>& then = held_of<P>(after);
    const PositionReview here = read_review(held, review), there = read_review(then, next);
    const MovePlace place = MovePlace::of(held.position, then.position);
    const ReviewedMove found = MoveReviewer(place, read_legal(held, move), here, there).reviewed();
    const std::string verdict(name(found.verdict));
    const nb::object worded = verdict.empty() ? nb::none() : nb::object(nb::str(verdict.c_str()));
    return nb::make_tuple(found.value, found.exact, found.played, found.possible, worded,
                          named(held, found.better));
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
      "review_move", &review_move, nb::arg("before"), nb::arg("move"), nb::arg("review"),
      nb::arg("after"), nb::arg("next"),
      nb::sig("def review_move(before: quire.core.Position, move: str, "
              "review: tuple[tuple[int, collections.abc.Sequence[str], bool] | None, "
              "collections.abc.Sequence[tuple[str, float, bool, int]]], "
              "after: quire.core.Position, "
              "next: tuple[tuple[int, collections.abc.Sequence[str], bool] | None, "
              "collections.abc.Sequence[tuple[str, float, bool, int]]]) "
              "-> tuple[float | None, bool, float | None, float | None, str | None, list[str]]"),
      "Return (value, exact, played, possible, verdict, better moves) of a move in a game, by "
      "what is known about the positions before and after it.");
  module.def("check_puzzle", &check_puzzle, nb::arg("position"), nb::arg("solution"),
             nb::arg("answer"),
             nb::sig("def check_puzzle(position: quire.core.Position, solution: str, answer: str) "
                     "-> tuple[str, bool]"),
             "Return (the answer in canonical notation, whether it solves the puzzle).");
}

}  // namespace quire::bindings
