// Runs a search for Python: without the GIL, reporting progress, stopped by Ctrl-C or a Stop.
#pragma once

#include <nanobind/nanobind.h>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "bindings/signals.hpp"
#include "engine/limits.hpp"

namespace quire::bindings {

// A flag that stops a search; any Python thread may set it.
class Stop {
 public:
  void set() noexcept { asked_.store(true, std::memory_order_relaxed); }
  void clear() noexcept { asked_.store(false, std::memory_order_relaxed); }
  [[nodiscard]] bool is_set() const noexcept { return asked_.load(std::memory_order_relaxed); }
  [[nodiscard]] const std::atomic<bool>* flag() const noexcept { return &asked_; }

 private:
  std::atomic<bool> asked_{false};
};

// None means no limit. Raises ValueError for limits that are out of range.
[[nodiscard]] inline Limits limits_of(std::optional<double> seconds,
                                      std::optional<std::uint64_t> nodes, int threads) {
  if (threads < 1 || threads > 256) throw nb::value_error("threads must be 1 to 256");
  Limits limits;
  if (seconds) {
    if (!(*seconds >= 0)) throw nb::value_error("seconds must be 0 or more");
    limits.seconds = *seconds;
  }
  if (nodes) limits.nodes = *nodes;
  limits.threads = threads;
  return limits;
}

// Calls `work(budget)` in a thread while this one handles signals and calls
// `progress(nodes, seconds, done)` about five times per second. An exception from `progress` or
// from a signal handler stops the work and is raised here. Returns the result and the nodes.
template <class Work>
[[nodiscard]] auto run(const Limits& limits, const Stop* stop, nb::handle progress, Work work) {
  using namespace std::chrono_literals;
  Budget budget(limits, stop == nullptr ? nullptr : stop->flag());
  const bool signals = on_main_thread();
  const bool reports = !progress.is_none();
  std::optional<decltype(work(budget))> result;
  std::exception_ptr failure, interruption;
  std::mutex mutex;
  std::condition_variable finished;
  bool ready = false;
  {
    const nb::gil_scoped_release no_gil;
    std::thread worker([&] {
      try {
        result.emplace(work(budget));
      } catch (...) {  // out of memory, say: rethrown below
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      ready = true;
      finished.notify_one();
    });
    std::unique_lock lock(mutex);
    auto reported = Budget::Clock::now();
    while (!ready) {
      if (!signals && !reports) {
        finished.wait(lock, [&] { return ready; });
        break;
      }
      if (finished.wait_for(lock, 20ms, [&] { return ready; })) break;
      lock.unlock();
      try {
        const nb::gil_scoped_acquire gil;
        if (signals && PyErr_CheckSignals() != 0) throw nb::python_error();
        if (reports && Budget::Clock::now() - reported >= 200ms) {
          reported = Budget::Clock::now();
          progress(budget.nodes(), budget.seconds(), budget.done());
        }
      } catch (...) {
        interruption = std::current_exception();
        budget.stop();
      }
      lock.lock();
      if (interruption) finished.wait(lock, [&] { return ready; });
    }
    lock.unlock();
    worker.join();
  }
  if (interruption) std::rethrow_exception(interruption);
  if (failure) std::rethrow_exception(failure);
  return std::pair(std::move(*result), budget.nodes());
}

// The limits of one search, and how it is watched.
struct Run {
  Limits limits;
  const Stop* stop;
  nb::object progress;

  template <class Work>
  [[nodiscard]] auto operator()(Work work) const {
    return run(limits, stop, progress, work);
  }
};

}  // namespace quire::bindings
