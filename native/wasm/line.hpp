// The line of moves that a request is about: `game`, then `size` or `position`, then `moves`.
#pragma once

#include "core/record.hpp"
#include "games/kinds.hpp"
#include "pictures/all.hpp"
#include "wasm/error_context.hpp"
#include "wasm/request.hpp"

namespace quire::wasm {

struct Entry {
  std::string text;          // in canonical notation
  std::optional<Move> move;  // empty where a player left
  Player player = 0;         // who moved
};

// The positions of a line, from the first on, and the entries between them.
template <Position P>
struct Line {
  std::vector<P> positions;
  std::vector<Entry> entries;

  [[nodiscard]] const P& last() const noexcept { return positions.back(); }
  [[nodiscard]] std::string move_name(Move move) const {
    return P::Game::move(last().size(), move);
  }

  void add(std::string_view typed) {
    P next = last();
    if (const auto leaving = player_who_left(typed)) {
      leave(next, *leaving);
      entries.push_back({"x" + std::to_string(*leaving + 1), {}, 0});
    } else {
      const Move move = P::Game::read_move(next.size(), typed);
      require_legal(next, move);
      entries.push_back({move_name(move), move, next.to_move()});
      next.play(move);
    }
    positions.push_back(next);
  }
};

// Calls `use(line)` with the line of the request, of the narrowest kind of position that fits.
template <class Use>
void with_line(const Request& request, Use use) {
  const std::string key = quire::text::squeezed(request.text("game"));
  bool found = false;
  const auto start = [&]<class Game>(const typename Game::Size& size, const auto& make) {
    for_each_kind_of<Game>([&]<Position P>(std::type_identity<P> kind) {
      if (found || !P::fits(size)) return;
      found = true;
      Line<P> line;
      line.positions.push_back(make(kind));
      for (const std::string_view typed : request.words("moves")) {
        error_context = "move " + std::to_string(line.positions.size()) + ", " +
                        quire::text::quoted(typed) + ": ";
        line.add(typed);
      }
      error_context.clear();
      use(line);
    });
  };
  for_each_game([&]<class Game>(Game) {
    if (found || key != Game::key) return;
    if (request.has("position")) {
      const auto diagram = Game::read(request.text("position"));
      start.template operator()<Game>(
          diagram.size, [&]<class P>(std::type_identity<P>) { return P::from(diagram); });
    } else {
      const auto size = Game::read_size(request.text("size"));
      start.template operator()<Game>(
          size, [&]<class P>(std::type_identity<P>) { return P::start(size); });
    }
  });
  if (!found) throw UnknownGame("no game called " + quire::text::quoted(key));
}

}  // namespace quire::wasm
