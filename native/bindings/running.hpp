// Runs a search for Python: without the GIL, to be stopped by Ctrl-C or a Stop, telling progress.
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

// The word to stop, which any Python thread may give.
class Stop {
 public:
  void set() noexcept { asked_.store(true, std::memory_order_relaxed); }
  void clear() noexcept { asked_.store(false, std::memory_order_relaxed); }
  [[nodiscard]] bool is_set() const noexcept { return asked_.load(std::memory_order_relaxed); }
  [[nodiscard]] const std::atomic<bool>* flag() const noexcept { return &asked_; }

 private:
  std::atomic<bool> asked_{false};
};

// None is no limit; anything else must make sense.
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

// The result of `work(budget)`, done in a thread of its own while this one listens to signals and
// calls `progress(nodes, seconds, done)` some five times a second. What `progress` raises, or a
// signal's handler, stops the work and is raised here.
template <class Work>
[[nodiscard]] auto run(const Limits& limits, const Stop* stop, nb::handle progress, Work work) {
  using namespace std::chrono_literals;
  Budget budget(limits, stop == nullptr ? nullptr : stop->flag());
  const bool signals = on_main_thread();
  const bool tells = !progress.is_none();
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
      } catch (...) {  // memory that cannot be had: the caller must hear of it
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      ready = true;
      finished.notify_one();
    });
    std::unique_lock lock(mutex);
    auto told = Budget::Clock::now();
    while (!ready) {
      if (!signals && !tells) {
        finished.wait(lock, [&] { return ready; });
        break;
      }
      if (finished.wait_for(lock, 20ms, [&] { return ready; })) break;
      lock.unlock();
      try {
        const nb::gil_scoped_acquire gil;
        if (signals && PyErr_CheckSignals() != 0) throw nb::python_error();
        if (tells && Budget::Clock::now() - told >= 200ms) {
          told = Budget::Clock::now();
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

}  // namespace quire::bindings
