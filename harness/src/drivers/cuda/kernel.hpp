// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "backend/grid.hpp"
#include "cuda/buffer.hpp"
#include "cuda/device_info.hpp"

namespace tickbench::cuda {

/// PTX, which the driver compiles for its device. `name` is what messages call it. Throws Error
/// (kBuildFailed) with the whole build log.
ModuleHandle load_module(const std::string& ptx, std::string_view name, const Place& place);

/// A kernel of a module, which belongs to that. Throws Error.
CUfunc_st* find_function(const ModuleHandle& module, const std::string& kernel, const Place& place);

/// `shared_memory`: bytes beside what the kernel declares.
inline Result launch(CUfunc_st* function, const backend::Grid& grid, std::size_t shared_memory,
                     CUstream_st* stream, void** arguments) {
  const auto number = [](std::size_t size) { return static_cast<unsigned>(size); };
  const auto& [groups, group] = grid;
  return driver().cuLaunchKernel(function, number(groups[0]), number(groups[1]), number(groups[2]),
                                 number(group[0]), number(group[1]), number(group[2]),
                                 number(shared_memory), stream, arguments, nullptr);
}

/// One embedded module, loaded for one device.
struct Program {
  ModuleHandle handle;
  const backend::Module* module;
};

/// The programs of one device: each is loaded when a kernel of it is first asked for, and kept.
class Programs {
 public:
  explicit Programs(const Place& place) : place_(place) {}

  /// Throws Error: kBuildFailed with the whole build log; kInvalidBenchmark where no module, or
  /// more than one, has the kernel; kUnsupported where none has it as PTX.
  const Program& with_kernel(const backend::KernelName& kernel);

 private:
  Place place_;
  std::map<const void*, Program> loaded_;  ///< by the address of the module's code
};

struct LaunchLimits : backend::GridLimits {
  explicit LaunchLimits(int device)
      : usual_shared_memory(read_size(device, kSharedMemory)),
        reserved_shared_memory(read_size(device, kReservedSharedMemory)) {
    local_memory = std::max(usual_shared_memory, read_size(device, kSharedMemoryOptIn));
    for (std::size_t i = 0; i < 3; ++i) {
      group[i] = read_size(device, static_cast<DeviceAttribute>(kLargestBlockX + i));
      groups[i] = read_size(device, static_cast<DeviceAttribute>(kLargestGridX + i));
    }
  }
  std::size_t usual_shared_memory;     ///< what a kernel may have without asking
  std::size_t reserved_shared_memory;  ///< the driver's own, in front of a kernel's
};

/// A function of a loaded module, with its arguments set.
///
/// The names and types of arguments are those of the SPIR-V of the same kernel, where the program
/// embeds that too; PTX has their number and sizes alone.
class Kernel final : public backend::GridKernel {
 public:
  Kernel(const Program& program, const std::string& name, bool may_use_heap, const Place& place,
         const LaunchLimits& limits);

  void enqueue(const backend::Range& range, CUstream_st* stream);

 private:
  std::optional<std::string> set(std::uint32_t index, std::size_t size, const void* value) override;
  std::optional<std::string> set(std::uint32_t index, backend::Memory& memory) override;
  void keep(std::uint32_t index, const void* value, std::size_t size) {
    const auto* const bytes = static_cast<const std::byte*>(value);
    values_[index].assign(bytes, bytes + size);
  }
  void place_local_memory();

  std::size_t attribute(FunctionAttribute which) const {
    int value = 0;
    check(driver().cuFuncGetAttribute(&value, which, function_), "cuFuncGetAttribute",
          place_.info());
    return static_cast<std::size_t>(std::max(0, value));
  }

  Place place_;
  LaunchLimits limits_;  ///< of this kernel
  bool may_use_heap_;
  CUfunc_st* function_;
  std::size_t static_shared_memory_;
  std::vector<std::size_t> sizes_;   ///< of the arguments, by the PTX
  backend::Sizes required_block_{};  ///< 0: any
  std::vector<std::vector<std::byte>> values_;
  std::vector<void*> arguments_;                 ///< where the values are
  std::map<std::uint32_t, std::size_t> locals_;  ///< sizes of local memory, by argument
  std::size_t dynamic_shared_memory_ = 0;
  std::size_t allowed_shared_memory_;
};

}  // namespace tickbench::cuda
