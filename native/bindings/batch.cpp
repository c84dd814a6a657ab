// Positions as numbers, and many games at once, for Python: one class for all of them.
#include "engine/batch/batch.hpp"

#include <nanobind/stl/vector.h>

#include <mutex>

#include "bindings/buffer.hpp"
#include "bindings/games.hpp"
#include "bindings/parts.hpp"
#include "bindings/running.hpp"

namespace quire::bindings {
namespace {

// The games of a batch. Several Python threads may use it: one waits for the other.
class Games {
 public:
  Games() = default;
  Games(const Games&) = delete;
  Games& operator=(const Games&) = delete;
  virtual ~Games() = default;

  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual nb::object position(std::size_t game) = 0;
  [[nodiscard]] virtual Games* take(const std::vector<std::size_t>& games) = 0;
  virtual void put(nb::handle which, nb::handle position) = 0;
  virtual void step(nb::handle actions, nb::handle rewards, nb::handle ended) = 0;
  virtual void observe(nb::handle players, nb::handle out) = 0;
  virtual void masks(nb::handle out) = 0;
  virtual void boards(nb::handle out) = 0;
  virtual void to_move(nb::handle out) = 0;
  virtual void points(nb::handle out) = 0;
  virtual void over(nb::handle out) = 0;
  virtual void random_actions(std::uint64_t seed, nb::handle out) = 0;
  virtual void play_outs(long count, std::uint64_t seed, nb::handle out) = 0;
};

template <Position P>
class GamesOf final : public Games {
 public:
  GamesOf(std::vector<P> games, std::shared_ptr<const Layout> layout, int threads)
      : batch_(std::move(games), threads), layout_(std::move(layout)) {}

  [[nodiscard]] std::size_t size() const override { return batch_.size(); }
  [[nodiscard]] nb::object position(std::size_t game) override {
    if (game >= size()) throw nb::index_error(("no game " + std::to_string(game)).c_str());
    std::vector<P> one;
    alone([&] { one.push_back(batch_[game]); });
    return nb::cast(Held<P>(one.front()));
  }
  [[nodiscard]] Games* take(const std::vector<std::size_t>& games) override {
    std::vector<P> taken;
    alone([&] {
      taken.reserve(games.size());
      for (const std::size_t game : games) {
        if (game >= size()) throw std::out_of_range("no game " + std::to_string(game));
        taken.push_back(batch_[game]);
      }
    });
    return new GamesOf(std::move(taken), layout_, batch_.threads());
  }
  void put(nb::handle which, nb::handle position) override {
    const Buffer<const bool> chosen(which, size());
    const P& to = held_of<P>(position).position;
    each([&](std::size_t game) {
      if (chosen.data()[game]) batch_[game] = to;
    });
  }
  void step(nb::handle actions, nb::handle rewards, nb::handle ended) override {
    const Buffer<const std::int64_t> chosen(actions, size());
    const Buffer<float> reward(rewards, size() * players());
    const Buffer<bool> end(ended, size());
    alone([&] { batch_.step(chosen.data(), *layout_, reward.data(), end.data()); });
  }
  void observe(nb::handle players, nb::handle out) override {
    const Buffer<const std::int8_t> observers(players, size());
    const std::size_t length = static_cast<std::size_t>(planes<P>(*layout_) * layout_->area);
    const Buffer<float> seen(out, size() * length);
    each([&](std::size_t game) {
      quire::observe(batch_[game], *layout_, observers.data()[game], seen.data() + game * length);
    });
  }
  void masks(nb::handle out) override {
    const auto length = static_cast<std::size_t>(layout_->moves());
    const Buffer<std::int8_t> mask(out, size() * length);
    each(
        [&](std::size_t game) { write_mask(batch_[game], *layout_, mask.data() + game * length); });
  }
  void boards(nb::handle out) override {
    const auto length = static_cast<std::size_t>(layout_->area);
    const Buffer<std::int8_t> board(out, size() * length);
    each([&](std::size_t game) {
      write_board(batch_[game], *layout_, board.data() + game * length);
    });
  }
  void to_move(nb::handle out) override {
    const Buffer<std::int8_t> player(out, size());
    each([&](std::size_t game) {
      player.data()[game] = static_cast<std::int8_t>(batch_[game].to_move());
    });
  }
  void points(nb::handle out) override {
    const Buffer<std::int32_t> point(out, size() * players());
    each([&](std::size_t game) {
      const Points points = batch_[game].points();
      std::copy_n(points.begin(), players(), point.data() + game * players());
    });
  }
  void over(nb::handle out) override {
    const Buffer<bool> end(out, size());
    each([&](std::size_t game) { end.data()[game] = batch_[game].over(); });
  }
  void random_actions(std::uint64_t seed, nb::handle out) override {
    const Buffer<std::int64_t> action(out, size());
    alone([&] { batch_.random_actions(seed, action.data()); });
  }
  void play_outs(long count, std::uint64_t seed, nb::handle out) override {
    const Buffer<float> payoffs(out, size() * players());
    const Run run{Limits{}, nullptr, nb::none()};
    (void)run([&](Budget& budget) {
      const std::lock_guard lock(mutex_);
      batch_.play_outs(count, seed, layout_->players, payoffs.data(),
                       [&] { return budget.stopped(); });
      return true;
    });
  }

