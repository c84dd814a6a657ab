// Learned evaluations: their weights, the value of a position, and training.
#include <nanobind/stl/vector.h>

#include "bindings/engine/weights.hpp"
#include "bindings/games.hpp"
#include "bindings/parts.hpp"
#include "bindings/running.hpp"
#include "engine/eval/weight_file.hpp"
#include "engine/specialisations.hpp"

namespace quire::bindings {
namespace {

// Calls `use` with the evaluation of each kind of position of a game that has one.
template <class Use>
void for_each_evaluation(nb::str game, Use use) {
  (void)with_game(game, [&]<class Game>(Game) {
    for_each_kind_of<Game>([&]<Position P>(std::type_identity<P>) {
      if constexpr (Evaluation<P>::available) use(std::type_identity<Evaluation<P>>{});
    });
    return nb::none();
  });
}

[[nodiscard]] std::size_t weight_count(nb::str game) {
  std::size_t count = 0;
  for_each_evaluation(game, [&]<class E>(std::type_identity<E>) { count = E::weight_count(); });
  return count;
}

void set_weights(nb::str game, const nb::bytes& content) {
  const std::vector<float> values = weights_in({content.c_str(), content.size()});
  bool found = false;
  for_each_evaluation(game, [&]<class E>(std::type_identity<E>) {
    E::set_weights(values);
    found = true;
  });
  if (!found) throw nb::value_error("this game has no learned evaluation");
}

[[nodiscard]] double evaluate(nb::handle position) {
  return with_position(position, []<Position P>(const Held<P>& held) -> double {
    if constexpr (Evaluation<P>::available) {
      if (held.position.over()) {
        throw nb::value_error("the game is over: nothing to evaluate");
      }
      load_weights<P>();
      return Evaluation<P>().evaluate(held.position);
    } else {
      throw nb::value_error("this game has no learned evaluation");
    }
  });
}

// Learns the weights of an evaluation from games of the search against itself.
class Training {
 public:
  struct Losses {
    double seen, unseen;
  };
  Training() = default;
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;
  virtual ~Training() = default;
  [[nodiscard]] virtual std::vector<float> weights() const = 0;
  virtual std::size_t play(int games, std::uint64_t nodes, Budget& budget) = 0;
  virtual Losses learn(Budget& budget) = 0;
};

template <class T>
class TrainingOf final : public Training {
 public:
  explicit TrainingOf(std::uint64_t seed) : training_(seed) {}
  [[nodiscard]] std::vector<float> weights() const override { return training_.weights(); }
  std::size_t play(int games, std::uint64_t nodes, Budget& budget) override {
    return training_.play(games, nodes, budget);
  }
  Losses learn(Budget& budget) override {
    const auto losses = training_.learn(budget);
    return {losses.seen, losses.unseen};
  }

 private:
  T training_;
};

[[nodiscard]] Training* make_training(nb::handle position, std::uint64_t seed) {
  return with_position(position, [&]<Position P>(const Held<P>&) -> Training* {
    using T = typename TrainingFor<P>::type;
    if constexpr (!std::is_void_v<T>) {
      return new TrainingOf<T>(seed);
    } else {
      throw nb::value_error("this game has no learned evaluation");
    }
  });
}

[[nodiscard]] std::size_t play_games(Training& training, int games, std::uint64_t nodes,
                                     int threads, const Stop* stop, nb::object progress) {
  return run(limits_of({}, {}, threads), stop, progress,
             [&](Budget& budget) { return training.play(games, nodes, budget); })
      .first;
}

[[nodiscard]] nb::tuple learn(Training& training, const Stop* stop, nb::object progress) {
  const auto losses = run(limits_of({}, {}, 1), stop, progress, [&](Budget& budget) {
                        return training.learn(budget);
                      }).first;
  return nb::make_tuple(losses.seen, losses.unseen);
}

}  // namespace

void bind_evaluation(nb::module_& module) {
  module.def("weight_count", &weight_count, nb::arg("game"),
             "Return how many weights the game's evaluation has; 0 if it has none.");
  module.def("set_weights", &set_weights, nb::arg("game"), nb::arg("content"),
             "Use the weights in the content of a weight file: two bytes each.");
  module.def("evaluate", &evaluate, nb::arg("position"),
             nb::sig("def evaluate(position: quire.core.Position) -> float"),
             "Return the expected result for the player to move, -1 to 1.");
  module.def("training", &make_training, nb::rv_policy::take_ownership, nb::arg("position"),
             nb::arg("seed"),
             nb::sig("def training(position: quire.core.Position, seed: int) -> Training"),
             "Make the training of the evaluation for this kind of position.");
  nb::class_<Training>(module, "Training", nb::is_final(),
                       "Learns an evaluation from games of the search against itself.")
      .def("weights", &Training::weights)
      .def("play", &play_games, nb::arg("games"), nb::kw_only(), nb::arg("nodes"),
           nb::arg("threads") = 1, nb::arg("stop") = nb::none(), nb::arg("progress") = nb::none(),
           nb::sig("def play(self, games: int, *, nodes: int, threads: int = 1, "
                   "stop: Stop | None = None, "
                   "progress: collections.abc.Callable[[int, float, float], None] | None = None"
                   ") -> int"),
           "Play games with the weights learnt so far; return how many positions there are now.")
      .def("learn", &learn, nb::kw_only(), nb::arg("stop") = nb::none(),
           nb::arg("progress") = nb::none(),
           nb::sig("def learn(self, *, stop: Stop | None = None, "
                   "progress: collections.abc.Callable[[int, float, float], None] | None = None"
                   ") -> tuple[float, float]"),
           "Learn from them; return the mean losses over seen and unseen positions.");
}

}  // namespace quire::bindings
