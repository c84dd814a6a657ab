// Lines of moves as the page steps through them: types of the wire (`Replay`, `Picture`), except
// for words, which the page has.
#pragma once

#include <map>

#include "wasm/json.hpp"
#include "wasm/line.hpp"

namespace quire::wasm {

inline void write_player(Json& json, Player player) {
  player == nobody ? json.null() : json.value(int{player});
}

template <Position P>
void write_points(Json& json, const P& position, const Points& points) {
  json.begin('[');
  for (int p = 0; p < P::Game::players(position.size()); ++p) {
    json.value(points[static_cast<std::size_t>(p)]);
  }
  json.end(']');
}

template <Position P>
void write_outcome(Json& json, const P& position) {
  const auto end = position.outcome();
  if (!end) {
    json.null();
    return;
  }
  json.begin('{').key("winner");
  write_player(json, end->winner);
  json.field("reason", name(end->reason)).key("points");
  write_points(json, position, end->points);
  json.key("ranks");
  write_points(json, position, end->ranks);
  json.end('}');
}

// What is known about a position besides its picture.
template <Position P>
void write_facts(Json& json, const P& position) {
  json.field("to_move", int{position.to_move()}).key("points");
  write_points(json, position, position.points());
  json.field("position", P::Game::write(position.diagram())).key("outcome");
  write_outcome(json, position);
}

// What one position shows, piece by piece, so that two can be compared.
struct Drawn {
  std::vector<std::string> names;  // of cells
  std::vector<std::string> cells;  // as JSON
  std::vector<pictures::Stroke> strokes;
  pictures::Caption caption;
  std::vector<Player> makers;  // of lines
};

inline void write_stroke(Json& json, const pictures::Stroke& stroke) {
  json.begin('{').field("kind", name(stroke.kind));
  json.field("x1", stroke.from.x).field("y1", stroke.from.y);
  json.field("x2", stroke.to.x).field("y2", stroke.to.y).key("owner");
  write_player(json, stroke.owner);
  json.end('}');
}

// Draws the positions of one board.
template <Position P>
class Drawer {
 public:
  using Game = typename P::Game;
  using Look = pictures::PictureOf<Game>;

  explicit Drawer(const P& position)
      : size_(position.size()), board_(Look::board(position.size())) {}

  [[nodiscard]] Drawn draw(const P& position, const pictures::Past& past) const {
    const pictures::Picture picture = Look::draw(position, past);
    Drawn drawn{{}, {}, picture.strokes, picture.caption, {}};
    for (const pictures::Stroke& stroke : picture.strokes) drawn.makers.push_back(stroke.owner);
    for (const pictures::Cell& cell : picture.cells) {
      drawn.names.push_back(board_.places[cell.place].name);
      drawn.cells.push_back(cell_json(cell, picture));
    }
    return drawn;
  }

  // The picture after one more entry, given the one before it.
  [[nodiscard]] Drawn draw(const P& position, const Drawn& before, const Entry& entry) const {
    if (entry.move) return draw(position, pictures::after(position, before.makers, *entry.move));
    return draw(position, {before.caption.last, before.makers});
  }

  // Without a caption: the page has the words.
  void write(Json& json, const Drawn& drawn) const {
    json.begin('{').field("game", Game::key).field("size", size_.text()).field("caption", "");
    json.field("width", board_.width).field("height", board_.height).key("cells");
    json.list(drawn.cells, [](Json& out, const std::string& cell) { out.json(cell); });
    json.key("strokes");
    write_strokes(json, drawn);
    json.key("labels").list(board_.labels, [](Json& out, const pictures::Label& label) {
      out.begin('{').field("x", label.at.x).field("y", label.at.y);
      out.field("text", label.text).end('}');
    });
    json.key("notes").begin('[').end(']').end('}');
  }

  void write_strokes(Json& json, const Drawn& drawn) const {
    json.begin('[');
    for (const auto& stroke : board_.rules) write_stroke(json, stroke);
    for (const auto& stroke : drawn.strokes) write_stroke(json, stroke);
    json.end(']');
  }

