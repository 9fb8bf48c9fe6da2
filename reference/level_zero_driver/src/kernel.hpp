// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

#include <memory>
#include <optional>
#include <vector>

#include "launch_commands.hpp"
#include "module.hpp"

namespace zecpu {

/// A kernel and what the next launch of it will take: arguments, group size, offset.
class Kernel {
 public:
  Kernel(Device& device, const std::shared_ptr<Module>& module, const KernelSignature& signature);

  const std::string& name() const { return signature_.name; }

  void set_argument(std::uint32_t index, std::size_t size, const void* value);
  void set_group_size(const Extent& size);
  void set_offset(const Extent& offset) { offset_ = offset; }
  Extent suggest_group_size(const Extent& global_size) const;
  void get(ze_kernel_properties_t& properties) const;
  /// The attributes that the source had, as far as SPIR-V keeps them.
  std::string source_attributes() const;

  ze_kernel_indirect_access_flags_t indirect_access = 0;

  /// As it is now. Throws Failure where an argument was never set.
  Launch snapshot() const;

 private:
  std::size_t max_group_size() const;
  std::size_t local_bytes() const;

  Device& device_;
  std::shared_ptr<Module> module_;
  const KernelSignature& signature_;
  std::shared_ptr<const ExecutorKernel> kernel_;
  std::vector<std::optional<Argument>> arguments_;
  Extent group_size_{1, 1, 1};
  Extent offset_{};
};

/// The largest divisors of the global size whose product is at most `limit`: along x first.
Extent divide_evenly(const Extent& global_size, std::size_t limit, const Extent& axis_limits);

}  // namespace zecpu
