// Grundy values of obstruction regions: one thread's search, and the state that threads share.
//
// Obstruction is impartial, so every region has a Grundy value: the least number that no move in it
// leads to; connected parts add up by exclusive or, and a position is lost for the player to move
// if its value is 0. The search asks "is this part's value n?" rather than for the value, which
// takes far fewer nodes, and the table stores for every part the set of values it may still have:
//
//   note   | 26 bits: the values 0 to 25 that the part may have | 2 bits: the work spent |
//
//   a move leads to v:  the value is not v        no move leads to v:  the value is at most v
#pragma once

#include <vector>

#include "core/hash.hpp"
#include "engine/in_progress.hpp"
#include "engine/limits.hpp"
#include "engine/solve/obstruction/region.hpp"
#include "engine/solve/obstruction/table.hpp"

namespace quire::obstruction {

using Possible = std::uint32_t;  // a set of values
inline constexpr int max_value = Box{0, 0, sides, sides}.longest_game();
static_assert(max_value <= 25);

[[nodiscard]] constexpr Possible only(int value) noexcept { return Possible{1} << value; }
[[nodiscard]] constexpr Possible up_to(int value) noexcept { return (Possible{2} << value) - 1; }
[[nodiscard]] constexpr bool settled(Possible possible) noexcept {
  return (possible & (possible - 1)) == 0;
}

// The values of all regions within four by four cells, four bits per row.
class SmallValues {
 public:
  static constexpr int side = 4;

  [[nodiscard]] static const SmallValues& all() {
    static const SmallValues values;
    return values;
  }
  [[nodiscard]] int value(Region part, const Box& box) const noexcept {
    unsigned cells = 0;
    for (int y = 0; y < box.height; ++y) cells |= part.row(box.top + y) >> box.left << (side * y);
    return value_[cells];
  }

 private:
  SmallValues() {
    for (unsigned cells = 1; cells < value_.size(); ++cells) {
      Possible led_to = 0;
      for (unsigned rest = cells; rest != 0; rest &= rest - 1) {
        led_to |= only(value_[cells & ~around(std::countr_zero(rest))]);
      }
      value_[cells] = static_cast<std::uint8_t>(std::countr_one(led_to));
    }
  }
  [[nodiscard]] static constexpr unsigned around(int cell) noexcept {
    Region it;
    it.add(cell % side, cell / side);
    unsigned cells = 0;
    for (int y = 0; y < side; ++y) cells |= (it.spread().row(y) & 0xfU) << (side * y);
    return cells;
  }

  std::array<std::uint8_t, 1U << (side * side)> value_{};
};

// A connected part too large for SmallValues.
struct Part {
  Form form;
  Possible at_first = 0;  // the values that its shape allows
  std::uint8_t cells = 0;
};

// A region as a sum: of a known value and of parts, which lie on the search's stack.
struct Sum {
  std::uint32_t order = 0;  // move ordering: the least is tried first
  std::uint32_t first = 0;
  std::uint8_t parts = 0;  // the largest first
  std::uint8_t known = 0;
  bool tried = false;
};

enum class Verdict : std::uint8_t { no, yes, unknown };

// Two strategies, each a check on the other.
enum class Way : std::uint8_t {
  quick,  // the moves by the sum of squared sizes; half-turn symmetry; table lookup before search
  plain,  // the moves by the largest part that they leave, then by all cells
};

// State that the threads of one search share.
struct Shared {
  explicit Shared(std::size_t memory) : table(memory) {}

  static constexpr int work_bits = 2;
  TranspositionTable<NoteEntry<28, work_bits>> table;
  InProgress in_progress;
  std::atomic<bool> finished{false};  // one thread is done: the others may stop
};

class Search {
 public:
  Search(Shared& shared, ThreadBudget& budget_share, Way way, bool alone, bool reports)
      : shared_(shared), budget_share_(budget_share), way_(way), alone_(alone), reports_(reports) {
    stack_.reserve(std::size_t{1} << 14);
  }

  [[nodiscard]] Sum split(Region region);

  // Whether the sum's value is this one.
  [[nodiscard]] Verdict is(Sum& sum, int value) {
    if (!reduce(sum, 1)) return Verdict::unknown;
    const int rest = value ^ sum.known;
    if (sum.parts == 0) return rest == 0 ? Verdict::yes : Verdict::no;
    if (rest > max_value) return Verdict::no;
    const Possible possible = settle(stack_[sum.first], rest);
    if ((possible & only(rest)) == 0) return Verdict::no;
    return settled(possible) ? Verdict::yes : Verdict::unknown;
  }
  // The value of the sum, -1 if the search was stopped.
  [[nodiscard]] int value(Sum& sum) { return reduce(sum, 0) ? sum.known : -1; }

