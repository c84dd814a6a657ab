// The Python objects of pictures, made once and shared by all pictures that show them: a server
// draws after every move, and finds what changed by identity.
//
// Making a Python object may run other code that draws as well: a finalizer, another thread. So no
// reference into a cache is held meanwhile, and a picture holds the board that it is made of.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bindings/names.hpp"
#include "core/hash.hpp"
#include "pictures/picture.hpp"

namespace quire::bindings {

// The classes of quire.picture. Never destroyed, like all caches here: Python ends first.
struct PictureTypes {
  nb::object cell, tap, stroke, label, line, rule;

  [[nodiscard]] static const PictureTypes& get() {
    static const PictureTypes& types = *new PictureTypes(nb::module_::import_("quire.picture"));
    return types;
  }

 private:
  explicit PictureTypes(const nb::module_& module)
      : cell(module.attr("Cell")),
        tap(module.attr("Tap")),
        stroke(module.attr("Stroke")),
        label(module.attr("Label")),
        line(module.attr("StrokeKind").attr("LINE")),
        rule(module.attr("StrokeKind").attr("RULE")) {}
};

// A coordinate: an int if it is whole.
[[nodiscard]] inline nb::object number_object(double value) {
  if (value == std::floor(value)) return nb::int_(static_cast<long>(value));
  return nb::float_(value);
}
[[nodiscard]] inline nb::object player_object(Player player) {
  return player == nobody ? nb::none() : nb::object(nb::int_(player));
}
[[nodiscard]] inline nb::object mark_object(char mark) {
  return mark == 0 ? nb::str("") : nb::str(&mark, 1);
}
// A tuple of `make(i)` for i from 0.
template <class Make>
[[nodiscard]] nb::object tuple_of(std::size_t count, Make make) {
  nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(count)));
  if (!tuple.is_valid()) throw nb::python_error();
  for (std::size_t i = 0; i < count; ++i) {
    PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), nb::object(make(i)).release().ptr());
  }
  return tuple;
}

// A place of the board, and every form in which its cell has been drawn: there are few.
class PlaceObjects {
 public:
  explicit PlaceObjects(const pictures::Place& place)
      : name_(nb::str(place.name.c_str())),
        x_(number_object(place.x)),
        y_(number_object(place.y)),
        span_(nb::int_(place.span)),
        polygon_(tuple_of(place.corners.size(), [&](std::size_t i) {
          const auto [x, y] = place.corners[i];
          return nb::make_tuple(x, y);
        })) {}

  [[nodiscard]] nb::object cell(const pictures::Cell& cell, const pictures::Tap* taps,
                                const Names& names) {
    for (const Form& form : forms_) {
      if (form.shows(cell, taps)) return form.object;
    }
    const nb::object tapped = tuple_of(cell.taps, [&](std::size_t i) {
      return PictureTypes::get().tap(nb::steal(names.move(taps[i].move)),
                                     mark_object(taps[i].label));
    });
    nb::object made =
        PictureTypes::get().cell(name_, x_, y_, mark_object(cell.mark), player_object(cell.owner),
                                 name(cell.tint).data(), span_, cell.last, tapped, polygon_);
    forms_.push_back({cell, {taps, taps + cell.taps}, made});
    return made;
  }

 private:
  struct Form {
    pictures::Cell cell;
    std::vector<pictures::Tap> taps;
    nb::object object;

    [[nodiscard]] bool shows(const pictures::Cell& other, const pictures::Tap* taps_of) const {
      return cell.mark == other.mark && cell.owner == other.owner && cell.tint == other.tint &&
             cell.last == other.last && cell.taps == other.taps &&
             std::equal(taps.begin(), taps.end(), taps_of);
    }
  };

  nb::object name_, x_, y_, span_, polygon_;
  std::vector<Form> forms_;
};

// Strokes by their ends and owner.
class StrokeObjects {
 public:
  [[nodiscard]] static nb::object of(const pictures::Stroke& stroke) {
    static Cache& known = *new Cache();
    if (const auto found = known.find(stroke); found != known.end()) return found->second;
    const PictureTypes& types = PictureTypes::get();
    nb::object made = types.stroke(
        stroke.kind == pictures::StrokeKind::line ? types.line : types.rule,
        number_object(stroke.from.x), number_object(stroke.from.y), number_object(stroke.to.x),
        number_object(stroke.to.y), player_object(stroke.owner));
    if (known.size() >= most) std::exchange(known, {}).clear();
    known.emplace(stroke, made);
    return made;
  }

 private:
  static constexpr std::size_t most = 8192;
  struct Hash {
    [[nodiscard]] std::size_t operator()(const pictures::Stroke& stroke) const noexcept {
      std::uint64_t sum = static_cast<std::uint64_t>(stroke.kind) << 8U | stroke.owner;
      for (const double ordinate : {stroke.from.x, stroke.from.y, stroke.to.x, stroke.to.y}) {
        sum = 1021 * sum + std::bit_cast<std::uint64_t>(ordinate);
      }
      return mixed(sum);
    }
  };
  using Cache = std::unordered_map<pictures::Stroke, nb::object, Hash>;
};

// What all pictures of a size share.
class BoardObjects {
 public:
  template <class Game>
  [[nodiscard]] static std::shared_ptr<const BoardObjects> of(const typename Game::Size& size) {
    static Cache& cache = *new Cache();
    const std::string text = size.text();
    if (const auto found = cache.boards.find(text); found != cache.boards.end()) {
      return found->second;
    }
    auto made = std::make_shared<const BoardObjects>(pictures::PictureOf<Game>::board(size), cache);
    if (cache.boards.emplace(text, made).second) cache.sizes.push_back(text);
    if (cache.sizes.size() > most_sizes) {
      cache.boards.erase(cache.sizes.front());
      cache.sizes.pop_front();
    }
    return made;
  }

  int width = 0;
  int height = 0;
  std::vector<std::shared_ptr<PlaceObjects>> places;
  std::vector<nb::object> rules;
  nb::object labels;

 private:
  static constexpr std::size_t most_sizes = 64;
  static constexpr std::size_t most_places = 4096;

  struct Cache {
    std::map<std::string, std::shared_ptr<const BoardObjects>> boards;
    std::deque<std::string> sizes;  // the oldest first
    // Boards of different sizes share their places: a cell's name mostly has the same one.
    std::map<std::string, std::shared_ptr<PlaceObjects>> places;

    [[nodiscard]] std::shared_ptr<PlaceObjects> place(const pictures::Place& place) {
      std::string key = place.name;
      const auto add = [&](double value) { key += ' ' + std::to_string(value); };
      for (const double value : {place.x, place.y, static_cast<double>(place.span)}) add(value);
      for (const auto& [x, y] : place.corners) add(x), add(y);
      if (const auto found = places.find(key); found != places.end()) return found->second;
      auto made = std::make_shared<PlaceObjects>(place);
      if (places.size() >= most_places) std::exchange(places, {}).clear();
      places.emplace(std::move(key), made);
      return made;
    }
  };

 public:
  BoardObjects(const pictures::Board& board, Cache& cache)
      : width(board.width), height(board.height) {
    for (const pictures::Place& place : board.places) places.push_back(cache.place(place));
    for (const pictures::Stroke& rule : board.rules) rules.push_back(StrokeObjects::of(rule));
    labels = tuple_of(board.labels.size(), [&](std::size_t i) {
      const auto& [at, text] = board.labels[i];
      return PictureTypes::get().label(number_object(at.x), number_object(at.y), text.c_str());
    });
  }
};

}  // namespace quire::bindings