 private:
  [[nodiscard]] std::size_t players() const { return static_cast<std::size_t>(layout_->players); }
  template <class Work>
  void alone(const Work& work) {
    const nb::gil_scoped_release no_gil;
    const std::lock_guard lock(mutex_);
    work();
  }
  template <class Work>
  void each(const Work& work) {
    alone([&] { batch_.for_each(work); });
  }

  Batch<P> batch_;
  std::shared_ptr<const Layout> layout_;
  std::mutex mutex_;
};

// The positions of one size as numbers.
class Encoder {
 public:
  Encoder() = default;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  virtual ~Encoder() = default;

  [[nodiscard]] virtual bool has_bonus() const = 0;
  [[nodiscard]] virtual nb::object actions(nb::handle position) const = 0;
  virtual void mask(nb::handle position, nb::handle out) const = 0;
  virtual void observe(nb::handle position, int player, nb::handle out) const = 0;
  [[nodiscard]] virtual nb::list payoffs(nb::handle position) const = 0;
  [[nodiscard]] virtual Games* games(const nb::list& positions, int threads) const = 0;
};

template <Position P>
class EncoderOf final : public Encoder {
 public:
  EncoderOf(const P& start, std::shared_ptr<const Layout> layout)
      : size_(start.size()), layout_(std::move(layout)) {}

  [[nodiscard]] bool has_bonus() const override { return quire::has_bonus<P>; }
  [[nodiscard]] nb::object actions(nb::handle position) const override {
    const P& it = read(position).position;
    nb::object list = nb::steal(PyList_New(it.legal_count()));
    if (!list.is_valid()) throw nb::python_error();
    Py_ssize_t at = 0;
    it.for_each_legal([&](Move move) { PyList_SET_ITEM(list.ptr(), at++, PyLong_FromLong(move)); });
    return list;
  }
  void mask(nb::handle position, nb::handle out) const override {
    const Buffer<std::int8_t> mask(out, static_cast<std::size_t>(layout_->moves()));
    write_mask(read(position).position, *layout_, mask.data());
  }
  void observe(nb::handle position, int player, nb::handle out) const override {
    const Buffer<float> seen(out, static_cast<std::size_t>(planes<P>(*layout_) * layout_->area));
    quire::observe(read(position).position, *layout_, player, seen.data());
  }
  [[nodiscard]] nb::list payoffs(nb::handle position) const override {
    nb::list payoffs;
    const auto outcome = read(position).position.outcome();
    for_each_payoff(outcome.value_or(decided(nobody, Reason::full)), layout_->players,
                    [&](std::size_t, double payoff) { payoffs.append(payoff); });
    return payoffs;
  }
  [[nodiscard]] Games* games(const nb::list& positions, int threads) const override {
    std::vector<P> games;
    games.reserve(positions.size());
    for (const nb::handle position : positions) games.push_back(read(position).position);
    return new GamesOf<P>(std::move(games), layout_, threads);
  }

