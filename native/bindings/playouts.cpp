// Counting and playing games: perft and random playouts.
#include "bindings/games.hpp"
#include "bindings/parts.hpp"
#include "bindings/signals.hpp"
#include "engine/perft.hpp"
#include "engine/playout.hpp"

namespace quire::bindings {
namespace {

[[nodiscard]] std::uint64_t count_games(nb::handle position, long depth) {
  return with_position(position, [&]<Position P>(const Held<P>& held) {
    if (depth < 0 || depth > deepest_perft) {
      throw nb::value_error(("depth must be 0 to " + std::to_string(deepest_perft)).c_str());
    }
    SignalCheck check;
    const nb::gil_scoped_release no_gil;
    return perft(held.position, static_cast<int>(depth), check);
  });
}

// What a number of random games came to.
struct Playouts {
  long moves = 0, draws = 0;
  std::array<long, max_players> wins{};

  template <Position P>
  void count(const P& ended) {
    const Player winner = ended.outcome()->winner;
    ++(winner == nobody ? draws : wins[winner]);
  }
};

template <Position P>
[[nodiscard]] Playouts play_games(const P& position, long games, std::uint64_t seed) {
  SignalCheck check;
  const nb::gil_scoped_release no_gil;
  Random random(seed);
  Playouts playouts;
  for (long left = games; left > 1; left -= 2, check()) {
    P one = position, other = position;
    playouts.moves += play_out(one, other, random);
    playouts.count(one);
    playouts.count(other);
  }
  if (games % 2 != 0) {
    P last = position;
    playouts.moves += play_out(last, random);
    playouts.count(last);
  }
  return playouts;
}

[[nodiscard]] nb::tuple playouts(nb::handle position, long games, std::uint64_t seed) {
  return with_position(position, [&]<Position P>(const Held<P>& held) -> nb::tuple {
    if (games < 0) throw nb::value_error("the number of games must be 0 or more");
    const Playouts found = play_games(held.position, games, seed);
    return nb::make_tuple(found.moves, int_tuple(found.wins, held.players()), found.draws);
  });
}

}  // namespace

void bind_playouts(nb::module_& module) {
  module.attr("deepest_perft") = deepest_perft;
  module.def("perft", &count_games, nb::arg("position"), nb::arg("depth"),
             nb::sig("def perft(position: quire.core.Position, depth: int) -> int"),
             "Return the number of sequences of exactly `depth` legal moves.");
  module.def("playouts", &playouts, nb::arg("position"), nb::arg("games"), nb::arg("seed"),
             nb::sig("def playouts(position: quire.core.Position, games: int, seed: int) "
                     "-> tuple[int, tuple[int, ...], int]"),
             "Play random games; return (moves, wins of each player, draws).");
}

}  // namespace quire::bindings
