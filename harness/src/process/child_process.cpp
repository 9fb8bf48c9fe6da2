// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <system_error>

#include "tickbench/error.hpp"

namespace tickbench::process {

namespace {

using Clock = std::chrono::steady_clock;

void check(int error, const std::string& what) {
  if (error != 0)
    throw UsageError(what + ": " + std::error_code(error, std::generic_category()).message());
}

struct FileActions {
  FileActions() { check(posix_spawn_file_actions_init(&value), "posix_spawn_file_actions_init"); }
  ~FileActions() { posix_spawn_file_actions_destroy(&value); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  posix_spawn_file_actions_t value{};
};

struct Attributes {
  Attributes() { check(posix_spawnattr_init(&value), "posix_spawnattr_init"); }
  ~Attributes() { posix_spawnattr_destroy(&value); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  posix_spawnattr_t value{};
};

pid_t spawn(const std::string& program, const std::vector<std::string>& arguments,
            const std::string& log, const HeldSignals& signals) {
  FileActions files;
  check(posix_spawn_file_actions_addopen(&files.value, STDIN_FILENO, "/dev/null", O_RDONLY, 0),
        "/dev/null");
  static constexpr mode_t kOwnerOnly = 0600;
  check(posix_spawn_file_actions_addopen(&files.value, STDOUT_FILENO, log.c_str(),
                                         O_WRONLY | O_CREAT | O_TRUNC, kOwnerOnly),
        log);
  check(posix_spawn_file_actions_adddup2(&files.value, STDOUT_FILENO, STDERR_FILENO), log);

  Attributes attributes;
  check(posix_spawnattr_setflags(&attributes.value, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK),
        "posix_spawnattr_setflags");
  check(posix_spawnattr_setpgroup(&attributes.value, 0), "posix_spawnattr_setpgroup");
  check(posix_spawnattr_setsigmask(&attributes.value, &signals.before()),
        "posix_spawnattr_setsigmask");

  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  pid_t child = 0;
  check(
      posix_spawn(&child, program.c_str(), &files.value, &attributes.value, words.data(), environ),
      program + ": cannot be started");
  return child;
}

// Ends the child's whole group and collects the child.
void kill_group(pid_t child) {
  kill(-child, SIGKILL);
  waitpid(child, nullptr, 0);
}

timespec to_timespec(Clock::duration duration) {
  const auto left = std::max(Clock::duration::zero(), duration);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
  return {static_cast<time_t>(seconds.count()),
          static_cast<long>(
              std::chrono::duration_cast<std::chrono::nanoseconds>(left - seconds).count())};
}

ChildResult result_of(int status, Clock::time_point begin) {
  const Seconds wall = Clock::now() - begin;
  if (WIFSIGNALED(status)) return {ChildResult::End::kKilled, WTERMSIG(status), wall};
  return {ChildResult::End::kExited, WEXITSTATUS(status), wall};
}

}  // namespace

Interrupted::Interrupted(int signal)
    : std::runtime_error("interrupted by signal " + std::to_string(signal) + " (" +
                         strsignal(signal) + ")") {}

std::string ChildResult::text() const {
  switch (end) {
    case End::kExited:
      return "exited with status " + std::to_string(code);
    case End::kKilled:
      return "was ended by signal " + std::to_string(code) + " (" + strsignal(code) + ")";
    case End::kTimedOut:
      return "had not ended after " + std::to_string(std::lround(wall.count())) +
             " s and was killed";
  }
  return {};
}

ChildResult run_child(const std::string& program, const std::vector<std::string>& arguments,
                      const std::string& log, Seconds timeout, const HeldSignals& signals) {
  const auto begin = Clock::now();
  const auto deadline = begin + std::chrono::duration_cast<Clock::duration>(timeout);
  const pid_t child = spawn(program, arguments, log, signals);
  while (true) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) return result_of(status, begin);
    const auto left = to_timespec(deadline - Clock::now());
    const int signal = sigtimedwait(&signals.held(), nullptr, &left);
    if (signal == SIGCHLD || (signal < 0 && errno == EINTR)) continue;
    if (signal < 0 && waitpid(child, &status, WNOHANG) == child) return result_of(status, begin);
    kill_group(child);
    if (signal > 0) throw Interrupted(signal);
    return {ChildResult::End::kTimedOut, 0, Clock::now() - begin};
  }
}

}  // namespace tickbench::process
