// Pictures of positions: cells, strokes, labels and the facts of the caption, as Python objects.
#include "bindings/games.hpp"
#include "bindings/parts.hpp"
#include "bindings/picture_objects.hpp"
#include "pictures/all.hpp"

namespace quire::bindings {
namespace {

using pictures::Past;
using pictures::PictureOf;
using pictures::Turn;

// The players of a set, in ascending order.
[[nodiscard]] nb::tuple players_in(unsigned set) {
  std::array<int, max_players> members{};
  int count = 0;
  for (int player = 0; player < max_players; ++player) {
    if ((set >> player) & 1U) members[static_cast<std::size_t>(count++)] = player;
  }
  return int_tuple(members, count);
}

template <Position P>
[[nodiscard]] nb::tuple facts_of(const Held<P>& held, const pictures::Caption& caption) {
  return nb::make_tuple(player_object(caption.to_move), players_in(caption.leaders),
                        int_tuple(caption.points, held.players()), players_in(caption.out),
                        caption.last ? nb::steal(held.names->move(*caption.last)) : nb::none());
}

template <Position P>
[[nodiscard]] nb::tuple picture_of(const Held<P>& held, const Past& past) {
  using Game = typename P::Game;
  const auto board = BoardObjects::of<Game>(held.position.size());
  const pictures::Picture picture = PictureOf<Game>::draw(held.position, past);
  const nb::object cells = tuple_of(picture.cells.size(), [&](std::size_t i) {
    const pictures::Cell& cell = picture.cells[i];
    return board->places[cell.place]->cell(cell, picture.taps.data() + cell.first_tap, *held.names);
  });
  const std::size_t rules = board->rules.size();
  const nb::object strokes = tuple_of(rules + picture.strokes.size(), [&](std::size_t i) {
    return i < rules ? board->rules[i] : StrokeObjects::of(picture.strokes[i - rules]);
  });
  return nb::make_tuple(board->width, board->height, cells, strokes, board->labels,
                        facts_of(held, picture.caption));
}

[[nodiscard]] nb::str entry_at(nb::sequence entries, Py_ssize_t at) {
  nb::object entry = nb::steal(PySequence_GetItem(entries.ptr(), at));
  if (!entry.is_valid()) throw nb::python_error();
  if (!nb::isinstance<nb::str>(entry)) throw nb::type_error("moves must be strings");
  return nb::borrow<nb::str>(entry);
}

// Plays the entries of a record; throws NotationError with the number of one that is not possible.
template <Position P>
[[nodiscard]] std::vector<Turn> play_all(Held<P>& held, nb::sequence entries) {
  std::vector<Turn> turns;
  const auto count = static_cast<Py_ssize_t>(nb::len(entries));
  for (Py_ssize_t at = 0; at < count; ++at) {
    const nb::str entry = entry_at(entries, at);
    try {
      if (const auto leaving = player_who_left(text_of(entry))) {
        held = leave(held, *leaving);
      } else {
        const Move move = read_legal(held, entry);
        turns.push_back({move, held.position.to_move()});
        held.position.play(move);
      }
    } catch (const std::invalid_argument& error) {
      throw NotationError("these moves don't lead to this position: move " +
                          std::to_string(at + 1) + ", " + nb::repr(entry).c_str() + ": " +
                          error.what());
    }
  }
  return turns;
}

// From the moves: for a game that is opened.
[[nodiscard]] nb::tuple draw_game(nb::handle position, nb::sequence moves, nb::handle start) {
  return with_position(start.is_none() ? position : start, [&]<Position P>(const Held<P>& first) {
    Held<P> held = start.is_none() ? Held<P>(P::start(first.position.size())) : first;
    const std::vector<Turn> turns = play_all(held, moves);
    const Held<P>* wanted = nullptr;
    if (!nb::try_cast(position, wanted, false) || wanted == nullptr ||
        wanted->position != held.position) {
      throw NotationError("these moves lead to '" + text(held) + "', not to '" +
                          nb::str(position).c_str() + "'");
    }
    Past past;
    if (!turns.empty()) past.last = turns.back().move;
    if constexpr (pictures::HasMakers<P>) {
      past.makers = PictureOf<typename P::Game>::makers(held.position, turns);
    }
    return picture_of(held, past);
  });
}

// The owners of the strokes after the first ones, which are the board's rules.
[[nodiscard]] std::vector<Player> owners_of(nb::sequence strokes, std::size_t rules) {
  // There may be hundreds: the name is made once.
  static PyObject* const name = PyUnicode_InternFromString("owner");
  const nb::tuple all(strokes);
  std::vector<Player> owners;
  owners.reserve(all.size());
  for (std::size_t i = rules; i < all.size(); ++i) {
    const nb::object owner = nb::steal(PyObject_GetAttr(nb::handle(all[i]).ptr(), name));
    if (!owner.is_valid()) throw nb::python_error();
    const long player = owner.is_none() ? nobody : PyLong_AsLong(owner.ptr());
    if (player == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    owners.push_back(static_cast<Player>(player));
  }
  return owners;
}

// From the strokes of the picture before the last entry: for one more move. Nothing is replayed.
template <Position P>
[[nodiscard]] Past past_after(const Held<P>& held, nb::sequence moves, nb::sequence strokes) {
  Past past;
  if constexpr (pictures::HasMakers<P>) {
    const auto board = BoardObjects::of<typename P::Game>(held.position.size());
    past.makers = owners_of(strokes, board->rules.size());
  }
  const auto count = static_cast<Py_ssize_t>(nb::len(moves));
  for (Py_ssize_t at = count - 1; at >= 0; --at) {
    const nb::str entry = entry_at(moves, at);
    if (player_who_left(text_of(entry))) continue;  // the last move is an earlier one
    const Move last = read_move(held, entry);
    if (at == count - 1) return pictures::after(held.position, past.makers, last);
    past.last = last;
    break;
  }
  return past;
}

[[nodiscard]] nb::tuple draw(nb::handle position, nb::sequence moves, nb::handle start,
                             nb::handle strokes) {
  if (nb::len(moves) > 0 && strokes.is_none()) return draw_game(position, moves, start);
  return with_position(position, [&]<Position P>(const Held<P>& held) {
    if (strokes.is_none()) return picture_of(held, {});
    try {
      return picture_of(held, past_after(held, moves, nb::borrow<nb::sequence>(strokes)));
    } catch (const NotationError&) {
      throw;
    } catch (const IllegalMove&) {
      throw;
    } catch (const std::invalid_argument& error) {
      throw NotationError(error.what());
    }
  });
}

}  // namespace

void bind_pictures(nb::module_& module) {
  module.def(
      "draw", &draw, nb::arg("position"), nb::arg("moves"), nb::arg("start").none(),
      nb::arg("strokes").none(),
      nb::sig("def draw(position: quire.core.Position, moves: collections.abc.Sequence[str], "
              "start: quire.core.Position | None, "
              "strokes: tuple[quire.picture.Stroke, ...] | None) "
              "-> tuple[int, int, tuple[quire.picture.Cell, ...], "
              "tuple[quire.picture.Stroke, ...], tuple[quire.picture.Label, ...], "
              "tuple[int | None, tuple[int, ...], tuple[int, ...], tuple[int, ...], "
              "str | None]]"),
      "Return width, height, cells, strokes, labels and the facts of the caption.\n\n"
      "`strokes` are those of the picture before the last entry of `moves`; without them "
      "the moves are played again, from `start` or the start of the game.");
}

}  // namespace quire::bindings