  // Sets the share of the whole work that follows.
  void begin(double from, double share) noexcept {
    from_ = from;
    share_ = share;
  }

 private:
  static constexpr int any = -1;                    // instead of a value: find it, whatever it is
  static constexpr std::uint64_t look_around = 64;  // nodes between checks of the other threads
  static constexpr std::size_t nowhere = max_value + 1;

  struct Asked {
    Part part;
    int value;
  };
  using Moves = std::vector<Sum>;

  // The possible values of the part, narrowed until they decide, or as far as the search got.
  [[nodiscard]] Possible settle(Part part, int asked);
  // Whether any of these moves leads to the value.
  [[nodiscard]] Verdict leads_to(Moves& moves, int value);
  [[nodiscard]] Verdict try_each(Moves& moves, int value, bool skip_in_progress);
  void list(const Part& part, Moves& moves);
  void push(Sum& sum, const Part& part);

  [[nodiscard]] static bool answers(Possible possible, int asked) noexcept {
    return settled(possible) || (asked != any && (possible & only(asked)) == 0);
  }
  [[nodiscard]] static auto key(const Form& form) noexcept {
    constexpr int half_bits = sides * half;
    return decltype(Shared::table)::Key{form.upper | form.lower << half_bits,
                                        form.lower >> (64 - half_bits)};
  }
  [[nodiscard]] Possible look_up(const Part& part) const noexcept {
    const Word note = shared_.table.find(key(part.form));
    return note == 0 ? part.at_first : static_cast<Possible>(note >> Shared::work_bits);
  }
  // Adds the parts whose value is in the table to the known value.
  void fold(Sum& sum) noexcept {
    for (unsigned i = sum.parts; i-- > 0;) {
      const Possible possible = look_up(stack_[sum.first + i]);
      if (!settled(possible)) continue;
      sum.known ^= static_cast<std::uint8_t>(std::countr_zero(possible));
      const auto at = stack_.begin() + sum.first + i;
      std::move(at + 1, at + (sum.parts - i), at);
      --sum.parts;
    }
  }
  // Finds the values of the smaller parts until this many are left.
  [[nodiscard]] bool reduce(Sum& sum, int left) {
    fold(sum);
    while (sum.parts > left) {
      const Possible possible = settle(stack_[sum.first + sum.parts - 1U], any);
      if (!settled(possible)) return false;
      sum.known ^= static_cast<std::uint8_t>(std::countr_zero(possible));
      --sum.parts;
    }
    return true;
  }
  [[nodiscard]] bool enter() noexcept {
    if (shared_.finished.load(std::memory_order_relaxed) || !budget_share_.node()) return false;
    if (++nodes_ % look_around == 0 && !alone_) leave_what_is_answered();
    return depth_ <= leave_to_;
  }
  // Another thread may have decided a part further up: return to that depth.
  void leave_what_is_answered() noexcept {
    for (std::size_t at = 0; at < std::min(depth_, leave_to_); ++at) {
      if (answers(look_up(asked_[at].part), asked_[at].value)) leave_to_ = at;
    }
  }
  void tell() noexcept {
    if (!reports_ || depth_ > 3 || from_ <= reported_) return;
    reported_ = from_;
    budget_share_.budget().report_done(reported_);
  }
  [[nodiscard]] static Word mark_of(const Part& part) noexcept {
    Hasher hasher;
    hasher.add(part.form.upper);
    hasher.add(part.form.lower);
    return hasher.value();
  }
  [[nodiscard]] bool is_in_progress(const Sum& sum) const noexcept {
    return !alone_ && sum.parts > 0 && shared_.in_progress.at(mark_of(stack_[sum.first]));
  }

