// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/cpu_driver.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <tickbench/backend/backend.hpp>

namespace suite {
namespace {

// Read by the Level Zero loader when it starts: these drivers instead of the installed ones.
constexpr const char* kDriversVariable = "ZE_ENABLE_ALT_DRIVERS";
constexpr const char* kBackend = "level_zero";
// In the name of the driver's device.
constexpr const char* kDriverName = "zecpu";

/// The values of `--name=value` and `--name value`.
std::vector<std::string> values_of(const std::string& flag,
                                   const std::vector<std::string>& arguments) {
  std::vector<std::string> values;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    if (arguments[i].starts_with(flag + "="))
      values.push_back(arguments[i].substr(flag.size() + 1));
    if (arguments[i] == flag && i + 1 < arguments.size()) values.push_back(arguments[i + 1]);
  }
  return values;
}

bool has_switch(const std::string& flag, const std::vector<std::string>& arguments) {
  return std::find(arguments.begin(), arguments.end(), flag) != arguments.end() ||
         std::find(arguments.begin(), arguments.end(), flag + "=true") != arguments.end();
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> entries;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    entries.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return entries;
}

bool names_the_driver(std::string entry) {
  std::transform(entry.begin(), entry.end(), entry.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return entry.find(kDriverName) != std::string::npos;
}

/// Whether an entry of --tickbench_device may mean a Level Zero device: one that begins with
/// another back end does not.
bool may_be_level_zero(const std::string& entry, const std::vector<std::string>& backends) {
  const std::string first = entry.substr(0, entry.find(':'));
  return first == kBackend || std::find(backends.begin(), backends.end(), first) == backends.end();
}

CpuDriver wanted_for_devices(const std::string& list, const std::vector<std::string>& backends) {
  auto entries = split(list);
  std::erase_if(entries, [&](const auto& entry) { return !may_be_level_zero(entry, backends); });
  if (entries.empty()) return CpuDriver::kNever;
  return std::any_of(entries.begin(), entries.end(), names_the_driver) ? CpuDriver::kAlways
                                                                       : CpuDriver::kIfNoDevice;
}

std::vector<std::string> backend_names() {
  std::vector<std::string> names;
  for (const auto* backend : tickbench::backend::all()) names.emplace_back(backend->name());
  return names;
}

/// Or a driver that fails: the user is to see that, and not the times of a CPU.
bool has_level_zero_device() {
  tickbench::backend::NotListed not_listed;
  for (auto* backend : tickbench::backend::all())
    if (backend->name() == kBackend)
      return !backend->devices(not_listed).empty() || not_listed.has_failed;
  return false;
}

/// Asked in a process of its own: a loader that has started takes no other drivers. False only
/// where that process says that there is none: whatever it dies of, this one is to meet as well.
bool machine_has_level_zero_device() {
  const pid_t child = ::fork();
  if (child == 0) {
    // What a driver prints here it prints again in the run itself.
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    try {
      ::_exit(has_level_zero_device() ? 0 : 1);
    } catch (...) {
      ::_exit(2);
    }
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return true;
  return !WIFEXITED(status) || WEXITSTATUS(status) != 1;
}

/// By its place relative to the program, as built or as installed; empty: nowhere.
std::string driver_file() {
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* way : {SUITE_CPU_DRIVER_AS_BUILT, SUITE_CPU_DRIVER_AS_INSTALLED}) {
    const auto file = (folder / way / "libze_tickbench_cpu.so.1").lexically_normal();
    if (std::filesystem::is_regular_file(file, error)) return file.string();
  }
  return {};
}

}  // namespace

CpuDriver wanted_cpu_driver(const std::vector<std::string>& arguments,
                            const std::vector<std::string>& backends) {
  for (const char* flag : {"--help", "-h", "--tickbench_list", "--benchmark_list_tests"})
    if (has_switch(flag, arguments)) return CpuDriver::kNever;
  const auto ids = values_of("--tickbench_benchmark", arguments);
  if (!ids.empty() && std::none_of(ids.begin(), ids.end(), [](const std::string& id) {
        return id.starts_with(std::string(kBackend) + "/");
      }))
    return CpuDriver::kNever;
  const auto lists = values_of("--tickbench_device", arguments);
  return lists.empty() ? CpuDriver::kIfNoDevice : wanted_for_devices(lists.back(), backends);
}

void load_cpu_driver(const std::vector<std::string>& arguments) {
  if (std::getenv(kDriversVariable) != nullptr) return;
  const auto wanted = wanted_cpu_driver(arguments, backend_names());
  if (wanted == CpuDriver::kNever) return;
  const std::string file = driver_file();
  if (file.empty()) return;
  if (wanted == CpuDriver::kIfNoDevice && machine_has_level_zero_device()) return;
  ::setenv(kDriversVariable, file.c_str(), 1);
}

}  // namespace suite
