// Several threads at one question, each in its own way: the first answer counts.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "engine/threads.hpp"

namespace quire {

// What `ask(*worker)` gives, an optional: that of the first worker to have an answer, nothing if
// none has. `settled` tells the others that it was found.
template <class Worker, class Ask>
[[nodiscard]] auto first_of(std::vector<Worker>& workers, std::atomic<bool>& settled,
                            const Ask& ask) {
  decltype(ask(*workers.front())) answer;
  settled = false;
  in_threads(static_cast<int>(workers.size()), [&](int i) {
    const auto found = ask(*workers[static_cast<std::size_t>(i)]);
    if (found && !settled.exchange(true)) answer = found;
  });
  return answer;
}

}  // namespace quire