  Shared& shared_;
  ThreadBudget& budget_share_;
  const SmallValues& small_ = SmallValues::all();
  Way way_;
  bool alone_;
  bool reports_;
  std::vector<Part> stack_;
  std::array<Moves, max_value + 1> moves_;  // of the part at each depth
  std::array<Asked, max_value + 1> asked_;  // of it
  std::size_t leave_to_ = nowhere;          // the depth of the part that is decided
  std::size_t depth_ = 0;
  std::uint64_t nodes_ = 0;
  double from_ = 0;
  double share_ = 1;
  double reported_ = 0;
};

inline Sum Search::split(Region region) {
  Sum sum;
  sum.first = static_cast<std::uint32_t>(stack_.size());
  const int all = region.count();
  while (region.any()) {
    const Region cells = first_part(region);
    region = region - cells;
    const Box box = box_around(cells);
    if (box.width <= SmallValues::side && box.height <= SmallValues::side) {
      sum.known ^= static_cast<std::uint8_t>(small_.value(cells, box));
      continue;
    }
    const Normal normal = normal_form(cells, box);
    Part part{normal.form, up_to(box.longest_game()), static_cast<std::uint8_t>(cells.count())};
    if (normal.half_turn && way_ == Way::quick) {
      // Answering every move by its image wins, unless a cell in the middle is next to its own
      // image. A single cell in the middle is for the first player, who then answers by images.
      if (!box.middle_of(cells)) continue;
      if (box.width % 2 == 1 && box.height % 2 == 1) part.at_first -= only(0);
    }
    push(sum, part);
  }
  int largest = 0, squares = 0;
  for (auto part = stack_.begin() + sum.first; part != stack_.end(); ++part) {
    squares += part->cells * part->cells;
    if (part->cells <= largest) continue;
    largest = part->cells;
    std::swap(*part, stack_[sum.first]);
  }
  const int order = way_ == Way::quick ? squares : largest * sides * sides + all;
  sum.order = static_cast<std::uint32_t>(order);
  return sum;
}

inline void Search::push(Sum& sum, const Part& part) {
  const auto twin = std::find_if(stack_.begin() + sum.first, stack_.end(),
                                 [&](const Part& other) { return other.form == part.form; });
  if (twin != stack_.end()) {  // equal parts cancel each other
    *twin = stack_.back();
    stack_.pop_back();
    --sum.parts;
  } else {
    shared_.table.prefetch(key(part.form));
    stack_.push_back(part);
    ++sum.parts;
  }
}

inline void Search::list(const Part& part, Moves& moves) {
  moves.clear();
  const Region all = part.form.region();
  for (Region rest = all; rest.any();) {
    const Region cell = rest.first_cell();
    rest = rest - cell;
    moves.push_back(split(all - cell.spread()));
    // So that no two are equal, and every sort gives the same order.
    moves.back().order = moves.back().order * 128 + static_cast<std::uint32_t>(moves.size());
  }
  std::sort(moves.begin(), moves.end(),
            [](const Sum& a, const Sum& b) { return a.order < b.order; });
}

inline Possible Search::settle(Part part, int asked) {
  Possible possible = look_up(part);
  if (answers(possible, asked) || !enter()) return possible;
  const std::uint64_t nodes_before = nodes_;
  const std::size_t stack_before = stack_.size();
  const Word mark = alone_ ? 0 : mark_of(part);
  if (!alone_) shared_.in_progress.begin(mark);
  asked_[depth_] = {part, asked};
  Moves& moves = moves_[depth_++];
  list(part, moves);
  int next = asked != any ? asked : std::countr_zero(possible);
  while (!answers(possible, asked)) {
    const Verdict verdict = leads_to(moves, next);
    if (verdict == Verdict::unknown) break;
    possible &= verdict == Verdict::yes ? ~only(next) : up_to(next);
    next = std::countr_zero(possible);
  }
  if (--depth_ <= leave_to_) leave_to_ = nowhere;
  stack_.resize(stack_before);
  if (!alone_) {
    shared_.in_progress.end(mark);
    possible &= look_up(part);  // other threads may have found more
  }
  const int work = std::min(static_cast<int>(std::bit_width(nodes_ - nodes_before)) / 4,
                            (1 << Shared::work_bits) - 1);
  shared_.table.put(key(part.form), Word{possible} << Shared::work_bits | static_cast<Word>(work));
  return possible;
}

inline Verdict Search::leads_to(Moves& moves, int value) {
  if (way_ == Way::quick) {  // the table may already have one
    for (Sum& move : moves) {
      fold(move);
      if (move.parts == 0 && move.known == value) return Verdict::yes;
    }
  }
  for (Sum& move : moves) move.tried = false;
  Verdict verdict = try_each(moves, value, true);
  return verdict == Verdict::no && !alone_ ? try_each(moves, value, false) : verdict;
}

inline Verdict Search::try_each(Moves& moves, int value, bool skip_in_progress) {
  Verdict verdict = Verdict::no;
  const double from = from_, share = share_;
  share_ = share / static_cast<double>(moves.size());
  for (std::size_t i = 0; i < moves.size() && verdict == Verdict::no; ++i) {
    Sum& move = moves[i];
    if (move.tried || (skip_in_progress && i > 0 && is_in_progress(move))) continue;
    move.tried = true;
    from_ = from + share_ * static_cast<double>(i);
    tell();
    verdict = is(move, value);
  }
  from_ = from;
  share_ = share;
  return verdict;
}

}  // namespace quire::obstruction
