// Several threads at one question, each in its own way: the first answer counts.
#pragma once

#include <atomic>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace quire {

// What `ask(*worker)` gives, an optional: that of the first worker to have an answer, nothing if
// none has. `settled` tells the others that it was found.
template <class Worker, class Ask>
[[nodiscard]] auto first_of(std::vector<Worker>& workers, std::atomic<bool>& settled,
                            const Ask& ask) {
  decltype(ask(*workers.front())) answer;
  const auto work = [&](Worker& worker) {
    const auto found = ask(*worker);
    if (found && !settled.exchange(true)) answer = found;
  };
  settled = false;
  std::vector<std::thread> others;
  try {
    for (std::size_t i = 1; i < workers.size(); ++i) {
      others.emplace_back([&, i] { work(workers[i]); });
    }
  } catch (const std::system_error&) {
    // The system has no more threads: those that there are will do.
  }
  work(workers.front());
  for (std::thread& other : others) other.join();
  return answer;
}

}  // namespace quire
