// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "backend/argument_check.hpp"
#include "level_zero/program.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::level_zero {

/// A ze_kernel of its own, with its arguments set.
class Kernel final : public backend::Kernel {
 public:
  Kernel(const Program& program, std::string name, bool may_use_heap,
         const backend::DeviceInfo& info);

  /// Throws Error (kInvalidBenchmark) naming the argument that does not fit.
  void set_arguments(std::span<const backend::Argument> arguments) override;
  std::string_view name() const noexcept override { return name_; }

  /// Sets the work-group's size and returns the number of groups. Throws Error (kInvalidBenchmark)
  /// where the driver refuses the size.
  ze_group_count_t groups_for(const backend::Range& range);
  ze_kernel_handle_t handle() const noexcept { return handle_.get(); }

 private:
  void set_argument(std::uint32_t index, const backend::Argument& argument);
  std::array<std::uint32_t, 3> group_size_for(const backend::Range& range) const;
  [[noreturn]] void refuse(const std::string& why) const;

  KernelHandle handle_;
  std::string name_;
  std::string module_;
  std::vector<backend::DeclaredArgument> declared_;
  bool may_use_heap_;
  const backend::DeviceInfo* info_;
};

/// Throws Error (kInvalidBenchmark) for a kernel of another back end.
Kernel& as_kernel(backend::Kernel& kernel);

}  // namespace tickbench::level_zero
