// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/kernel.hpp"

#include <fcntl.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <limits>

#include "modules/spirv.hpp"

namespace tickbench::level_zero {
namespace {

/// The whole text of a build log, or why it cannot be had.
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
std::string build_log_text(ze_module_build_log_handle_t log) {
  if (log == nullptr || is_readable(log)) return text_of(BuildLogHandle(log));
  return "(it cannot be read: this version of the Level Zero loader mixes up the handles of failed "
         "builds where it wraps them, for several drivers at once or its intercept layer; load the "
         "driver alone, by ZE_ENABLE_ALT_DRIVERS, to see the log)";
}

/// A module builds with symbols that it leaves to others; its kernels cannot be made.
[[noreturn]] void throw_unlinked(const Program& program, const std::string& where) {
  throw_error(Outcome::kBuildFailed,
              "the module '{}' does not link for '{}' (zeKernelCreate: {}): no module defines {}; "
              "the build log:\n{}",
              program.module.name, where, describe_result(ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED),
              fmt::join(backend::spirv_imports(program.module.code), ", "), text_of(program.log));
}

KernelHandle create_kernel(const Program& program, const std::string& name,
                           const std::string& where) {
  auto description = structure<ze_kernel_desc_t>(ZE_STRUCTURE_TYPE_KERNEL_DESC);
  description.pKernelName = name.c_str();
  ze_kernel_handle_t kernel = nullptr;
  const auto result = zeKernelCreate(program.handle.get(), &description, &kernel);
  if (result == ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED) throw_unlinked(program, where);
  check(result, fmt::format("zeKernelCreate('{}')", name), where);
  return KernelHandle(kernel);
}

Sizes to_sizes(const std::array<std::size_t, 3>& sizes) {
  const auto size = [&](std::size_t i) { return static_cast<std::uint32_t>(sizes[i]); };
  return {size(0), size(1), size(2)};
}

/// As many as the driver knows of; what the SPIR-V does not declare is nothing.
auto declared_arguments(ze_kernel_handle_t kernel, const Program& program, const std::string& name,
                        const std::string& where) {
  auto properties = structure<ze_kernel_properties_t>(ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES);
  check(zeKernelGetProperties(kernel, &properties), "zeKernelGetProperties", where);
  std::vector<std::optional<backend::DeclaredArgument>> all(properties.numKernelArgs);
  if (const auto declared = backend::spirv_arguments(program.module.code, name))
    std::copy_n(declared->begin(), std::min(all.size(), declared->size()), all.begin());
  return all;
}

}  // namespace

Program Programs::build(const backend::Module& module) const {
  // Some drivers end the process on bytes that are not SPIR-V.
  if (!backend::is_spirv(module.code))
    throw_error(Outcome::kBuildFailed,
                "the module '{}': expected SPIR-V (magic word 0x07230203), found {} other bytes",
                module.name, module.code.size());
  auto description = structure<ze_module_desc_t>(ZE_STRUCTURE_TYPE_MODULE_DESC);
  description.format = ZE_MODULE_FORMAT_IL_SPIRV;
  description.inputSize = module.code.size();
  description.pInputModule = reinterpret_cast<const std::uint8_t*>(module.code.data());
  ze_module_handle_t handle = nullptr;
  ze_module_build_log_handle_t log = nullptr;
  const auto result = zeModuleCreate(on_.context, on_.device, &description, &handle, &log);
  if (result != ZE_RESULT_SUCCESS)
    backend::throw_build_failed(module.name, on_.info.name,
                                "zeModuleCreate: " + describe_result(result), build_log_text(log));
  return {ModuleHandle(handle), module, BuildLogHandle(log)};
}

Kernel::Kernel(const Program& program, const std::string& name, bool may_use_heap,
               const backend::DeviceInfo& info)
    : CheckedKernel(name, program.module),
      handle_(create_kernel(program, name, info.name)),
      may_use_heap_(may_use_heap),
      info_(&info) {
  declare(declared_arguments(handle_.get(), program, name, info.name));
}

/// The driver's suggestion, brought down to what divides the global size: the edges of a last,
/// partial group would run over the end of the buffers.
Sizes Kernel::group_size_for(const backend::Range& range) const {
  Sizes size{1, 1, 1};
  if (range.local[0] != 0) {
    std::copy_n(to_sizes(range.local).begin(), range.dimensions, size.begin());
    return size;
  }
  const auto global = to_sizes(range.global);
  check(zeKernelSuggestGroupSize(handle_.get(), global[0], global[1], global[2], &size[0], &size[1],
                                 &size[2]),
        "zeKernelSuggestGroupSize", info_->name);
  for (std::size_t i = 0; i < size.size(); ++i)
    size[i] = static_cast<std::uint32_t>(backend::largest_divisor(global[i], size[i]));
  return size;
}

ze_group_count_t Kernel::groups_for(const backend::Range& range) {
  for (const auto global : range.global)
    if (global > std::numeric_limits<std::uint32_t>::max())
      refuse("expected a global size below 2^32 in each dimension, found {}", global);
  const auto size = group_size_for(range);
  const auto result = zeKernelSetGroupSize(handle_.get(), size[0], size[1], size[2]);
  if (result != ZE_RESULT_SUCCESS)
    refuse("a work-group of {} is refused: zeKernelSetGroupSize: {}", fmt::join(size, " x "),
           describe_result(result));
  const auto global = to_sizes(range.global);
  return {global[0] / size[0], global[1] / size[1], global[2] / size[2]};
}

}  // namespace tickbench::level_zero
