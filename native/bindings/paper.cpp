// The paper's players and duels between them, for every kind of position.
#include "bindings/parts.hpp"
#include "bindings/position.hpp"
#include "engine/paper_players.hpp"
#include "games/all.hpp"

namespace quire::bindings {
namespace {

[[nodiscard]] Policy policy_of(std::string_view name) {
  if (name == "random") return {Policy::Kind::random, Retry::cells};
  if (name == "greedy") return {Policy::Kind::greedy, Retry::cells};
  if (name == "feasible-2nn") return {Policy::Kind::feasible, Retry::cells};
  if (name == "feasible-2n") return {Policy::Kind::feasible, Retry::side};
  throw nb::value_error("a policy is random, greedy, feasible-2nn or feasible-2n");
}

template <Position P>
[[nodiscard]] nb::object policy_move(const Held<P>& held, nb::str policy, std::uint64_t seed) {
  if (held.position.over()) throw nb::value_error("the game is over: there is no move to choose");
  Random random(seed);
  const Policy chosen = policy_of(text_of(policy));
  return nb::steal(held.names->move(chosen.choose(held.position, random)));
}

// (wins, losses, draws, turns, turns without option, (met first), (then lost), turned): see Tally
template <Position P>
[[nodiscard]] nb::tuple duel_of(const Held<P>& held, nb::str one, nb::str other, long games,
                                std::uint64_t seed, long first) {
  if (held.players() != 2) throw nb::value_error("a duel is for two players");
  if (games < 0 || first < 0) throw nb::value_error("the number of games must be 0 or more");
  const std::array<Policy, 2> policies{policy_of(text_of(one)), policy_of(text_of(other))};
  SignalCheck check;
  Tally tally;
  {
    const nb::gil_scoped_release no_gil;
    tally = duel(held.position, policies, first, games, seed, check);
  }
  return nb::make_tuple(tally.wins, tally.losses, tally.draws, tally.turns,
                        tally.turns_without_option, first_of(tally.met_first, 2),
                        first_of(tally.then_lost, 2), tally.turned);
}

}  // namespace

void bind_paper(nb::module_& module) {
  for_each_kind([&]<Position P>(std::type_identity<P>) {
    module.def("policy_move", &policy_move<P>, nb::arg("position"), nb::arg("policy"),
               nb::arg("seed"));
    module.def("duel", &duel_of<P>, nb::arg("position"), nb::arg("one"), nb::arg("other"),
               nb::arg("games"), nb::arg("seed"), nb::arg("first") = 0);
    module.def(
        "no_option", [](const Held<P>& held) { return no_option(held.position); },
        nb::arg("position"));
  });
}

}  // namespace quire::bindings
