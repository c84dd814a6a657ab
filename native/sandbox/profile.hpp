// Which system calls a bot may make.
#pragma once

#include <asm/sockios.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "sandbox/system_calls.hpp"

// Headers may be older than the kernel.
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif
#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif
#ifndef F_SETOWN_EX
#define F_SETOWN_EX 15
#endif
#ifndef F_SETSIG
#define F_SETSIG 10
#endif
#ifndef F_SETLEASE
#define F_SETLEASE 1024
#endif
#ifndef F_NOTIFY
#define F_NOTIFY 1026
#endif

namespace quire::sandbox {

enum class Threads : std::uint8_t { none, allowed };

// Before a program is started; `pid` is its process id.
[[nodiscard]] inline Filter program_filter(Threads threads, pid_t pid) {
  Filter filter;
  // Calls newer than this list, some of which do what it forbids, fail as on a kernel without them.
  constexpr long newest = 462;  // from here on numbers are the same on every processor
  filter.add_above(refuse(ENOSYS), newest);
  // Networks, and what reaches them indirectly. Looking up a user name asks a local daemon over a
  // socket: that fails with an error instead of killing.
  filter.add_if(refuse(EACCES), SYS_socket, 0, {AF_UNIX});
  filter.add(kill, {SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4});
  filter.add(refuse(ENOSYS), {SYS_io_uring_setup});
  // Other processes: creating and inspecting them.
#ifdef SYS_fork
  filter.add(kill, {SYS_fork, SYS_vfork});
#endif
  filter.add(kill, {SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_getfd,
                    SYS_pidfd_open, SYS_pidfd_send_signal, SYS_process_madvise, SYS_kcmp});
  if (threads == Threads::none) {
    filter.add(kill, {SYS_clone, SYS_clone3});
  } else {
    // Its flags are in memory, which filters cannot read: without it the C library uses `clone`.
    filter.add(refuse(ENOSYS), {SYS_clone3});
    filter.add_if_bits(kill, SYS_clone, 0, CLONE_THREAD, false);
    // One table of open files, so that all of them can be seen.
    filter.add_if_bits(kill, SYS_clone, 0, CLONE_FILES, false);
  }
  // Signals to itself are allowed (that is how a program aborts).
  for (const long call : {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo}) {
    filter.add_unless(refuse(EPERM), call, 0, static_cast<std::uint32_t>(pid));
  }
  filter.add(refuse(EPERM), {SYS_tkill});
  // Files that send signals to any process when something happens to them.
  filter.add_if(kill, SYS_fcntl, 1, {F_SETOWN, F_SETOWN_EX, F_SETSIG});
  filter.add_if(kill, SYS_ioctl, 1, {FIOSETOWN, SIOCSPGRP});
  // A lease on a file makes every other process that opens it wait; notifications reveal its files.
  filter.add_if(refuse(EPERM), SYS_fcntl, 1, {F_SETLEASE, F_NOTIFY});
  filter.add(refuse(ENOSYS), {SYS_inotify_init1, SYS_fanotify_init});
#ifdef SYS_inotify_init
  filter.add(refuse(ENOSYS), {SYS_inotify_init});
#endif
  // It may not cancel its end with the parent, nor make itself inspectable.
  filter.add_if(refuse(EPERM), SYS_prctl, 0, {PR_SET_PDEATHSIG, PR_SET_DUMPABLE});
  // What Landlock does not cover (`truncate` only since Linux 6.2): unopened files of others.
  filter.add(refuse(EPERM), {SYS_truncate, SYS_fchmod, SYS_fchmodat, SYS_fchmodat2, SYS_fchown,
                             SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr,
                             SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr});
#ifdef SYS_chmod
  filter.add(refuse(EPERM),
             {SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat});
#endif
  // The machine.
  filter.add(kill, {SYS_mount,       SYS_umount2,       SYS_pivot_root,    SYS_chroot,
                    SYS_unshare,     SYS_setns,         SYS_bpf,           SYS_perf_event_open,
                    SYS_userfaultfd, SYS_init_module,   SYS_finit_module,  SYS_delete_module,
                    SYS_kexec_load,  SYS_reboot,        SYS_swapon,        SYS_swapoff,
                    SYS_acct,        SYS_settimeofday,  SYS_clock_settime, SYS_adjtimex,
                    SYS_sethostname, SYS_setdomainname, SYS_quotactl,      SYS_open_by_handle_at,
                    SYS_add_key,     SYS_request_key,   SYS_keyctl,        SYS_open_tree,
                    SYS_move_mount,  SYS_fsopen,        SYS_fsmount});
  // Memory that no limit counts once it is unmapped.
  filter.add(refuse(ENOSYS), {SYS_memfd_create, SYS_memfd_secret});
  filter.add_if_all_bits(refuse(EPERM), SYS_mmap, 3, MAP_SHARED | MAP_ANONYMOUS);
  // Memory and messages that outlive a process, a larger share of the machine, another group.
  filter.add(refuse(EPERM), {SYS_shmget,
                             SYS_shmat,
                             SYS_shmctl,
                             SYS_msgget,
                             SYS_msgctl,
                             SYS_msgsnd,
                             SYS_msgrcv,
                             SYS_semget,
                             SYS_semctl,
                             SYS_semop,
                             SYS_semtimedop,
                             SYS_mq_open,
                             SYS_mq_unlink,
                             SYS_io_setup,
                             SYS_syslog,
                             SYS_setpriority,
                             SYS_sched_setscheduler,
                             SYS_sched_setattr,
                             SYS_sched_setparam,
                             SYS_ioprio_set,
                             SYS_setsid,
                             SYS_setpgid});
  // It may read and lower its own limits, but not those of other processes.
  filter.add_unless(refuse(EPERM), SYS_prlimit64, 0, 0);
  filter.add_unless(refuse(EPERM), SYS_sched_setaffinity, 0, 0);
  return filter;
}

// After the program has been started.
[[nodiscard]] inline Filter no_other_program() {
  Filter filter;
  filter.add(kill, {SYS_execve, SYS_execveat});
  return filter;
}

}  // namespace quire::sandbox