 private:
  [[nodiscard]] const Held<P>& read(nb::handle position) const {
    const Held<P>& held = held_of<P>(position);
    if (!(held.position.size() == size_)) {
      throw NotationError("the position is " + held.position.size().text() +
                          ", but this encoding is for " + std::string(P::Game::key) + " " +
                          size_.text());
    }
    return held;
  }

  typename P::Game::Size size_;
  std::shared_ptr<const Layout> layout_;
};

[[nodiscard]] Encoder* make_encoder(nb::handle start, int area, const std::string& marks,
                                    bool by_player, bool has_points,
                                    std::vector<std::uint16_t> place_of_cell,
                                    std::vector<std::uint16_t> place_of_move) {
  return with_position(start, [&]<Position P>(const Held<P>& held) -> Encoder* {
    auto layout = std::make_shared<Layout>();
    layout->players = held.players();
    layout->area = area;
    layout->mark_planes = static_cast<int>(marks.size());
    layout->by_player = by_player;
    layout->has_points = has_points;
    layout->mark_of.fill(Layout::no_mark);
    for (std::size_t mark = 0; mark < marks.size(); ++mark) {
      layout->mark_of[static_cast<unsigned char>(marks[mark]) & 127U] =
          static_cast<std::int8_t>(mark);
    }
    layout->place_of_cell = std::move(place_of_cell);
    layout->place_of_move = std::move(place_of_move);
    return new EncoderOf<P>(held.position, std::move(layout));
  });
}

}  // namespace

void bind_batch(nb::module_& module) {
  const auto array = nb::arg("out");
  nb::class_<Games>(module, "Games", "Many games at once; quire.batch.Batch has the arrays.")
      .def("__len__", &Games::size)
      .def("position", &Games::position, nb::arg("game"),
           nb::sig("def position(self, game: int) -> quire.core.Position"))
      .def("take", &Games::take, nb::arg("games"), nb::rv_policy::take_ownership)
      .def("put", &Games::put, nb::arg("which"), nb::arg("position"))
      .def("step", &Games::step, nb::arg("actions"), nb::arg("rewards"), nb::arg("ended"))
      .def("observe", &Games::observe, nb::arg("players"), array)
      .def("masks", &Games::masks, array)
      .def("boards", &Games::boards, array)
      .def("to_move", &Games::to_move, array)
      .def("points", &Games::points, array)
      .def("over", &Games::over, array)
      .def("random_actions", &Games::random_actions, nb::arg("seed"), array)
      .def("playouts", &Games::play_outs, nb::arg("count"), nb::arg("seed"), array);
  nb::class_<Encoder>(module, "Encoder",
                      "Positions of one size as numbers; quire.batch.Encoding has the arrays.")
      .def_prop_ro("has_bonus", &Encoder::has_bonus)
      .def("actions", &Encoder::actions, nb::arg("position"),
           nb::sig("def actions(self, position: quire.core.Position) -> list[int]"))
      .def("mask", &Encoder::mask, nb::arg("position"), array)
      .def("observe", &Encoder::observe, nb::arg("position"), nb::arg("player"), array)
      .def("payoffs", &Encoder::payoffs, nb::arg("position"),
           nb::sig("def payoffs(self, position: quire.core.Position) -> list[float]"))
      .def("games", &Encoder::games, nb::arg("positions"), nb::arg("threads"),
           nb::rv_policy::take_ownership,
           nb::sig("def games(self, positions: list[quire.core.Position], threads: int) "
                   "-> Games"));
  module.def("encoder", &make_encoder, nb::rv_policy::take_ownership, nb::arg("start"),
             nb::arg("area"), nb::arg("marks"), nb::arg("by_player"), nb::arg("has_points"),
             nb::arg("place_of_cell"), nb::arg("place_of_move"),
             nb::sig("def encoder(start: quire.core.Position, area: int, marks: str, "
                     "by_player: bool, has_points: bool, place_of_cell: list[int], "
                     "place_of_move: list[int]) -> Encoder"),
             "Make the encoder for positions of the size of `start`.");
}

}  // namespace quire::bindings
