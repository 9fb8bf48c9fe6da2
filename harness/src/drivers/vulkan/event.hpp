// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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
GlobalStamp require_stamp(const QueriedStamp& found, const std::string& where);

/// Time stamps in pairs, around what is between them.
///
/// A query that is not reset keeps what it had: `begin` resets them all, in the commands that write
/// them.
class Stamps {
 public:
  Stamps(const Place& place, std::uint32_t pairs);

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
  GlobalStamp stamp(std::uint32_t query) const;

  Place place_;
  std::uint32_t pairs_;
  QueryPoolHandle pool_;
};

}  // namespace tickbench::vulkan