 private:
  [[nodiscard]] std::string cell_json(const pictures::Cell& cell,
                                      const pictures::Picture& picture) const {
    const pictures::Place& place = board_.places[cell.place];
    Json json;
    json.begin('{').field("name", place.name).field("x", place.x).field("y", place.y);
    json.field("mark", std::string_view(&cell.mark, cell.mark == 0 ? 0 : 1)).key("owner");
    write_player(json, cell.owner);
    json.field("tint", name(cell.tint)).field("span", place.span).field("last", cell.last);
    json.key("taps").begin('[');
    for (std::size_t i = cell.first_tap; i < cell.first_tap + cell.taps; ++i) {
      const pictures::Tap& tap = picture.taps[i];
      json.begin('{').field("move", Game::move(size_, tap.move));
      json.field("label", std::string_view(&tap.label, tap.label == 0 ? 0 : 1)).end('}');
    }
    json.end(']').key("polygon").list(place.corners, [](Json& out, const pictures::Point& corner) {
      out.begin('[').value(corner.x).value(corner.y).end(']');
    });
    return json.end('}').text();
  }

  typename Game::Size size_;
  pictures::Board board_;
};

// The strokes of `after` if they are those of `before` and new ones: the new ones.
[[nodiscard]] inline std::optional<std::vector<pictures::Stroke>> strokes_added(
    const Drawn& before, const Drawn& after) {
  std::vector<pictures::Stroke> added;
  std::size_t old = 0;
  for (const pictures::Stroke& stroke : after.strokes) {
    if (old < before.strokes.size() && stroke == before.strokes[old]) {
      ++old;
    } else {
      added.push_back(stroke);
    }
  }
  return old == before.strokes.size() ? std::optional(added) : std::nullopt;
}

// `change` and `added`, which turn the picture before a step into the one after it.
template <Position P>
void write_change(Json& json, const Drawer<P>& drawer, const Drawn& before, const Drawn& after) {
  std::map<std::string_view, std::string_view> old;
  for (std::size_t i = 0; i < before.cells.size(); ++i) old[before.names[i]] = before.cells[i];
  json.key("change").begin('{').field("caption", "").key("cells").begin('[');
  for (std::size_t i = 0; i < after.cells.size(); ++i) {
    const auto known = old.find(after.names[i]);
    if (known == old.end() || known->second != after.cells[i]) json.json(after.cells[i]);
    if (known != old.end()) old.erase(known);
  }
  json.end(']').key("gone").list(old, [](Json& out, const auto& cell) { out.value(cell.first); });
  json.key("strokes");
  const auto added = strokes_added(before, after);
  if (added) {
    json.null();
  } else {
    drawer.write_strokes(json, after);
  }
  json.key("notes").null().end('}').key("added").begin('[');
  if (added) {
    for (const pictures::Stroke& stroke : *added) write_stroke(json, stroke);
  }
  json.end(']');
}

template <Position P>
void write_replay(Json& json, const Line<P>& line) {
  const P& start = line.positions.front();
  const Drawer<P> drawer(start);
  Drawn drawn = drawer.draw(start, {});
  json.begin('{').field("game", P::Game::key).field("size", start.size().text());
  json.field("players", P::Game::players(start.size()));
  write_facts(json, start);
  json.key("picture");
  drawer.write(json, drawn);
  json.key("steps").begin('[');
  for (std::size_t i = 0; i < line.entries.size(); ++i) {
    const Entry& entry = line.entries[i];
    const P& position = line.positions[i + 1];
    const Drawn after = drawer.draw(position, drawn, entry);
    json.begin('{').field("move", entry.text).key("player");
    write_player(json, entry.move ? entry.player : nobody);
    write_facts(json, position);
    write_change(json, drawer, drawn, after);
    json.end('}');
    drawn = after;
  }
  json.end(']').end('}');
}

// The picture of the last position alone.
template <Position P>
void write_picture(Json& json, const Line<P>& line) {
  const Drawer<P> drawer(line.positions.front());
  Drawn drawn = drawer.draw(line.positions.front(), {});
  for (std::size_t i = 0; i < line.entries.size(); ++i) {
    drawn = drawer.draw(line.positions[i + 1], drawn, line.entries[i]);
  }
  drawer.write(json, drawn);
}

}  // namespace quire::wasm
