// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <ratio>
#include <system_error>

#include "tickbench/error.hpp"

namespace tickbench::process {
namespace {

using Clock = std::chrono::steady_clock;

void check(int error, const std::string& what) {
  if (error != 0) throw UsageError(what + ": " + std::generic_category().message(error));
}

/// What posix_spawn takes, freed whatever happens.
struct SpawnSettings : private NonCopyable {
  SpawnSettings() {
    check(posix_spawn_file_actions_init(&files), "posix_spawn_file_actions_init");
    check(posix_spawnattr_init(&attributes), "posix_spawnattr_init");
  }
  ~SpawnSettings() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
  }

  void open(int descriptor, const std::string& path, int flags) {
    static constexpr mode_t kOwnerOnly = 0600;
    check(posix_spawn_file_actions_addopen(&files, descriptor, path.c_str(), flags, kOwnerOnly),
          path);
  }

  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
};

void redirect(const ChildCommand& command, SpawnSettings& settings) {
  static constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC;
  if (!command.folder.empty())
    check(posix_spawn_file_actions_addchdir_np(&settings.files, command.folder.c_str()),
          command.folder);
  settings.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  settings.open(STDOUT_FILENO, command.output, kNew);
  if (command.errors.empty())
    check(posix_spawn_file_actions_adddup2(&settings.files, STDOUT_FILENO, STDERR_FILENO),
          command.output);
  else
    settings.open(STDERR_FILENO, command.errors, kNew);
}

/// As C takes lists of words.
std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const auto& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

pid_t spawn(const ChildCommand& command, const HeldSignals& signals) {
  SpawnSettings settings;
  redirect(command, settings);
  auto* const attributes = &settings.attributes;
  check(posix_spawnattr_setflags(
            attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF),
        "posix_spawnattr_setflags");
  // What this process ignores for its own output is not the child's to ignore.
  sigset_t reset{};
  sigemptyset(&reset);
  for (const int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&reset, signal);
  check(posix_spawnattr_setsigdefault(attributes, &reset), "posix_spawnattr_setsigdefault");
  check(posix_spawnattr_setpgroup(attributes, 0), "posix_spawnattr_setpgroup");
  check(posix_spawnattr_setsigmask(attributes, &signals.before()), "posix_spawnattr_setsigmask");

  auto arguments = pointers_to(command.arguments);
  arguments.insert(arguments.begin(), const_cast<char*>(command.program.c_str()));
  const auto start = command.searches_path ? posix_spawnp : posix_spawn;
  pid_t child = 0;
  check(start(&child, command.program.c_str(), &settings.files, attributes, arguments.data(),
              environ),
        command.program + ": cannot be started");
  return child;
}

/// Ends the child's whole group and collects the child. Until then no other process can have its
/// number.
int kill_group(pid_t child) {
  kill(-child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child;
}

bool prints_too_much(const ChildCommand& command) {
  constexpr std::uintmax_t kBlock = 512;
  const auto is_large = [&](const std::string& name) {
    struct stat file {};
    const auto path = std::filesystem::path(command.folder) / name;
    return !name.empty() && ::stat(path.c_str(), &file) == 0 &&
           static_cast<std::uintmax_t>(file.st_blocks) * kBlock > command.most_output;
  };
  return is_large(command.output) || is_large(command.errors);
}

}  // namespace

Interrupted::Interrupted(int number)
    : std::runtime_error(fmt::format("interrupted by signal {} ({})", number, strsignal(number))),
      signal(number) {}

void require_uninterrupted(const HeldSignals& signals) {
  sigset_t asked{};
  sigemptyset(&asked);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (sigismember(&signals.held(), signal) == 1) sigaddset(&asked, signal);
  const timespec now{};
  if (const int signal = sigtimedwait(&asked, nullptr, &now); signal > 0) throw Interrupted(signal);
}

std::string ChildResult::text() const {
  if (end == End::kTimedOut)
    return fmt::format("had not ended after {:.3g} s and was killed", wall.count());
  if (end == End::kOverflowed)
    return fmt::format("had printed more than {} MiB and was killed", code);
  return end == End::kKilled ? fmt::format("was ended by signal {} ({})", code, strsignal(code))
                             : fmt::format("exited with status {}", code);
}

ChildResult run_child(const ChildCommand& command, const HeldSignals& signals) {
  // At its output: early, since a disk may be fast, and later too seldom to disturb what it
  // measures.
  constexpr std::chrono::milliseconds kFirstLook{10}, kLastLook{1000};
  const auto begin = Clock::now();
  const auto deadline = begin + std::chrono::duration_cast<Clock::duration>(command.timeout);
  const pid_t child = spawn(command, signals);
  for (auto look = kFirstLook; !has_ended(child); look = std::min(2 * look, kLastLook)) {
    const auto left = std::max<std::chrono::nanoseconds>(
                          std::min(deadline - Clock::now(), Clock::duration(look)), {})
                          .count();
    const timespec wait{static_cast<time_t>(left / std::nano::den),
                        static_cast<long>(left % std::nano::den)};
    const int signal = sigtimedwait(&signals.held(), nullptr, &wait);
    if (signal == SIGCHLD || (signal < 0 && errno == EINTR)) continue;
    if (signal < 0 && has_ended(child)) break;
    const bool is_too_much = prints_too_much(command);
    if (signal < 0 && !is_too_much && Clock::now() < deadline) continue;
    kill_group(child);
    if (signal > 0) throw Interrupted(signal);
    if (is_too_much)
      return {ChildResult::End::kOverflowed, static_cast<int>(command.most_output >> 20),
              Clock::now() - begin};
    return {ChildResult::End::kTimedOut, 0, Clock::now() - begin};
  }
  const int status = kill_group(child);
  const Seconds wall = Clock::now() - begin;
  if (WIFSIGNALED(status)) return {ChildResult::End::kKilled, WTERMSIG(status), wall};
  return {ChildResult::End::kExited, WEXITSTATUS(status), wall};
}

}  // namespace tickbench::process
