// The files that a program may access, enforced by the kernel's Landlock; all others are denied.
//
// The constants of newer kernels are written out, since headers may be older than the kernel; the
// kernel says which of them it supports.
#pragma once

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace quire::sandbox {

enum class Access : std::uint8_t { read, execute, write };

class Files {
 public:
  void allow(Access access, std::string path) { allowed_.emplace_back(access, std::move(path)); }

  // The version of Landlock that this kernel has; 0: none.
  [[nodiscard]] static int version() noexcept {
    const long found = syscall(SYS_landlock_create_ruleset, nullptr, std::size_t{0},
                               LANDLOCK_CREATE_RULESET_VERSION);
    return found < 0 ? 0 : static_cast<int>(found);
  }

  // Enters the rules, for this program and what it executes. Paths that do not exist are skipped.
  // False: the kernel refuses.
  [[nodiscard]] bool enter() const {
    const int version = Files::version();
    if (version == 0) return false;
    const Rules rules = rules_of(version);
    const int set =
        static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, rules_size(version), 0));
    if (set < 0) return false;
    for (const auto& [access, path] : allowed_) add(set, access, path, rules.files);
    const bool entered = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                         syscall(SYS_landlock_restrict_self, set, 0) == 0;
    close(set);
    return entered;
  }

 private:
  struct Rules {
    std::uint64_t files = 0;
    std::uint64_t network = 0;  // since 4
    std::uint64_t scoped = 0;   // since 6: signals and sockets with a name but no file
  };

  static constexpr std::uint64_t execute = 1U << 0U, write_file = 1U << 1U, read_file = 1U << 2U,
                                 read_directory = 1U << 3U;
  static constexpr std::uint64_t truncate = 1U << 14U, device = 1U << 15U;  // since 3 and 5
  static constexpr std::uint64_t for_files = execute | write_file | read_file | truncate | device;

  [[nodiscard]] static Rules rules_of(int version) noexcept {
    Rules rules;
    rules.files = (1U << 13U) - 1;
    if (version >= 2) rules.files |= 1U << 13U;
    if (version >= 3) rules.files |= truncate;
    if (version >= 5) rules.files |= device;
    if (version >= 4) rules.network = 3;
    if (version >= 6) rules.scoped = 3;
    return rules;
  }
  [[nodiscard]] static std::size_t rules_size(int version) noexcept {
    return version >= 6 ? sizeof(Rules) : version >= 4 ? 16 : 8;
  }

  static void add(int set, Access access, const std::string& path, std::uint64_t handled) {
    const int file = open(path.c_str(), O_PATH | O_CLOEXEC);
    if (file < 0) return;
    struct stat found{};
    std::uint64_t rights = read_file | read_directory;
    if (access == Access::execute) rights |= execute;
    if (access == Access::write) rights = handled & ~execute;
    if (fstat(file, &found) == 0 && !S_ISDIR(found.st_mode)) rights &= for_files;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = rights & handled;
    rule.parent_fd = file;
    (void)syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(file);
  }

  std::vector<std::pair<Access, std::string>> allowed_;
};

}  // namespace quire::sandbox
