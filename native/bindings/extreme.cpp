// The weights of extreme's evaluation, and how they are learnt.
#include <nanobind/stl/vector.h>

#include "bindings/parts.hpp"
#include "bindings/position.hpp"
#include "bindings/running.hpp"
#include "bindings/weights.hpp"
#include "engine/eval/extreme_training.hpp"

namespace quire::bindings {
namespace {

[[nodiscard]] std::size_t play_games(ExtremeTraining& training, int games, std::uint64_t nodes,
                                     int threads, const Stop* stop, nb::object progress) {
  ExtremeLesson lesson;
  lesson.nodes = nodes;
  return run(limits_of({}, {}, threads), stop, progress,
             [&](Budget& budget) { return training.play(games, lesson, budget); })
      .first;
}

[[nodiscard]] nb::tuple learn(ExtremeTraining& training, const Stop* stop, nb::object progress) {
  const auto losses = run(limits_of({}, {}, 1), stop, progress, [&](Budget& budget) {
                        return training.learn({}, budget);
                      }).first;
  return nb::make_tuple(losses.seen, losses.unseen);
}

[[nodiscard]] double evaluate(const Held<ExtremePosition>& held) {
  if (held.position.over()) throw nb::value_error("the game is over: there is nothing to estimate");
  load_weights<ExtremePosition>();
  return ShippedExtreme::get()->value(held.position);
}

}  // namespace

void bind_extreme(nb::module_& module) {
  module.def("extreme_weight_count", &ExtremeWeights::count);
  module.def(
      "set_extreme_weights",
      [](const nb::bytes& content) {
        const auto* bytes = static_cast<const std::uint8_t*>(content.data());
        std::vector<float> values(content.size() / 2);
        for (std::size_t i = 0; i < values.size(); ++i) {
          values[i] = from_half(bytes[2 * i] | static_cast<unsigned>(bytes[2 * i + 1]) << 8U);
        }
        const ExtremeWeights weights{std::span(values)};
        ShippedExtreme::set(std::make_shared<const ExtremeEvaluation>(weights));
      },
      nb::arg("content"));
  module.def("evaluate_extreme", &evaluate, nb::arg("position"));
  nb::class_<ExtremeTraining>(module, "ExtremeTraining", nb::is_final(),
                              "Learns an evaluation from games of the search against itself.")
      .def(nb::init<std::uint64_t>(), nb::arg("seed"))
      .def("weights", [](const ExtremeTraining& it) { return it.weights().values(); })
      .def("play", &play_games, nb::arg("games"), nb::kw_only(), nb::arg("nodes"),
           nb::arg("threads") = 1, nb::arg("stop") = nb::none(), nb::arg("progress") = nb::none())
      .def("learn", &learn, nb::kw_only(), nb::arg("stop") = nb::none(),
           nb::arg("progress") = nb::none());
}

}  // namespace quire::bindings
