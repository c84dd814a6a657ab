// Starts a program with no more rights than it needs:
//
//   launch [--memory BYTES] [--cpu SECONDS] [--file-size BYTES] [--open-files N]
//          [--read PATH | --execute PATH | --write PATH]... [--closed [--threads]] -- PROGRAM ...
//   launch --probe
//
// Always: a new session, no capabilities, nothing open except the three standard streams, and the
// program is killed when its parent ends. `--closed` adds what the kernel can enforce: only the
// given files, and none of the system calls that profile.hpp forbids. `--probe` prints what the
// kernel supports. Failures are reported on standard error, with exit code 125.
#include <linux/capability.h>
#include <signal.h>
#include <sys/resource.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/files.hpp"
#include "sandbox/profile.hpp"

namespace {

using namespace quire::sandbox;

constexpr int failed = 125;

[[noreturn]] void fail(std::string_view what) {
  std::fprintf(stderr, "launch: %.*s: %s\n", static_cast<int>(what.size()), what.data(),
               std::strerror(errno));
  std::_Exit(failed);
}

struct Settings {
  std::vector<std::pair<int, rlim_t>> limits{{RLIMIT_CORE, 0}};
  Files files;
  bool closed = false;
  Threads threads = Threads::none;
  char** program = nullptr;
};

rlim_t number(std::string_view text) {
  rlim_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    errno = EINVAL;
    fail(text);
  }
  return value;
}

Settings read(char** arguments) {
  Settings settings;
  for (char** at = arguments; *at != nullptr; ++at) {
    const std::string_view name = *at;
    if (name == "--") {
      settings.program = at + 1;
      break;
    }
    if (name == "--closed") {
      settings.closed = true;
    } else if (name == "--threads") {
      settings.threads = Threads::allowed;
    } else {
      if (*++at == nullptr) {
        errno = EINVAL;
        fail(name);
      }
      if (name == "--memory") {
        settings.limits.emplace_back(RLIMIT_AS, number(*at));
      } else if (name == "--cpu") {
        settings.limits.emplace_back(RLIMIT_CPU, number(*at));
      } else if (name == "--file-size") {
        settings.limits.emplace_back(RLIMIT_FSIZE, number(*at));
      } else if (name == "--open-files") {
        settings.limits.emplace_back(RLIMIT_NOFILE, number(*at));
      } else if (name == "--read") {
        settings.files.allow(Access::read, *at);
      } else if (name == "--execute") {
        settings.files.allow(Access::execute, *at);
      } else if (name == "--write") {
        settings.files.allow(Access::write, *at);
      } else {
        errno = EINVAL;
        fail(name);
      }
    }
  }
  if (settings.program == nullptr || *settings.program == nullptr) {
    errno = EINVAL;
    fail("no program given");
  }
  return settings;
}

// Even root loses its capabilities, and cannot get them back.
void drop_capabilities() {
  for (unsigned long capability = 0; capability <= 63; ++capability) {
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno == EINVAL) break;
  }
  (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct head{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  if (syscall(SYS_capset, &head, none) != 0) fail("capabilities");
}

int probe() {
  // Entering a filter is the only way to find out whether it works.
  const bool filters = program_filter(Threads::allowed, getpid()).enter();
  std::printf("landlock %d seccomp %d\n", Files::version(), filters ? 1 : 0);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::string_view(arguments[1]) == "--probe") return probe();
  const pid_t parent = getppid();
  Settings settings = read(arguments + 1);
  (void)setsid();  // fails if it already leads a group, which is as good
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) fail("death signal");
  if (getppid() != parent) return failed;  // the parent has already ended
  for (const auto& [resource, most] : settings.limits) {
    // The soft limit sends a signal that says why; the hard one just kills.
    const rlim_t grace = resource == RLIMIT_CPU ? 5 : 0;
    const rlimit limit{most, most + grace};
    if (setrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) fail("limit");
  }
  if (syscall(SYS_close_range, 3U, ~0U, 0U) != 0) fail("closing files");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("no new privileges");
  drop_capabilities();
  if (settings.closed) {
    if (!settings.files.enter()) fail("Landlock");
    if (!program_filter(settings.threads, getpid()).enter()) fail("seccomp");
  }
  execv(settings.program[0], settings.program);
  fail(settings.program[0]);
}
