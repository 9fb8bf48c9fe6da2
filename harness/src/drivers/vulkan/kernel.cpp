// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "modules/spirv.hpp"

namespace tickbench::vulkan {
namespace {

/// Those that say something of the module, or of what compiles it.
bool is_of_build(VkResult result) {
  return result == VK_ERROR_INVALID_SHADER_NV || result == VK_ERROR_UNKNOWN ||
         result == VK_ERROR_INITIALIZATION_FAILED;
}

[[noreturn]] void throw_build_failed(VkResult result, const char* call, std::string_view what,
                                     const backend::DeviceInfo& info) {
  if (!is_of_build(result)) check.fail(result, call, info);
  throw_error(Outcome::kBuildFailed,
              "{} does not build for '{}' ({}: {}); the driver gives no build log", what, info.name,
              call, describe_result(result));
}

PipelineLayoutHandle create_layout(const Place& place, std::uint32_t push_constants) {
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, push_constants};
  auto description =
      structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  description.pushConstantRangeCount = push_constants == 0 ? 0 : 1;
  description.pPushConstantRanges = &range;
  return created<PipelineLayoutHandle>(place, description, vkCreatePipelineLayout,
                                       "vkCreatePipelineLayout");
}

std::string spirv_version(std::uint32_t version) {
  return fmt::format("{}.{}", version >> 16 & 0xFFU, version >> 8 & 0xFFU);
}

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

EntryPoint::EntryPoint(shader::Shader shader, const backend::Module& module, std::string name,
                       VkShaderModule code, const Place& place)
    : shader_(std::move(shader)),
      module_(&module),
      name_(std::move(name)),
      code_(code),
      place_(place),
      layout_(create_layout(place, shader_.push_constant_size)) {}

PipelineHandle EntryPoint::build(const Constants& constants) const {
  std::vector<VkSpecializationMapEntry> entries;
  std::vector<std::uint32_t> values;
  for (const auto& [id, value] : constants) {
    entries.push_back(
        {id, static_cast<std::uint32_t>(values.size() * sizeof(value)), sizeof(value)});
    values.push_back(value);
  }
  VkSpecializationInfo specialization{};
  specialization.mapEntryCount = static_cast<std::uint32_t>(entries.size());
  specialization.pMapEntries = entries.data();
  specialization.dataSize = values.size() * sizeof(std::uint32_t);
  specialization.pData = values.data();
  auto description =
      structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  auto& stage = description.stage;
  stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  stage.module = code_;
  stage.pName = name_.c_str();
  stage.pSpecializationInfo = &specialization;
  description.layout = layout_.get();
  VkPipeline pipeline = VK_NULL_HANDLE;
  const auto result =
      vkCreateComputePipelines(place_.device, VK_NULL_HANDLE, 1, &description, nullptr, &pipeline);
  if (result != VK_SUCCESS)
    throw_build_failed(result, "vkCreateComputePipelines",
                       fmt::format("the kernel '{}' of '{}'", name_, module_->name), *place_.info);
  return {pipeline, {place_.device}};
}

/// What a driver is not given: it does not say no, but does anything.
void Programs::require_device(const shader::Shader& shader, const backend::Module& module,
                              std::string_view kernel) const {
  const auto& name = place_.info->name;
  const auto refuse = [&]<class... Parts>(Outcome outcome, fmt::format_string<Parts...> why,
                                          Parts&&... parts) {
    throw_error(outcome, "kernel '{}' of '{}': {}", kernel, module.name,
                fmt::format(why, std::forward<Parts>(parts)...));
  };
  if (shader.version > features_.spirv_version())
    refuse(Outcome::kUnsupported, "expected SPIR-V of version {} or older, found {}, on {}",
           spirv_version(features_.spirv_version()), spirv_version(shader.version), name);
  const auto capabilities = features_.capabilities();
  for (const auto capability : shader.capabilities)
    if (std::ranges::find(capabilities, capability) == capabilities.end())
      refuse(Outcome::kUnsupported, "it needs the capability {}, which is not to be had on {}",
             shader::capability_name(capability), name);
  if (shader.push_constant_size > limits_.push_constants)
    refuse(Outcome::kOverLimit,
           "its arguments take {} bytes of push constants, above the device's limit of {}, on {}",
           shader.push_constant_size, limits_.push_constants, name);
}

ShaderModuleHandle Programs::load(const backend::Module& module) const {
  const auto words = backend::spirv_words(module.code);
  auto description =
      structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  description.codeSize = words.size() * sizeof(std::uint32_t);
  description.pCode = words.data();
  VkShaderModule made = VK_NULL_HANDLE;
  const auto result = vkCreateShaderModule(place_.device, &description, nullptr, &made);
  if (result != VK_SUCCESS)
    throw_build_failed(result, "vkCreateShaderModule", fmt::format("the module '{}'", module.name),
                       *place_.info);
  return {made, {place_.device}};
}

EntryPoint& Programs::with_kernel(const backend::KernelName& kernel) {
  constexpr std::string_view kAdvice = "add a .comp file with the same kernel in GLSL";
  const auto& module = backend::module_for(
      kernel, {backend::kShader}, "Vulkan",
      {{backend::kGlsl, "GLSL", "build with glslangValidator (package glslang-tools)"},
       {backend::kOpenClC, "OpenCL C", kAdvice},
       {backend::kSpirv, "SPIR-V for OpenCL", kAdvice}});
  const std::string name(kernel.name);
  return backend::kept(entry_points_, {module.code.data(), name},
                       [&] { return make(module, name); });
}

std::optional<std::string> Kernel::set(std::uint32_t index, std::size_t size, const void* value) {
  const auto& argument = order_[index];
  if (value == nullptr) return set_local(argument, size);
  if (size < argument.size || size >= argument.size + kLargestAlignment)
    return fmt::format("the kernel's push constants take {} bytes there", argument.size);
  std::memcpy(push_constants_.data() + argument.offset, value, argument.size);
  return std::nullopt;
}

void Kernel::prepare(const backend::Range& range) {
  if (prepared_ == range) return;
  const auto& shader = entry_point_->shader();
  grid_ = grid_for(range, required_group(shader), *limits_, {local_memory_, shader.local_memory});
  pipeline_ = entry_point_->pipeline(constants_for(grid_.group));
  prepared_ = range;
}

}  // namespace tickbench::vulkan
