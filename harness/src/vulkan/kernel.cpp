// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "tickbench/error.hpp"
#include "vulkan/buffer.hpp"

namespace tickbench::vulkan {
namespace {

/// As large as occupies a device with any kernel, and as divides most sizes.
constexpr std::size_t kUsualGroup = 256;

/// A struct of C++ may have so many bytes of padding behind its last member, less one.
constexpr std::size_t kLargestAlignment = 16;

std::size_t largest_divisor(std::size_t size, std::size_t at_most) {
  for (std::size_t divisor = at_most; divisor > 1; --divisor)
    if (size % divisor == 0) return divisor;
  return 1;
}

std::string text_of(const Sizes& sizes) { return fmt::format("{}", fmt::join(sizes, " x ")); }

/// The largest divisors of the global size, from the first dimension on, of no more than so many
/// work-items in all.
Sizes group_of(std::size_t work_items, const Sizes& global,
               const std::array<shader::ShaderGroupSize, 3>& sizes, const LaunchLimits& limits) {
  Sizes group{};
  std::size_t left = work_items;
  for (std::size_t i = 0; i < 3; ++i)
    if (!sizes[i].constant_id) left /= group[i] = std::max<std::size_t>(sizes[i].size, 1);
  for (std::size_t i = 0; i < 3; ++i) {
    if (group[i] != 0) continue;
    group[i] = largest_divisor(global[i], std::min(left, limits.group[i]));
    left /= group[i];
  }
  return group;
}

bool has_too_many_groups(const Sizes& global, const Sizes& group, const LaunchLimits& limits) {
  for (std::size_t i = 0; i < 3; ++i)
    if (global[i] / group[i] > limits.groups[i]) return true;
  return false;
}

Sizes global_of(const backend::Range& range) {
  Sizes global{1, 1, 1};
  std::copy_n(range.global.begin(), range.dimensions, global.begin());
  return global;
}

bool is_same(const backend::Range& a, const backend::Range& b) {
  return a.global == b.global && a.local == b.local && a.dimensions == b.dimensions;
}

}  // namespace

Sizes group_for(const Sizes& global, const std::array<shader::ShaderGroupSize, 3>& sizes,
                const LaunchLimits& limits) {
  const auto usual = group_of(std::min(kUsualGroup, limits.work_items), global, sizes, limits);
  if (!has_too_many_groups(global, usual, limits)) return usual;
  return group_of(limits.work_items, global, sizes, limits);
}

Kernel::Kernel(EntryPoint& entry_point, const std::string& name, const LaunchLimits& limits,
               const backend::DeviceInfo& info)
    : CheckedKernel(name, std::string(entry_point.module().name)),
      entry_point_(&entry_point),
      limits_(&limits),
      info_(&info),
      push_constants_(entry_point.shader().push_constant_size) {
  arrange({});
}

void Kernel::arrange(std::span<const backend::Argument> arguments) {
  order_ = shader::ordered_as(arguments, entry_point_->shader().arguments);
  Declared declared;
  for (const auto& argument : order_) declared.emplace_back(argument.declared);
  declare(std::move(declared));
  prepared_.reset();
}

std::optional<std::string> Kernel::set(std::uint32_t index, std::size_t size, const void* value) {
  const auto& argument = order_[index];
  if (value == nullptr) return set_local(argument, size);
  if (size < argument.size || size >= argument.size + kLargestAlignment)
    return fmt::format("the kernel's push constants take {} bytes there", argument.size);
  std::memcpy(push_constants_.data() + argument.offset, value, argument.size);
  return std::nullopt;
}

std::optional<std::string> Kernel::set(std::uint32_t index, backend::Memory& memory) {
  const auto address = as_buffer(memory).address();
  std::memcpy(push_constants_.data() + order_[index].offset, &address, sizeof(address));
  return std::nullopt;
}

std::optional<std::string> Kernel::set_local(const shader::ShaderArgument& argument,
                                             std::size_t bytes) {
  if (bytes == 0 || bytes % argument.size != 0)
    return fmt::format("its elements take {} bytes each", argument.size);
  counts_[argument.count_id] = static_cast<std::uint32_t>(bytes / argument.size);
  local_memory_ = 0;
  for (const auto& each : order_)
    if (const auto found = counts_.find(each.count_id);
        each.count_id != 0 && found != counts_.end())
      local_memory_ += std::size_t{found->second} * each.size;
  return std::nullopt;
}

void Kernel::refuse_as_over_limit(const std::string& why) const {
  throw Error(Outcome::kOverLimit, fmt::format("kernel '{}': {}, on {}", name(), why, info_->name));
}

void Kernel::require_group(const Sizes& group) const {
  const auto& sizes = entry_point_->shader().group;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!sizes[i].constant_id && group[i] != sizes[i].size)
      refuse(
          fmt::format("expected a local size of {} in dimension {}, which its source requires, "
                      "found {}",
                      sizes[i].size, i, text_of(group)));
    if (group[i] > limits_->group[i])
      refuse_as_over_limit(
          fmt::format("a work-group of {} work-items is above the device's "
                      "largest, {}",
                      text_of(group), text_of(limits_->group)));
  }
  const std::size_t work_items = group[0] * group[1] * group[2];
  if (work_items > limits_->work_items)
    refuse_as_over_limit(
        fmt::format("a work-group of {} = {} work-items is above the device's "
                    "limit of {}",
                    text_of(group), work_items, limits_->work_items));
}

