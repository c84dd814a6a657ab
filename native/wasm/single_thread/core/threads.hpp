// The same as core/threads.hpp where there is one thread only.
#pragma once

#include <mutex>  // std::lock_guard

namespace quire {

struct Mutex {
  void lock() const noexcept {}
  void unlock() const noexcept {}
};

struct OnceFlag {
  bool done = false;
};

template <class Make>
void once(OnceFlag& flag, const Make& make) {
  if (!flag.done) make();
  flag.done = true;
}

template <class Work>
void in_threads(int, const Work& work) {
  work(0);
}

}  // namespace quire
