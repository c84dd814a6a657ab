// A filter of system calls for one program, as the kernel's seccomp runs it.
//
// It forbids what leads out of the program: sockets, other processes, their memory, the machine.
// Forbidden calls kill the program, so that the supervisor notices; calls that harmless programs
// try fail with an error instead. Files are left to Landlock (files.hpp).
#pragma once

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace quire::sandbox {

#if defined(__x86_64__)
inline constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
inline constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
inline constexpr std::uint32_t architecture = 0;  // no filter for this processor
#endif

inline constexpr std::uint32_t kill = SECCOMP_RET_KILL_PROCESS;
[[nodiscard]] constexpr std::uint32_t refuse(int error) noexcept {
  return SECCOMP_RET_ERRNO | (static_cast<std::uint32_t>(error) & SECCOMP_RET_DATA);
}

// A filter under construction: rules apply in the order in which they were added.
class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    skip_unless(BPF_JEQ, architecture, 0, 1);
    give(kill);
    load(offsetof(seccomp_data, nr));
#ifdef __x86_64__
    constexpr std::uint32_t x32 = 0x40000000;  // the same calls by other numbers
    skip_unless(BPF_JGE, x32, 1, 0);
    give(kill);
#endif
  }

  void add(std::uint32_t answer, std::initializer_list<long> calls) {
    for (const long call : calls) {
      skip_unless(BPF_JEQ, static_cast<std::uint32_t>(call), 1, 0);
      give(answer);
    }
  }
  // Applies the action to every call with a number above this one.
  void add_above(std::uint32_t answer, long call) {
    skip_unless(BPF_JGT, static_cast<std::uint32_t>(call), 1, 0);
    give(answer);
  }
  // Applies the action if the lower half of an argument has any of these bits.
  void add_if_bits(std::uint32_t answer, long call, unsigned argument, std::uint32_t bits,
                   bool set) {
    skip_unless(BPF_JEQ, static_cast<std::uint32_t>(call), 4, 0);
    load(offset(argument));
    skip_unless(BPF_JSET, bits, set ? 1 : 0, set ? 0 : 1);
    give(answer);
    load(offsetof(seccomp_data, nr));
  }
  // Applies the action if the lower half of an argument has all of these bits.
  void add_if_all_bits(std::uint32_t answer, long call, unsigned argument, std::uint32_t bits) {
    skip_unless(BPF_JEQ, static_cast<std::uint32_t>(call), 5, 0);
    load(offset(argument));
    steps_.push_back({BPF_ALU | BPF_AND | BPF_K, 0, 0, bits});
    skip_unless(BPF_JEQ, bits, 1, 0);
    give(answer);
    load(offsetof(seccomp_data, nr));
  }
  // Applies the action if the lower half of an argument is one of these numbers.
  void add_if(std::uint32_t answer, long call, unsigned argument,
              std::initializer_list<std::uint32_t> numbers) {
    skip_unless(BPF_JEQ, static_cast<std::uint32_t>(call),
                static_cast<unsigned>(2 * numbers.size() + 2), 0);
    load(offset(argument));
    for (const std::uint32_t number : numbers) {
      skip_unless(BPF_JEQ, number, 1, 0);
      give(answer);
    }
    load(offsetof(seccomp_data, nr));
  }
  // Applies the action unless the lower half of an argument is this number.
  void add_unless(std::uint32_t answer, long call, unsigned argument, std::uint32_t number) {
    skip_unless(BPF_JEQ, static_cast<std::uint32_t>(call), 4, 0);
    load(offset(argument));
    skip_unless(BPF_JEQ, number, 0, 1);
    give(answer);
    load(offsetof(seccomp_data, nr));
  }

  // Enters the filter, for this program and what it executes. False: the kernel does not support
  // it.
  [[nodiscard]] bool enter() {
    if (architecture == 0) return false;
    give(SECCOMP_RET_ALLOW);
    sock_fprog program{static_cast<unsigned short>(steps_.size()), steps_.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  [[nodiscard]] static std::uint32_t offset(unsigned argument) noexcept {
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args)) + 8 * argument;
  }
  void load(std::size_t at) {
    steps_.push_back({BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(at)});
  }
  // Jumps this many steps if the comparison is false, and this many if it is true.
  void skip_unless(unsigned compare, std::uint32_t number, unsigned if_false, unsigned if_true) {
    steps_.push_back({static_cast<std::uint16_t>(BPF_JMP | compare | BPF_K),
                      static_cast<std::uint8_t>(if_true), static_cast<std::uint8_t>(if_false),
                      number});
  }
  void give(std::uint32_t answer) { steps_.push_back({BPF_RET | BPF_K, 0, 0, answer}); }

  std::vector<sock_filter> steps_;
};

}  // namespace quire::sandbox
