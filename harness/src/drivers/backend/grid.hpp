// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "modules/argument_check.hpp"
#include "tickbench/backend/backend.hpp"

/// How many work-groups of which size a launch has, for drivers that are given both.
namespace tickbench::backend {

using Sizes = std::array<std::size_t, 3>;

/// What a device lets a launch be.
struct GridLimits {
  Sizes group{};               ///< work-items of a group in each dimension
  Sizes groups{};              ///< in each dimension
  std::size_t work_items = 0;  ///< in a group
  std::size_t local_memory = 0;
};

struct Grid {
  Sizes groups{1, 1, 1};
  Sizes group{1, 1, 1};
};

std::size_t largest_divisor(std::size_t size, std::size_t at_most);

/// The size of a work-group that a launch does not choose itself: the sizes that the kernel's
/// source requires, where they are not 0; else as large as is usual, larger where there would be
/// too many groups, and a divisor of the global size.
Sizes group_for(const Sizes& global, const Sizes& required, const GridLimits& limits);

/// A kernel whose launches are refused here where they are above a limit: its driver does not name
/// the limit, or does not look.
class GridKernel : public CheckedKernel {
 protected:
  GridKernel(std::string name, const Module& module, const DeviceInfo& info)
      : CheckedKernel(std::move(name), module), info_(&info) {}

  struct LocalMemory {
    std::size_t arguments;  ///< bytes of them
    std::size_t own;        ///< bytes that the kernel declares
  };
  /// Throws Error: kInvalidBenchmark for sizes that the source or the global size does not allow,
  /// kOverLimit.
  Grid grid_for(const Range& range, const Sizes& required, const GridLimits& limits,
                const LocalMemory& local) const;
  const DeviceInfo& info() const noexcept { return *info_; }

 private:
  void require_group(const Sizes& group, const Sizes& required, const GridLimits& limits) const;
  template <class... Parts>
  [[noreturn]] void refuse_as_over_limit(fmt::format_string<Parts...> why, Parts&&... parts) const {
    throw_error(Outcome::kOverLimit, "kernel '{}': {}, on {}", name(),
                fmt::format(why, std::forward<Parts>(parts)...), info_->name);
  }

  const DeviceInfo* info_;
};

}  // namespace tickbench::backend
