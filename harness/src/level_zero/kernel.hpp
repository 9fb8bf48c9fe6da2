// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "backend/argument_check.hpp"
#include "backend/memory.hpp"
#include "level_zero/program.hpp"

namespace tickbench::level_zero {

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
  std::optional<std::string> set(std::uint32_t index, std::size_t size, const void* value) override;
  std::optional<std::string> set(std::uint32_t index, backend::Memory& memory) override;
  Sizes group_size_for(const backend::Range& range) const;

  KernelHandle handle_;
  bool may_use_heap_;
  const backend::DeviceInfo* info_;
};

inline Kernel& as_kernel(backend::Kernel& kernel) {
  return backend::own<Kernel>(kernel, "a kernel of the Level Zero back end");
}

}  // namespace tickbench::level_zero
