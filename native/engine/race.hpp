// Race several threads on one problem with different strategies; the first answer wins.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "core/threads.hpp"

namespace quire {

// Calls `ask(*worker)`, which returns an optional, in a thread for each worker and returns the
// first answer; empty if none has one. `settled` is set for the others to stop.
template <class Worker, class Ask>
[[nodiscard]] auto race(std::vector<Worker>& workers, std::atomic<bool>& settled, const Ask& ask) {
  decltype(ask(*workers.front())) answer;
  settled = false;
  in_threads(static_cast<int>(workers.size()), [&](int i) {
    const auto found = ask(*workers[static_cast<std::size_t>(i)]);
    if (found && !settled.exchange(true)) answer = found;
  });
  return answer;
}

}  // namespace quire
