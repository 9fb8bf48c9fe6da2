// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/argument_check.hpp"
#include "backend/memory.hpp"
#include "vulkan/module.hpp"

namespace tickbench::vulkan {

using Sizes = std::array<std::size_t, 3>;

/// One launch: how many work-groups of which size.
struct Grid {
  Sizes groups{1, 1, 1};
  Sizes group{1, 1, 1};
};

/// The size of a work-group that a launch does not choose itself: of the fixed sizes, and else as
/// large as is usual, larger where there would be too many groups, and a divisor of the global
/// size.
Sizes group_for(const Sizes& global, const std::array<shader::ShaderGroupSize, 3>& sizes,
                const LaunchLimits& limits);

/// A kernel with its arguments set: its push constants, and the sizes of its local memory.
class Kernel final : public backend::CheckedKernel {
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

  Grid grid_for(const backend::Range& range) const;
  void require_group(const Sizes& group) const;
  void require_local_memory() const;
  EntryPoint::Constants constants_for(const Sizes& group) const;
  [[noreturn]] void refuse_as_over_limit(const std::string& why) const;

  EntryPoint* entry_point_;
  const LaunchLimits* limits_;
  const backend::DeviceInfo* info_;
  std::vector<shader::ShaderArgument> order_;  ///< as the arguments are given
  std::vector<std::byte> push_constants_;
  EntryPoint::Constants counts_;  ///< elements of local memory, by the ids of their constants
  std::size_t local_memory_ = 0;  ///< bytes of these

  std::optional<backend::Range> prepared_;
  Grid grid_;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
};

inline Kernel& as_kernel(backend::Kernel& kernel) {
  return backend::own<Kernel>(kernel, "a kernel of the Vulkan back end");
}

}  // namespace tickbench::vulkan
