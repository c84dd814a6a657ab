// Threads that wait for short work, one pool for the whole process.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>

namespace quire {

// The pool is never destroyed: its threads end with the process. A forked child has none of them,
// and does all work in the thread that asks.
class ThreadPool {
 public:
  [[nodiscard]] static ThreadPool& shared() {
    static ThreadPool* const pool = new ThreadPool;
    return *pool;
  }

  // Calls `work` here and in up to `others` more threads, and returns when all calls have ended
  // that have begun. A thread that got no core in time is not waited for, so the calls share what
  // there is to do, by taking part after part. While another thread uses the pool, `work` is only
  // called here. It must not throw.
  void run(int others, const std::function<void()>& work) {
    const std::unique_lock turn(turn_, std::try_to_lock);
    if (!turn || others < 1) return work();
    {
      const std::lock_guard lock(mutex_);
      start(others);
      work_ = &work;
      wanted_ = others;
    }
    wake_.notify_all();
    work();
    std::unique_lock lock(mutex_);
    wanted_ = 0;
    ended_.wait(lock, [&] { return running_ == 0; });
  }

 private:
  ThreadPool() = default;

  void start(int count) {
    try {
      for (; threads_ < count; ++threads_) std::thread([this] { serve(); }).detach();
    } catch (const std::system_error&) {
      // Continue with the threads we got.
    }
  }
  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return wanted_ > 0; });
      --wanted_;
      ++running_;
      const std::function<void()>& work = *work_;
      lock.unlock();
      work();
      lock.lock();
      if (--running_ == 0) ended_.notify_one();
    }
  }

  std::mutex turn_;   // held by the thread whose work it is
  std::mutex mutex_;  // of everything below
  std::condition_variable wake_, ended_;
  const std::function<void()>* work_ = nullptr;
  int wanted_ = 0;   // threads that may still begin
  int running_ = 0;  // threads that have begun and not ended
  int threads_ = 0;
};

}  // namespace quire
