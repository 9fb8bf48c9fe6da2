// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "backend/modules.hpp"
#include "backend/spirv.hpp"

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

/// The text of the log of a build that failed, which it takes over.
///
/// Where the loader wraps handles (several drivers at once, or its intercept layer), some versions
/// hand out the log of a failed build unwrapped, and every call with it ends the process. So it is
/// read in a child process first; where that one dies, the log is left alone, and the text says so.
std::string text_of_failed_build(ze_module_build_log_handle_t log) {
  if (log == nullptr || is_readable(log)) return text_of(BuildLogHandle(log));
  return "(it cannot be read: this version of the Level Zero loader mixes up the handles of failed "
         "builds where it wraps them, for several drivers at once or its intercept layer; load the "
         "driver alone, by ZE_ENABLE_ALT_DRIVERS, to see the log)";
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

Program Programs::build(const backend::Module& module) const {
  // Some drivers end the process on bytes that are not SPIR-V.
  if (!backend::is_spirv(module.code))
    throw Error(Outcome::kBuildFailed,
                fmt::format("the module '{}': expected SPIR-V (magic word 0x07230203), found {} "
                            "other bytes",
                            module.name, module.code.size()));
  auto description = structure<ze_module_desc_t>(ZE_STRUCTURE_TYPE_MODULE_DESC);
  description.format = ZE_MODULE_FORMAT_IL_SPIRV;
  description.inputSize = module.code.size();
  description.pInputModule = reinterpret_cast<const std::uint8_t*>(module.code.data());
  ze_module_handle_t handle = nullptr;
  ze_module_build_log_handle_t log = nullptr;
  const auto result = zeModuleCreate(context_, device_, &description, &handle, &log);
  if (result != ZE_RESULT_SUCCESS)
    throw Error(
        Outcome::kBuildFailed,
        fmt::format("the module '{}' does not build for '{}' (zeModuleCreate: {}); the "
                    "build log:\n{}",
                    module.name, info_->name, describe_result(result), text_of_failed_build(log)));
  return {ModuleHandle(handle), std::string(module.name), module.code, BuildLogHandle(log)};
}

const Program& Programs::with_kernel(std::string_view kernel) {
  const auto& modules = backend::modules();
  const auto* const owner =
      backend::only_module(backend::modules_with(modules, backend::kSpirv, kernel), kernel);
  if (owner == nullptr && !backend::modules_with(modules, backend::kOpenClC, kernel).empty())
    throw Error(Outcome::kUnsupported,
                fmt::format("the kernel '{}' is embedded as OpenCL C only, which Level Zero does "
                            "not take: build with clang and llvm-spirv, or embed a .spv file",
                            kernel));
  if (owner == nullptr)
    throw Error(Outcome::kInvalidBenchmark, backend::missing_kernel_message(modules, kernel));
  const void* const key = owner->code.data();
  if (const auto found = built_.find(key); found != built_.end()) return found->second;
  return built_.emplace(key, build(*owner)).first->second;
}

}  // namespace tickbench::level_zero
