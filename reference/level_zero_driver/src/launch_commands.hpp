// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

#include <memory>
#include <vector>

#include "command.hpp"
#include "executor.hpp"
#include "result.hpp"

namespace zecpu {

/// A kernel with its arguments and sizes as they were when a launch was appended.
struct Launch {
  std::shared_ptr<const ExecutorKernel> kernel;
  std::vector<Argument> arguments;
  Extent offset{};
  Extent group_size{};
};

class LaunchCommand final : public Command {
 public:
  LaunchCommand(Launch launch, const ze_group_count_t& groups)
      : launch_(std::move(launch)), groups_(groups) {}
  Interval execute(Engine& engine) const override;

 private:
  Launch launch_;
  ze_group_count_t groups_;
};

/// The numbers of groups are read from memory when the command runs, not when it is appended.
class IndirectLaunchCommand final : public Command {
 public:
  IndirectLaunchCommand(std::vector<Launch> launches, const std::uint32_t* count,
                        const ze_group_count_t* groups)
      : launches_(std::move(launches)), count_(count), groups_(groups) {}
  Interval execute(Engine& engine) const override;

 private:
  std::vector<Launch> launches_;
  const std::uint32_t* count_;  // how many of the launches run; null: all
  const ze_group_count_t* groups_;
};

}  // namespace zecpu
