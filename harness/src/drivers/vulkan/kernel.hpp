// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <map>
#include <utility>

#include "modules/modules.hpp"
#include "shader/shader.hpp"
#include "vulkan/buffer.hpp"
#include "vulkan/error.hpp"
#include "vulkan/place.hpp"

namespace tickbench::vulkan {

/// A kernel of a module, with the pipelines that were made of it: one for each size of work-group,
/// and for each number of elements in local memory.
class EntryPoint {
 public:
  /// What the specialization constants of a pipeline are set to, by their ids.
  using Constants = std::map<std::uint32_t, std::uint32_t>;

  EntryPoint(shader::Shader shader, const backend::Module& module, std::string name,
             VkShaderModule code, const Place& place);

  const shader::Shader& shader() const noexcept { return shader_; }
  const backend::Module& module() const noexcept { return *module_; }
  VkPipelineLayout layout() const noexcept { return layout_.get(); }
  /// Made when it is first asked for, and kept. Throws Error (kBuildFailed).
  VkPipeline pipeline(const Constants& constants) {
    return backend::kept(pipelines_, constants, [&] { return build(constants); }).get();
  }

 private:
  PipelineHandle build(const Constants& constants) const;

  shader::Shader shader_;
  const backend::Module* module_;
  std::string name_;
  VkShaderModule code_;
  Place place_;
  PipelineLayoutHandle layout_;
  std::map<Constants, PipelineHandle> pipelines_;
};

/// The modules of one device: each is made when a kernel of it is first asked for, and kept.
class Programs {
 public:
  explicit Programs(const Place& place, const LaunchLimits& limits)
      : place_(place), limits_(limits), features_(place.physical) {}

  /// Throws Error: kBuildFailed; kInvalidBenchmark where no module, or more than one, has the
  /// kernel, or where it takes its arguments in another way; kUnsupported where none has it as a
  /// shader, or the device lacks what the shader declares; kOverLimit.
  EntryPoint& with_kernel(const backend::KernelName& kernel);

 private:
  EntryPoint make(const backend::Module& module, const std::string& kernel) {
    auto shader = shader::find_shader(module, kernel);
    require_device(shader, module, kernel);
    auto* const code =
        backend::kept(modules_, module.code.data(), [&] { return load(module); }).get();
    return {std::move(shader), module, kernel, code, place_};
  }
  ShaderModuleHandle load(const backend::Module& module) const;
  void require_device(const shader::Shader& shader, const backend::Module& module,
                      std::string_view kernel) const;

  Place place_;
  LaunchLimits limits_;
  Features features_;
  std::map<const void*, ShaderModuleHandle> modules_;  ///< by the address of the module's code
  std::map<std::pair<const void*, std::string>, EntryPoint> entry_points_;
};

/// A kernel with its arguments set: its push constants, and the sizes of its local memory.
class Kernel final : public backend::GridKernel {
 public:
  Kernel(EntryPoint& entry_point, const std::string& name, const LaunchLimits& limits,
         const backend::DeviceInfo& info)
      : GridKernel(name, entry_point.module(), info),
        entry_point_(&entry_point),
        limits_(&limits),
        push_constants_(entry_point.shader().push_constant_size) {
    arrange({});
  }

  /// What `record` needs, so that a refusal comes before anything is recorded. Throws Error:
  /// kOverLimit, kInvalidBenchmark, kBuildFailed.
  void prepare(const backend::Range& range);
  /// The launch that was prepared last.
  void record(VkCommandBuffer commands) const {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
    if (!push_constants_.empty())
      vkCmdPushConstants(commands, entry_point_->layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                         static_cast<std::uint32_t>(push_constants_.size()),
                         push_constants_.data());
    vkCmdDispatch(commands, static_cast<std::uint32_t>(grid_.groups[0]),
                  static_cast<std::uint32_t>(grid_.groups[1]),
                  static_cast<std::uint32_t>(grid_.groups[2]));
  }

 private:
  void arrange(std::span<const backend::Argument> arguments) override {
    order_ = shader::ordered_as(arguments, entry_point_->shader().arguments);
    Declared declared;
    for (const auto& argument : order_) declared.emplace_back(argument.declared);
    declare(std::move(declared));
    prepared_.reset();
  }
  std::optional<std::string> set(std::uint32_t index, std::size_t size, const void* value) override;
  std::optional<std::string> set(std::uint32_t index, backend::Memory& memory) override {
    const auto address = as_buffer(memory).address();
    std::memcpy(push_constants_.data() + order_[index].offset, &address, sizeof(address));
    return std::nullopt;
  }
  std::optional<std::string> set_local(const shader::ShaderArgument& argument, std::size_t bytes) {
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

  EntryPoint::Constants constants_for(const backend::Sizes& group) const {
    auto constants = counts_;
    const auto& sizes = entry_point_->shader().group;
    for (std::size_t i = 0; i < 3; ++i)
      if (sizes[i].constant_id)
        constants[*sizes[i].constant_id] = static_cast<std::uint32_t>(group[i]);
    return constants;
  }

  EntryPoint* entry_point_;
  const LaunchLimits* limits_;
  std::vector<shader::ShaderArgument> order_;  ///< as the arguments are given
  std::vector<std::byte> push_constants_;
  EntryPoint::Constants counts_;  ///< elements of local memory, by the ids of their constants
  std::size_t local_memory_ = 0;  ///< bytes of these

  std::optional<backend::Range> prepared_;
  backend::Grid grid_;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
};

}  // namespace tickbench::vulkan
