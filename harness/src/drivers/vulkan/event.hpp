// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "vulkan/command_buffer.hpp"

namespace tickbench::vulkan {

/// A query as the driver gives it: ticks, and whether they were written.
struct QueriedStamp {
  std::uint64_t ticks;
  std::uint64_t is_available;
};
/// Throws Error (kDeviceError) for a stamp that was not written although the wait for it succeeded:
/// the device executed nothing.
inline GlobalStamp require_stamp(const QueriedStamp& found, const std::string& where) {
  if (found.is_available == 0)
    backend::throw_nothing_executed(
        "expected a time stamp after a successful wait, found it not available", where);
  return GlobalStamp{found.ticks};
}

/// Time stamps in pairs, around what is between them.
///
/// A query that is not reset keeps what it had: `begin` resets them all, in the commands that write
/// them.
class Stamps {
 public:
  Stamps(const Place& place, std::uint32_t pairs) : place_(place), pairs_(pairs) {
    auto description = structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
    description.queryType = VK_QUERY_TYPE_TIMESTAMP;
    description.queryCount = 2 * pairs;
    pool_ = created<QueryPoolHandle>(place, description, vkCreateQueryPool, "vkCreateQueryPool");
  }

  std::uint32_t pairs() const noexcept { return pairs_; }
  /// Records the reset of so many.
  void begin(CommandBuffer& commands, std::uint32_t pairs) {
    commands.reset_queries(pool_.get(), 2 * pairs);
  }
  /// Before the next command. Behind a barrier: what came before is not in the time.
  void write_first(CommandBuffer& commands, std::uint32_t pair) {
    commands.settle();
    commands.write_timestamp(pool_.get(), 2 * pair);
  }
  /// Once the commands recorded so far are done.
  void write_second(CommandBuffer& commands, std::uint32_t pair) {
    commands.write_timestamp(pool_.get(), 2 * pair + 1);
  }

  // Once the commands are finished. Throw Error (kDeviceError).
  GlobalStamp first(std::uint32_t pair) const { return stamp(2 * pair); }
  GlobalStamp second(std::uint32_t pair) const { return stamp(2 * pair + 1); }

 private:
  GlobalStamp stamp(std::uint32_t query) const {
    QueriedStamp found{};
    const auto result = vkGetQueryPoolResults(
        place_.device, pool_.get(), query, 1, sizeof(found), &found, sizeof(found),
        VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    // It says for itself whether it is there.
    if (result != VK_NOT_READY) check(result, "vkGetQueryPoolResults", *place_.info);
    return require_stamp(found, place_.info->name);
  }

  Place place_;
  std::uint32_t pairs_;
  QueryPoolHandle pool_;
};

}  // namespace tickbench::vulkan