void Kernel::require_local_memory() const {
  const auto of_its_own = entry_point_->shader().local_memory;
  if (local_memory_ + of_its_own > limits_->local_memory)
    refuse_as_over_limit(
        fmt::format("its local memory, {} bytes by arguments and {} by itself, is above the "
                    "device's limit of {}",
                    local_memory_, of_its_own, limits_->local_memory));
}

Grid Kernel::grid_for(const backend::Range& range) const {
  const auto global = global_of(range);
  Grid grid;
  if (range.local[0] != 0)
    std::copy_n(range.local.begin(), range.dimensions, grid.group.begin());
  else
    grid.group = group_for(global, entry_point_->shader().group, *limits_);
  require_group(grid.group);
  require_local_memory();
  for (std::size_t i = 0; i < 3; ++i) {
    if (global[i] % grid.group[i] != 0)
      refuse(fmt::format("expected a global size that its local size {} divides, found {}",
                         text_of(grid.group), text_of(global)));
    grid.groups[i] = global[i] / grid.group[i];
    if (grid.groups[i] > limits_->groups[i])
      refuse_as_over_limit(
          fmt::format("{} work-groups in dimension {} are above the device's limit of {}: larger "
                      "groups are fewer",
                      grid.groups[i], i, limits_->groups[i]));
  }
  return grid;
}

EntryPoint::Constants Kernel::constants_for(const Sizes& group) const {
  auto constants = counts_;
  const auto& sizes = entry_point_->shader().group;
  for (std::size_t i = 0; i < 3; ++i)
    if (sizes[i].constant_id)
      constants[*sizes[i].constant_id] = static_cast<std::uint32_t>(group[i]);
  return constants;
}

void Kernel::prepare(const backend::Range& range) {
  if (prepared_ && is_same(*prepared_, range)) return;
  grid_ = grid_for(range);
  pipeline_ = entry_point_->pipeline(constants_for(grid_.group));
  prepared_ = range;
}

void Kernel::record(VkCommandBuffer commands) const {
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  if (!push_constants_.empty())
    vkCmdPushConstants(commands, entry_point_->layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                       static_cast<std::uint32_t>(push_constants_.size()), push_constants_.data());
  vkCmdDispatch(commands, static_cast<std::uint32_t>(grid_.groups[0]),
                static_cast<std::uint32_t>(grid_.groups[1]),
                static_cast<std::uint32_t>(grid_.groups[2]));
}

}  // namespace tickbench::vulkan
