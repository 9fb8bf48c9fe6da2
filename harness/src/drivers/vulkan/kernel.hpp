// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/grid.hpp"
#include "backend/memory.hpp"
#include "vulkan/module.hpp"

namespace tickbench::vulkan {

/// A kernel with its arguments set: its push constants, and the sizes of its local memory.
class Kernel final : public backend::GridKernel {
 public:
  Kernel(EntryPoint& entry_point, const std::string& name, const LaunchLimits& limits,
         const backend::DeviceInfo& info);

  /// What `record` needs, so that a refusal comes before anything is recorded. Throws Error:
  /// kOverLimit, kInvalidBenchmark, kBuildFailed.
  void prepare(const backend::Range& range);
  /// The launch that was prepared last.
  void record(VkCommandBuffer commands) const;

 private:
  void arrange(std::span<const backend::Argument> arguments) override;
  std::optional<std::string> set(std::uint32_t index, std::size_t size, const void* value) override;
  std::optional<std::string> set(std::uint32_t index, backend::Memory& memory) override;
  std::optional<std::string> set_local(const shader::ShaderArgument& argument, std::size_t bytes);

  EntryPoint::Constants constants_for(const backend::Sizes& group) const;

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

inline Kernel& as_kernel(backend::Kernel& kernel) {
  return backend::own<Kernel>(kernel, "a kernel of the Vulkan back end");
}

}  // namespace tickbench::vulkan
