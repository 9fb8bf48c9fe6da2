// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the command takes of newer versions, for a wheel that starts with glibc 2.28. There a child process that needs a folder
// of its own, such as the build of a commit, is refused with ENOSYS, and a crash is named by its number.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

pid_t gettid(void) { return (pid_t)syscall(SYS_gettid); }

int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t* actions, const char* path) {
  int (*const add)(posix_spawn_file_actions_t*, const char*) =
      (int (*)(posix_spawn_file_actions_t*, const char*))dlsym(RTLD_NEXT, "posix_spawn_file_actions_addchdir_np");
  return add ? add(actions, path) : ENOSYS;
}

const char* sigabbrev_np(int signal) {
  const char* (*const abbreviate)(int) = (const char* (*)(int))dlsym(RTLD_NEXT, "sigabbrev_np");
  static char number[] = "00";
  if (abbreviate) return abbreviate(signal);
  number[0] = (char)('0' + signal / 10 % 10);
  number[1] = (char)('0' + signal % 10);
  return number;
}
