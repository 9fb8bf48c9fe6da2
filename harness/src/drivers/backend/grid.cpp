// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/grid.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace tickbench::backend {
namespace {

/// As large as occupies a device with any kernel, and as divides most sizes.
constexpr std::size_t kUsualGroup = 256;

std::string sizes_text(const Sizes& sizes) { return fmt::format("{}", fmt::join(sizes, " x ")); }

/// The largest divisors of the global size, from the first dimension on, of no more than so many
/// work-items in all.
Sizes divide(const Sizes& global, const Sizes& required, const GridLimits& limits,
             std::size_t work_items) {
  Sizes group = required;
  for (const auto size : required) work_items /= std::max<std::size_t>(size, 1);
  for (std::size_t i = 0; i < 3; ++i) {
    if (group[i] != 0) continue;
    group[i] = largest_divisor(global[i], std::min(work_items, limits.group[i]));
    work_items /= group[i];
  }
  return group;
}

}  // namespace

std::size_t largest_divisor(std::size_t size, std::size_t at_most) {
  for (std::size_t divisor = at_most; divisor > 1; --divisor)
    if (size % divisor == 0) return divisor;
  return 1;
}

Sizes group_for(const Sizes& global, const Sizes& required, const GridLimits& limits) {
  const auto usual = divide(global, required, limits, std::min(kUsualGroup, limits.work_items));
  for (std::size_t i = 0; i < 3; ++i)
    if (global[i] / usual[i] > limits.groups[i])
      return divide(global, required, limits, limits.work_items);
  return usual;
}

void GridKernel::require_group(const Sizes& group, const Sizes& required,
                               const GridLimits& limits) const {
  for (std::size_t i = 0; i < 3; ++i) {
    if (required[i] != 0 && group[i] != required[i])
      refuse("expected a local size of {}, which its source requires, found {}",
             sizes_text(required), sizes_text(group));
    if (group[i] > limits.group[i])
      refuse_as_over_limit("a work-group of {} work-items is above the device's largest, {}",
                           sizes_text(group), sizes_text(limits.group));
  }
  const std::size_t work_items = group[0] * group[1] * group[2];
  if (work_items > limits.work_items)
    refuse_as_over_limit(
        "a work-group of {} = {} work-items is above the {} that the device runs of this kernel",
        sizes_text(group), work_items, limits.work_items);
}

Grid GridKernel::grid_for(const Range& range, const Sizes& required, const GridLimits& limits,
                          const LocalMemory& local) const {
  Sizes global{1, 1, 1};
  std::copy_n(range.global.begin(), range.dimensions, global.begin());
  Grid grid;
  if (range.local[0] != 0)
    std::copy_n(range.local.begin(), range.dimensions, grid.group.begin());
  else
    grid.group = group_for(global, required, limits);
  require_group(grid.group, required, limits);
  if (local.arguments + local.own > limits.local_memory)
    refuse_as_over_limit(
        "its local memory, {} bytes by arguments and {} by itself, is above the device's limit of "
        "{}",
        local.arguments, local.own, limits.local_memory);
  for (std::size_t i = 0; i < 3; ++i) {
    if (global[i] % grid.group[i] != 0)
      refuse("expected a global size that its local size {} divides, found {}",
             sizes_text(grid.group), sizes_text(global));
    grid.groups[i] = global[i] / grid.group[i];
    if (grid.groups[i] > limits.groups[i])
      refuse_as_over_limit("{} work-groups in dimension {} are above the device's limit of {}",
                           grid.groups[i], i, limits.groups[i]);
  }
  return grid;
}

}  // namespace tickbench::backend
