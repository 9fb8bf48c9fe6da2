// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <map>

#include "backend/grid.hpp"
#include "level_zero/buffer.hpp"
#include "modules/modules.hpp"

namespace tickbench::level_zero {

/// One embedded module, built for one device.
struct Program {
  ModuleHandle handle;
  backend::Module module;
  BuildLogHandle log;
};

/// The programs of one device: each is built when a kernel of it is first asked for, and kept.
class Programs {
 public:
  explicit Programs(const Allocator& on) : on_(on) {}

  /// Throws Error: kBuildFailed with the whole build log; kInvalidBenchmark where no module, or
  /// more than one, has the kernel as SPIR-V.
  const Program& with_kernel(const backend::KernelName& kernel) {
    const auto& module = backend::module_for(
        kernel, {backend::kSpirv}, "Level Zero",
        {{backend::kOpenClC, "OpenCL C", "build with clang and llvm-spirv, or embed a .spv file"}});
    return backend::kept(built_, module.code.data(), [&] { return build(module); });
  }

 private:
  Program build(const backend::Module& module) const;

  Allocator on_;
  std::map<const void*, Program> built_;  ///< by the address of the module's code
};

using Sizes = std::array<std::uint32_t, 3>;

/// A ze_kernel of its own, with its arguments set.
class Kernel final : public backend::CheckedKernel {
 public:
  Kernel(const Program& program, const std::string& name, bool may_use_heap,
         const backend::DeviceInfo& info);

  /// Sets the work-group's size and returns the number of groups. Throws Error (kInvalidBenchmark)
  /// where the driver refuses the size.
  ze_group_count_t groups_for(const backend::Range& range);
  ze_kernel_handle_t handle() const noexcept { return handle_.get(); }

 private:
  std::optional<std::string> set(std::uint32_t index, std::size_t size,
                                 const void* value) override {
    const auto result = zeKernelSetArgumentValue(handle_.get(), index, size, value);
    if (result == ZE_RESULT_SUCCESS) return std::nullopt;
    return fmt::format("zeKernelSetArgumentValue: {}", describe_result(result));
  }
  std::optional<std::string> set(std::uint32_t index, backend::Memory& memory) override {
    const auto& buffer = as_buffer(memory);
    if (buffer.kind() == backend::MemoryKind::kHeap && !may_use_heap_)
      return fmt::format(
          "expected memory that a kernel can use, found heap memory: '{}' does not "
          "reach the process's own",
          info_->name);
    void* const pointer = buffer.pointer();
    return set(index, sizeof(pointer), &pointer);
  }
  Sizes group_size_for(const backend::Range& range) const;

  KernelHandle handle_;
  bool may_use_heap_;
  const backend::DeviceInfo* info_;
};

}  // namespace tickbench::level_zero
