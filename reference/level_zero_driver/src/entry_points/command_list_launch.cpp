// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../kernel.hpp"
#include "../launch_commands.hpp"
#include "command_list.hpp"

namespace zecpu {
namespace {

void require_compute(ze_command_list_handle_t list) {
  require(object<CommandList>(list).group() == kComputeGroup,
          ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
}

void append_launch(ze_command_list_handle_t list, ze_kernel_handle_t kernel,
                   const ze_group_count_t* groups, ze_event_handle_t signal, std::uint32_t count,
                   ze_event_handle_t* waits) {
  require_compute(list);
  const Kernel& launched = object<Kernel>(kernel);
  const ze_group_count_t& counts = require_pointer(groups);
  append<LaunchCommand>(list, {signal, count, waits}, launched.snapshot(), counts);
}

void append_launch_indirect(ze_command_list_handle_t list, ze_kernel_handle_t kernel,
                            const ze_group_count_t* groups, ze_event_handle_t signal,
                            std::uint32_t count, ze_event_handle_t* waits) {
  require_compute(list);
  std::vector<Launch> launches{object<Kernel>(kernel).snapshot()};
  require_address(groups);
  append<IndirectLaunchCommand>(list, {signal, count, waits}, std::move(launches), nullptr, groups);
}

void append_launch_multiple(ze_command_list_handle_t list, std::uint32_t kernels,
                            ze_kernel_handle_t* handles, const std::uint32_t* launched,
                            const ze_group_count_t* groups, ze_event_handle_t signal,
                            std::uint32_t count, ze_event_handle_t* waits) {
  require_compute(list);
  require_address(handles);
  require_address(launched);
  require_address(groups);
  std::vector<Launch> launches;
  for (std::uint32_t i = 0; i < kernels; ++i)
    launches.push_back(object<Kernel>(handles[i]).snapshot());
  append<IndirectLaunchCommand>(list, {signal, count, waits}, std::move(launches), launched,
                                groups);
}

}  // namespace

void set_launch_commands(ze_command_list_dditable_t& table) {
  table.pfnAppendLaunchKernel = Entry<"zeCommandListAppendLaunchKernel", append_launch>::call;
  table.pfnAppendLaunchKernelIndirect =
      Entry<"zeCommandListAppendLaunchKernelIndirect", append_launch_indirect>::call;
  table.pfnAppendLaunchMultipleKernelsIndirect =
      Entry<"zeCommandListAppendLaunchMultipleKernelsIndirect", append_launch_multiple>::call;
}

}  // namespace zecpu
