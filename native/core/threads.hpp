// Threads, and what they share data with. Where there are none, as in the browser,
// wasm/single_thread/core/threads.hpp is found first.
#pragma once

#include <cstddef>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace quire {

using Mutex = std::mutex;
using OnceFlag = std::once_flag;

// Calls `make` if no other call with this flag has; returns when it is done.
template <class Make>
void once(OnceFlag& flag, const Make& make) {
  std::call_once(flag, make);
}

// Runs `work(0)` here and `work(1)` to `work(count - 1)` in new threads, fewer if the system has no
// more; returns when all are done.
template <class Work>
void in_threads(int count, const Work& work) {
  std::vector<std::thread> others;
  try {
    for (int i = 1; i < count; ++i) others.emplace_back([&work, i] { work(i); });
  } catch (const std::system_error&) {
    // Continue with the threads we got.
  }
  work(0);
  for (std::thread& other : others) other.join();
}

}  // namespace quire
