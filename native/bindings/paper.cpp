// The paper's players and duels between them.
#include "engine/players/paper.hpp"

#include "bindings/games.hpp"
#include "bindings/parts.hpp"
#include "bindings/signals.hpp"

namespace quire::bindings {
namespace {

[[nodiscard]] Policy policy_of(std::string_view name) {
  if (const auto policy = policy_named(name)) return *policy;
  throw nb::value_error("policy must be random, greedy, feasible-2nn or feasible-2n");
}

[[nodiscard]] nb::object policy_move(nb::handle position, nb::str policy, std::uint64_t seed) {
  return with_position(position, [&]<Position P>(const Held<P>& held) -> nb::object {
    if (held.position.over()) throw nb::value_error("the game is over: no moves left");
    Random random(seed);
    const Policy chosen = policy_of(text_of(policy));
    return nb::steal(held.names->move(chosen.choose(held.position, random)));
  });
}

[[nodiscard]] nb::tuple play_duel(nb::handle position, nb::str one, nb::str other, long games,
                                  std::uint64_t seed, long first) {
  const Tally tally = with_position(position, [&]<Position P>(const Held<P>& held) {
    if (held.players() != 2) throw nb::value_error("a duel needs a two-player position");
    if (games < 0 || first < 0) throw nb::value_error("the number of games must be 0 or more");
    const std::array<Policy, 2> policies{policy_of(text_of(one)), policy_of(text_of(other))};
    SignalCheck check;
    const nb::gil_scoped_release no_gil;
    return duel(held.position, policies, first, games, seed, check);
  });
  return nb::make_tuple(tally.wins, tally.losses, tally.draws, tally.turns,
                        tally.turns_without_option, int_tuple(tally.met_first, 2),
                        int_tuple(tally.then_lost, 2), tally.turned);
}

[[nodiscard]] bool has_no_option(nb::handle position) {
  return with_position(position,
                       []<Position P>(const Held<P>& held) { return no_option(held.position); });
}

}  // namespace

void bind_paper(nb::module_& module) {
  module.def("policy_move", &policy_move, nb::arg("position"), nb::arg("policy"), nb::arg("seed"),
             nb::sig("def policy_move(position: quire.core.Position, policy: str, seed: int) "
                     "-> str"),
             "Choose a move by a policy: random, greedy, feasible-2nn or feasible-2n.");
  module.def("duel", &play_duel, nb::arg("position"), nb::arg("one"), nb::arg("other"),
             nb::arg("games"), nb::arg("seed"), nb::arg("first") = 0,
             nb::sig("def duel(position: quire.core.Position, one: str, other: str, games: int, "
                     "seed: int, first: int = 0) "
                     "-> tuple[int, int, int, int, int, tuple[int, int], tuple[int, int], int]"),
             "Play two policies against each other.\n\n"
             "Return (wins, losses, draws, turns, turns without option, who met that first, and "
             "lost, turned).");
  module.def("no_option", &has_no_option, nb::arg("position"),
             nb::sig("def no_option(position: quire.core.Position) -> bool"),
             "Return whether no move scores and every move lets the next player score.");
}

}  // namespace quire::bindings
