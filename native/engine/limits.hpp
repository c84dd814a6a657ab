// The limits of a search, and how it notices that it must stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
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

// A part of the whole work, which goes from 0 to 1: for reporting progress.
struct Stretch {
  double from = 0;
  double length = 1;

  [[nodiscard]] Stretch part(std::size_t number, std::size_t of) const noexcept {
    const double each = length / static_cast<double>(of);
    return {from + each * static_cast<double>(number), each};
  }
};

// The budget of one search, shared by its threads. The caller can stop it from another thread, by
// `stop` or by the flag given on construction.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Budget(const Limits& limits, const std::atomic<bool>* stop_flag = nullptr) noexcept
      : limits_(limits), stop_flag_(stop_flag), begun_(Clock::now()) {}
  // A part of `whole`: it stops when that is stopped, and its nodes count there too.
  Budget(const Limits& limits, Budget& whole) noexcept
      : limits_(limits), stop_flag_(whole.stop_flag_), whole_(&whole), begun_(Clock::now()) {}

  [[nodiscard]] const Limits& limits() const noexcept { return limits_; }
  [[nodiscard]] bool stopped() const noexcept { return stop_.load(std::memory_order_relaxed); }
  void stop() noexcept { stop_.store(true, std::memory_order_relaxed); }

  // The limits of a part that may use this share of what is left.
  [[nodiscard]] Limits share(double part) const noexcept {
    Limits limits = limits_;
    limits.seconds = part * std::max(limits_.seconds - seconds(), 0.0);
    if (limits.nodes != std::numeric_limits<std::uint64_t>::max()) {
      const std::uint64_t left = limits.nodes - std::min(limits.nodes, nodes());
      limits.nodes = static_cast<std::uint64_t>(part * static_cast<double>(left));
    }
    return limits;
  }

  // The most bytes of a table that a search within these limits can put to use. The kernel zeroes
  // memory when it is first touched, and a short search must not spend its time on that. A power
  // of two, since a table that grows moves its entries.
  [[nodiscard]] std::uint64_t table_bytes() const noexcept {
    const double bytes = std::min(table_bytes_per_second * limits_.seconds * limits_.threads,
                                  table_bytes_per_node * static_cast<double>(limits_.nodes));
    return std::bit_floor(static_cast<std::uint64_t>(std::clamp(bytes, 1.0, 1e18)));
  }

  [[nodiscard]] double seconds() const noexcept {
    return std::chrono::duration<double>(Clock::now() - begun_).count();
  }
  // Nodes that the threads have taken; exact once they have finished.
  [[nodiscard]] std::uint64_t nodes() const noexcept {
    return nodes_.load(std::memory_order_relaxed);
  }
  // The search's own estimate of its progress, 0 to 1.
  [[nodiscard]] double done() const noexcept { return done_.load(std::memory_order_relaxed); }
  void report_done(double fraction) noexcept {
    done_.store(fraction, std::memory_order_relaxed);
    if (whole_ != nullptr) whole_->report_done(fraction);
  }

 private:
  // Entries of 16 bytes, in a table that is half full at most; a million nodes per second.
  static constexpr double table_bytes_per_node = 64;
  static constexpr double table_bytes_per_second = 1e6 * table_bytes_per_node;

  friend class ThreadBudget;
  // Grants a thread up to `batch` nodes; 0 means stop. They count as used until the thread gives
  // back the rest, so that all threads together stay within the limit.
  [[nodiscard]] std::uint64_t grant(std::uint64_t batch) noexcept {
    if (seconds() >= limits_.seconds || is_stop_asked()) stop();
    if (stopped()) return 0;
    const std::uint64_t before = take(batch);
    const std::uint64_t granted = limits_.nodes - std::min(limits_.nodes, before);
    if (granted >= batch) return batch;
    give_back(batch - granted);
    if (granted == 0) stop();
    return granted;
  }
  std::uint64_t take(std::uint64_t nodes) noexcept {
    if (whole_ != nullptr) whole_->take(nodes);
    return nodes_.fetch_add(nodes, std::memory_order_relaxed);
  }
  void give_back(std::uint64_t rest) noexcept {
    if (whole_ != nullptr) whole_->give_back(rest);
    nodes_.fetch_sub(rest, std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_stop_asked() const noexcept {
    return (stop_flag_ != nullptr && stop_flag_->load(std::memory_order_relaxed)) ||
           (whole_ != nullptr && (whole_->stopped() || whole_->is_stop_asked()));
  }

  Limits limits_;
  const std::atomic<bool>* stop_flag_;
  Budget* whole_ = nullptr;
  Clock::time_point begun_;
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<double> done_{0};
  std::atomic<bool> stop_{false};
};

// One thread's share of a budget: counts nodes and checks the clock after every `batch` of them. A
// single thread stops after exactly the nodes of the limit.
class ThreadBudget {
 public:
  explicit ThreadBudget(Budget& budget, std::uint64_t batch = 256) noexcept
      : budget_(budget), batch_(batch), left_(budget.grant(batch)) {}
  ~ThreadBudget() { budget_.give_back(left_); }
  ThreadBudget(const ThreadBudget&) = delete;
  ThreadBudget& operator=(const ThreadBudget&) = delete;

  // Counts one node; false: it may not be searched, so unwind.
  [[nodiscard]] bool node() noexcept {
    if (left_ == 0 && !renew()) return false;
    --left_;
    return true;
  }
  // Whether a node was refused; unfinished results are then worthless.
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
