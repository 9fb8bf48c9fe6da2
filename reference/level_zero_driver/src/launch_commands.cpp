// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "launch_commands.hpp"

#include <algorithm>

#include "engine.hpp"

namespace zecpu {
namespace {

std::vector<Argument> with_views(const std::vector<Argument>& arguments, const Memory& memory) {
  std::vector<Argument> seen = arguments;
  for (Argument& argument : seen)
    if (argument.kind == ArgumentKind::kPointer) argument.pointer = memory.view(argument.pointer);
  return seen;
}

Interval run(Engine& engine, const Launch& launch, const ze_group_count_t& counts, bool must_wait) {
  engine.driver().begin_launch();
  const Extent groups{counts.groupCountX, counts.groupCountY, counts.groupCountZ};
  // No groups are no work, and OpenCL calls them an error.
  if (groups[0] == 0 || groups[1] == 0 || groups[2] == 0) return engine.measure([] {});
  const Memory& memory = engine.driver().memory();
  std::vector<Argument> views;
  if (memory.has_views()) views = with_views(launch.arguments, memory);
  const KernelRun kernel_run{*launch.kernel, memory.has_views() ? views : launch.arguments,
                             launch.offset, launch.group_size, groups};
  if (must_wait) return engine.lane().run(kernel_run);
  engine.lane().enqueue(kernel_run);
  return {};
}

}  // namespace

Interval LaunchCommand::execute(Engine& engine) const {
  return run(engine, launch_, groups_, signal != nullptr);
}

Interval IndirectLaunchCommand::execute(Engine& engine) const {
  // Kernels before this one may write what is read here.
  engine.finish();
  const Memory& memory = engine.driver().memory();
  std::size_t count = launches_.size();
  if (count_ != nullptr)
    count = std::min<std::size_t>(count, *static_cast<const std::uint32_t*>(memory.view(count_)));
  const auto* groups = static_cast<const ze_group_count_t*>(memory.view(groups_));
  Interval whole;
  for (std::size_t i = 0; i < count; ++i) {
    const Interval one = run(engine, launches_[i], groups[i], signal != nullptr);
    if (i == 0) whole.start_ns = one.start_ns;
    whole.end_ns = one.end_ns;
  }
  if (count == 0) return engine.measure([] {});
  return whole;
}

}  // namespace zecpu
