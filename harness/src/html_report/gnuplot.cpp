// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/gnuplot.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

#include "html_report/clean_text.hpp"
#include "tickbench/error.hpp"

namespace tickbench::html_report {
namespace {

// Some 50 ms a plot on a slow machine: hundreds of plots fit, a hang does not.
constexpr std::chrono::minutes kLongest{5};
constexpr const char* kMessages = "gnuplot.log";

std::string reason(int error) { return std::generic_category().message(error); }

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  void enter(const std::string& folder) {
    posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
  }
  void open(int descriptor, const char* path, int flags) {
    static constexpr mode_t kReadableByAll = 0644;
    posix_spawn_file_actions_addopen(&actions_, descriptor, path, flags, kReadableByAll);
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

pid_t spawn(const std::string& program, const std::filesystem::path& folder,
            const std::string& script) {
  FileActions actions;
  actions.enter(folder.string());
  actions.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  actions.open(STDOUT_FILENO, "/dev/null", O_WRONLY);
  actions.open(STDERR_FILENO, kMessages, O_WRONLY | O_CREAT | O_TRUNC);
  const char* search = std::getenv("PATH");
  std::string path = "PATH=" + std::string(search == nullptr ? "/usr/bin:/bin" : search);
  std::string locale = "LC_ALL=C.UTF-8";  // points, not commas; µ
  std::string name = program, defaults = "-d", file = script;
  std::array<char*, 4> arguments{name.data(), defaults.data(), file.data(), nullptr};
  std::array<char*, 3> environment{path.data(), locale.data(), nullptr};
  pid_t child = -1;
  const int error = posix_spawnp(&child, program.c_str(), actions.get(), nullptr, arguments.data(),
                                 environment.data());
  if (error == 0) return child;
  throw UsageError("expected gnuplot, to draw the plots, found: " + program + ": " + reason(error) +
                   "\ninstall the package gnuplot-nox (Debian, Ubuntu), or write the report "
                   "without plots: --no-plots");
}

/// Waits without polling: a descriptor of the process becomes readable when it ends.
bool ends_in_time(pid_t child) {
  const auto descriptor = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (descriptor < 0) return true;  // an old kernel: wait for as long as it takes
  pollfd waited{descriptor, POLLIN, 0};
  const auto end = std::chrono::steady_clock::now() + kLongest;
  int ready = -1;
  do {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    ready = poll(&waited, 1, std::max(0, static_cast<int>(left.count())));
  } while (ready < 0 && errno == EINTR);
  close(descriptor);
  return ready != 0;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string messages_in(const std::filesystem::path& folder) {
  std::ifstream file(folder / kMessages);
  std::string all, line;
  for (int i = 0; i < 10 && std::getline(file, line); ++i) all += "\n  " + clean_text(line);
  return all;
}

}  // namespace

void run_gnuplot(const std::string& program, const std::filesystem::path& folder,
                 const std::string& script) {
  const pid_t child = spawn(program, folder, script);
  const bool is_in_time = ends_in_time(child);
  if (!is_in_time) kill(child, SIGKILL);
  const int status = wait_for(child);
  const auto messages = messages_in(folder);
  std::filesystem::remove(folder / kMessages);
  if (!is_in_time)
    throw UsageError(program + ": expected the plots within " + std::to_string(kLongest.count()) +
                     " minutes, stopped it" + messages);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  const std::string how = WIFEXITED(status) ? "exit status " + std::to_string(WEXITSTATUS(status))
                                            : "signal " + std::to_string(WTERMSIG(status));
  throw UsageError(program + ": expected it to draw " + script + ", found " + how + messages);
}

}  // namespace tickbench::html_report
