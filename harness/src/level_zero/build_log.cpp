// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/build_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>

namespace tickbench::level_zero {
namespace {

// A lock that another thread held at the fork is never released in the child.
constexpr unsigned kPatienceSeconds = 10;

void die_silently() {
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGALRM}) std::signal(signal, SIG_DFL);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  ::alarm(kPatienceSeconds);
}

bool is_readable(ze_module_build_log_handle_t log) {
  const pid_t child = ::fork();
  if (child == 0) {
    die_silently();
    static_cast<void>(text_of(BuildLogHandle(log)));
    ::_exit(0);
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

}  // namespace

std::string text_of(const BuildLogHandle& log) {
  if (!log) return "none";
  std::size_t size = 0;
  std::string text;
  auto result = zeModuleBuildLogGetString(log.get(), &size, nullptr);
  if (result == ZE_RESULT_SUCCESS) {
    text.resize(size);
    result = zeModuleBuildLogGetString(log.get(), &size, text.data());
  }
  if (result != ZE_RESULT_SUCCESS)
    return fmt::format("zeModuleBuildLogGetString: {}", describe_result(result));
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

std::string text_of_failed_build(ze_module_build_log_handle_t log) {
  if (log == nullptr || is_readable(log)) return text_of(BuildLogHandle(log));
  return "(it cannot be read: this version of the Level Zero loader mixes up the handles of failed "
         "builds where it wraps them, for several drivers at once or its intercept layer; load the "
         "driver alone, by ZE_ENABLE_ALT_DRIVERS, to see the log)";
}

}  // namespace tickbench::level_zero
