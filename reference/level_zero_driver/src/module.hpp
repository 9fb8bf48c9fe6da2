// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

#include <memory>
#include <string>

#include "executor.hpp"
#include "spirv_module.hpp"

namespace zecpu {

class Device;

/// The text that a build left, whether it worked or not.
struct BuildLog {
  std::string text;
};

/// A built module. Kernels share it: it goes with the last of them.
class Module {
 public:
  Module(SpirvModule spirv, std::unique_ptr<Program> program)
      : spirv_(std::move(spirv)), program_(std::move(program)) {}

  const SpirvModule& spirv() const { return spirv_; }
  const KernelSignature* find(const std::string& kernel) const;
  /// Shares ownership of `self`, which is this module.
  static std::shared_ptr<const ExecutorKernel> make_kernel(const std::shared_ptr<Module>& self,
                                                           const KernelSignature& signature);

 private:
  SpirvModule spirv_;
  std::unique_ptr<Program> program_;
};

/// What a module handle points to.
struct ModuleHandle {
  Device& device;
  std::shared_ptr<Module> module;
};

/// Throws BadSpirv where the code or the flags are refused; the module is null where the compiler
/// failed. The log is filled in all cases.
std::shared_ptr<Module> build_module(Device& device, const ze_module_desc_t& desc, BuildLog& log);

/// This driver's own binary form: SPIR-V behind a name, so that no other driver takes it for its
/// own.
std::vector<std::byte> native_binary(const SpirvModule& spirv);

}  // namespace zecpu
