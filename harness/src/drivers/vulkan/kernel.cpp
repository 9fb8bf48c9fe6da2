// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "tickbench/error.hpp"
#include "vulkan/buffer.hpp"

namespace tickbench::vulkan {
namespace {

/// A struct of C++ may have so many bytes of padding behind its last member, less one.
constexpr std::size_t kLargestAlignment = 16;

/// 0 where a specialization constant chooses it.
backend::Sizes required_group(const shader::Shader& shader) {
  backend::Sizes required{};
  for (std::size_t i = 0; i < 3; ++i)
    if (!shader.group[i].constant_id) required[i] = std::max(shader.group[i].size, 1U);
  return required;
}

}  // namespace

Kernel::Kernel(EntryPoint& entry_point, const std::string& name, const LaunchLimits& limits,
               const backend::DeviceInfo& info)
    : GridKernel(name, std::string(entry_point.module().name), info),
      entry_point_(&entry_point),
      limits_(&limits),
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

EntryPoint::Constants Kernel::constants_for(const backend::Sizes& group) const {
  auto constants = counts_;
  const auto& sizes = entry_point_->shader().group;
  for (std::size_t i = 0; i < 3; ++i)
    if (sizes[i].constant_id)
      constants[*sizes[i].constant_id] = static_cast<std::uint32_t>(group[i]);
  return constants;
}

void Kernel::prepare(const backend::Range& range) {
  if (prepared_ == range) return;
  const auto& shader = entry_point_->shader();
  grid_ = grid_for(range, required_group(shader), *limits_, {local_memory_, shader.local_memory});
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
