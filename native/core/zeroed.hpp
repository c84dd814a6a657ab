// Memory for large tables: all zero, and pages that nobody has written to cost neither time nor
// memory. Items begin on a cache line.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

namespace quire {

// `T`: a type of plain words, for which all zero means empty.
template <class T>
class Zeroed {
 public:
  explicit Zeroed(std::size_t count)
      : memory_(std::calloc(count + spare, sizeof(T))), count_(count) {
    if (memory_ == nullptr) throw std::bad_alloc();
    void* start = memory_.get();
    std::size_t space = (count + spare) * sizeof(T);
    first_ = static_cast<T*>(std::align(line, count * sizeof(T), start, space));
  }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] T& operator[](std::size_t at) const noexcept { return first_[at]; }
  [[nodiscard]] std::span<T> all() const noexcept { return {first_, count_}; }

 private:
  static constexpr std::size_t line = 64;
  static constexpr std::size_t spare = (line + sizeof(T) - 1) / sizeof(T);
  struct Free {
    void operator()(void* memory) const noexcept { std::free(memory); }
  };

  std::unique_ptr<void, Free> memory_;
  std::size_t count_;
  T* first_ = nullptr;
};

}  // namespace quire
