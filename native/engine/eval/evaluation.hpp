// A game's learned evaluation of positions, where it has one.
#pragma once

namespace quire {

// The default: no evaluation. A game that has one specialises this with `available = true` and
//   static std::size_t weight_count();
//   static void set_weights(std::span<const float>);   throws std::invalid_argument
//   static bool has_weights();                         whether they were set
//   double evaluate(const P&) const;   the expected result for the player to move, -1 to 1
template <class P>
struct Evaluation {
  static constexpr bool available = false;
};

// How the weights are learnt: void, or a class with
//   explicit Training(std::uint64_t seed);
//   std::vector<float> weights() const;
//   std::size_t play(int games, std::uint64_t nodes, Budget&);   how many positions it has now
//   Losses learn(Budget&);                                       mean losses: seen and unseen
template <class P>
struct TrainingFor {
  using type = void;
};

}  // namespace quire
