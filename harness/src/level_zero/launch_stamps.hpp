// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "level_zero/event.hpp"
#include "level_zero/options.hpp"

namespace tickbench::level_zero {

/// An event for each launch of a bracket, and what they say afterwards.
///
///     stamps.begin(3);
///     ... append three launches with stamps.next(), stamps.append_query(list), wait ...
///     stamps.end();
///     stamps.of(0);
class LaunchStamps {
 public:
  LaunchStamps(ze_context_handle_t context, ze_device_handle_t device, const Options& options,
               std::string where);

  void begin(std::uint32_t launches);
  /// The next launch's event: null outside begin and end, and for one launch too many.
  ze_event_handle_t next();
  /// Behind the launches, before the wait; does nothing where the host asks the events.
  void append_query(CommandList& list);
  void end() noexcept { is_keeping_ = false; }
  std::size_t used() const noexcept { return used_; }
  /// Throws Error (kDeviceError) where the device executed nothing.
  CommandStamps of(std::size_t index) const;

 private:
  ze_context_handle_t context_;
  ze_device_handle_t device_;
  StampKind kind_;
  StampQuery query_;
  std::string where_;
  std::unique_ptr<TimestampEvents> events_;
  std::unique_ptr<AppendedStamps> appended_;
  std::uint32_t launches_ = 0;
  std::uint32_t used_ = 0;
  bool is_keeping_ = false;
};

}  // namespace tickbench::level_zero
