// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Preloaded into a program: its FAULTY_CALL-th call that opens, writes, makes, renames or starts
// something fails, or is preceded by the signal FAULTY_SIGNAL. The file FAULTY_MARK is there once
// that has happened. Neither standard error nor a child of the program has faults.
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace {

int left = 0, fault_signal = 0;
const char* mark = nullptr;

int number(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? 0 : std::atoi(value);
}

__attribute__((constructor)) void begin() {
  left = number("FAULTY_CALL");
  fault_signal = number("FAULTY_SIGNAL");
  mark = std::getenv("FAULTY_MARK");
  ::unsetenv("LD_PRELOAD");
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// Whether this call is to fail, with this error.
bool fails(int error) {
  if (left == 0 || mark == nullptr || --left > 0) return false;
  ::close(next<decltype(::creat)>("creat")(mark, 0600));
  errno = error;
  return fault_signal == 0 || (::kill(::getpid(), fault_signal), false);
}

mode_t mode_of(int flags, va_list more) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
}

}  // namespace

extern "C" {

#define OPEN(name)                                                                \
  int name(const char* path, int flags, ...) {                                    \
    va_list more;                                                                 \
    va_start(more, flags);                                                        \
    const mode_t mode = mode_of(flags, more);                                     \
    va_end(more);                                                                 \
    return fails(EMFILE) ? -1 : next<decltype(::name)>(#name)(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPEN_AT(name)                                                                     \
  int name(int folder, const char* path, int flags, ...) {                                \
    va_list more;                                                                         \
    va_start(more, flags);                                                                \
    const mode_t mode = mode_of(flags, more);                                             \
    va_end(more);                                                                         \
    return fails(EMFILE) ? -1 : next<decltype(::name)>(#name)(folder, path, flags, mode); \
  }
OPEN_AT(openat)
OPEN_AT(openat64)

FILE* fopen(const char* path, const char* mode) {
  return fails(EMFILE) ? nullptr : next<decltype(::fopen)>("fopen")(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  return fails(EMFILE) ? nullptr : next<decltype(::fopen64)>("fopen64")(path, mode);
}

ssize_t write(int descriptor, const void* data, size_t size) {
  const bool is_faulty = descriptor != STDERR_FILENO && fails(ENOSPC);
  return is_faulty ? -1 : next<decltype(::write)>("write")(descriptor, data, size);
}
ssize_t writev(int descriptor, const iovec* parts, int count) {
  const bool is_faulty = descriptor != STDERR_FILENO && fails(ENOSPC);
  return is_faulty ? -1 : next<decltype(::writev)>("writev")(descriptor, parts, count);
}

int rename(const char* from, const char* to) noexcept {
  return fails(ENOSPC) ? -1 : next<decltype(::rename)>("rename")(from, to);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  return fails(EINVAL)
             ? -1
             : next<decltype(::renameat2)>("renameat2")(from_folder, from, to_folder, to, flags);
}

int mkdir(const char* path, mode_t mode) noexcept {
  return fails(ENOSPC) ? -1 : next<decltype(::mkdir)>("mkdir")(path, mode);
}
char* mkdtemp(char* name) noexcept {
  return fails(ENOSPC) ? nullptr : next<decltype(::mkdtemp)>("mkdtemp")(name);
}

int posix_spawn(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const arguments[],
                char* const environment[]) {
  return fails(EAGAIN) ? EAGAIN
                       : next<decltype(::posix_spawn)>("posix_spawn")(
                             child, path, actions, attributes, arguments, environment);
}
int posix_spawnp(pid_t* child, const char* file, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const arguments[],
                 char* const environment[]) {
  return fails(EAGAIN) ? EAGAIN
                       : next<decltype(::posix_spawnp)>("posix_spawnp")(
                             child, file, actions, attributes, arguments, environment);
}

}  // extern "C"
