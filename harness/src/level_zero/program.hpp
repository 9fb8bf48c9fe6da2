// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "level_zero/handle.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::level_zero {

/// The whole text of a build log, or why it cannot be had.
std::string text_of(const BuildLogHandle& log);

/// One embedded module, built for one device.
struct Program {
  ModuleHandle handle;
  std::string module;
  std::span<const std::byte> spirv;
  BuildLogHandle log;
};

/// The programs of one device: each is built when a kernel of it is first asked for, and kept.
class Programs {
 public:
  Programs(ze_context_handle_t context, ze_device_handle_t device, const backend::DeviceInfo& info)
      : context_(context), device_(device), info_(&info) {}

  /// Throws Error: kBuildFailed with the whole build log; kInvalidBenchmark where no module, or
  /// more than one, has the kernel as SPIR-V.
  const Program& with_kernel(std::string_view kernel);

 private:
  Program build(const backend::Module& module) const;

  ze_context_handle_t context_;
  ze_device_handle_t device_;
  const backend::DeviceInfo* info_;
  std::map<const void*, Program> built_;  ///< by the address of the module's code
};

}  // namespace tickbench::level_zero
