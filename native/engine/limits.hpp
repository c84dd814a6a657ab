// How long a search may go on, and how it learns that it must stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace quire {

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  int threads = 1;
};

// A stretch of the whole work, which goes from 0 to 1: for telling how much is done.
struct Stretch {
  double from = 0;
  double length = 1;

  [[nodiscard]] Stretch part(std::size_t number, std::size_t of) const noexcept {
    const double each = length / static_cast<double>(of);
    return {from + each * static_cast<double>(number), each};
  }
};

// One search's budget, shared by all its threads. Whoever started the search may stop it, from
// any thread, through the flag that it was made with or by `stop`.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Budget(const Limits& limits, const std::atomic<bool>* asked = nullptr) noexcept
      : limits_(limits), asked_(asked), begun_(Clock::now()) {}

  [[nodiscard]] const Limits& limits() const noexcept { return limits_; }
  [[nodiscard]] bool stopped() const noexcept { return stop_.load(std::memory_order_relaxed); }
  void stop() noexcept { stop_.store(true, std::memory_order_relaxed); }

  [[nodiscard]] double seconds() const noexcept {
    return std::chrono::duration<double>(Clock::now() - begun_).count();
  }
  // Nodes that the threads have taken; exact once they have ended.
  [[nodiscard]] std::uint64_t nodes() const noexcept {
    return nodes_.load(std::memory_order_relaxed);
  }
  // How much of the work is done, 0 to 1: the search's own estimate, for a progress bar.
  [[nodiscard]] double done() const noexcept { return done_.load(std::memory_order_relaxed); }
  void tell_done(double fraction) noexcept { done_.store(fraction, std::memory_order_relaxed); }

 private:
  friend class Spending;
  // How many nodes, `batch` at most, a thread may do before it asks again; 0: stop. They count as
  // done until it gives back the rest, so that all threads together keep within the limit.
  [[nodiscard]] std::uint64_t grant(std::uint64_t batch) noexcept {
    if (seconds() >= limits_.seconds ||
        (asked_ != nullptr && asked_->load(std::memory_order_relaxed))) {
      stop();
    }
    if (stopped()) return 0;
    const std::uint64_t before = nodes_.fetch_add(batch, std::memory_order_relaxed);
    const std::uint64_t granted = limits_.nodes - std::min(limits_.nodes, before);
    if (granted >= batch) return batch;
    give_back(batch - granted);
    if (granted == 0) stop();
    return granted;
  }
  void give_back(std::uint64_t rest) noexcept { nodes_.fetch_sub(rest, std::memory_order_relaxed); }

  Limits limits_;
  const std::atomic<bool>* asked_;
  Clock::time_point begun_;
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<double> done_{0};
  std::atomic<bool> stop_{false};
};

// One thread's share of a budget: counts its nodes and looks at the clock every `batch` of them;
// a single thread stops after exactly the nodes of the limit.
class Spending {
 public:
  explicit Spending(Budget& budget, std::uint64_t batch = 256) noexcept
      : budget_(budget), batch_(batch), left_(budget.grant(batch)) {}
  ~Spending() { budget_.give_back(left_); }
  Spending(const Spending&) = delete;
  Spending& operator=(const Spending&) = delete;

  // Counts one node; false: it may not be searched, unwind.
  [[nodiscard]] bool node() noexcept {
    if (left_ == 0 && !renew()) return false;
    --left_;
    return true;
  }
  // Once a node was refused; what a search had begun by then is worth nothing.
  [[nodiscard]] bool over() const noexcept { return over_; }
  [[nodiscard]] Budget& budget() const noexcept { return budget_; }

 private:
  [[nodiscard]] bool renew() noexcept {
    if (over_) return false;
    left_ = budget_.grant(batch_);
    over_ = left_ == 0;
    return !over_;
  }

  Budget& budget_;
  std::uint64_t batch_;
  std::uint64_t left_;
  bool over_ = false;
};

}  // namespace quire
