// Positions that threads are currently searching, so that others can defer them. Marks may be
// overwritten by collisions; that only costs time.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace quire {

class InProgress {
 public:
  // `mark`: a hash of a position; never 0.
  [[nodiscard]] bool at(std::uint64_t mark) const noexcept {
    return place(mark).load(std::memory_order_relaxed) == mark;
  }
  void begin(std::uint64_t mark) noexcept { place(mark).store(mark, std::memory_order_relaxed); }
  void end(std::uint64_t mark) noexcept {
    place(mark).compare_exchange_strong(mark, 0, std::memory_order_relaxed);
  }

 private:
  using Places = std::array<std::atomic<std::uint64_t>, 1024>;
  [[nodiscard]] std::atomic<std::uint64_t>& place(std::uint64_t mark) const noexcept {
    return (*places_)[mark % std::tuple_size_v<Places>];
  }
  std::unique_ptr<Places> places_ = std::make_unique<Places>();
};

}  // namespace quire
