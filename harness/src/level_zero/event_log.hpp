// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "level_zero/event.hpp"
#include "level_zero/stream.hpp"

namespace tickbench::level_zero {

/// How the stamps of a kernel's event reach the host.
enum class StampQuery {
  kEvent,     ///< zeEventQueryKernelTimestamp, by the host, after the wait
  kAppended,  ///< zeCommandListAppendQueryKernelTimestamps: the device writes them behind the
              ///< kernels
};

/// An event for each kernel of a bracket, and what they say afterwards.
class EventLog final : public backend::EventLog {
 public:
  EventLog(Stream& stream, StampKind stamps, StampQuery query)
      : stream_(stream), kind_(stamps), query_(query) {}

  /// The stamps of a command's own event are a kernel's; copies are timed between global
  /// timestamps.
  bool times(const Work& work) const override { return work.is_one_command && !work.is_copy; }
  void begin(std::int64_t launches) override;
  void end() noexcept override { is_keeping_ = false; }
  /// Does nothing where the host asks the events.
  void enqueue_query() override;
  std::int64_t commands() const override { return used_; }
  Seconds duration(std::size_t command) const override {
    return span_of_tiles(stream_.clocks().kernel, stamps(command), kind_);
  }
  std::optional<LaunchTimes> phases(std::chrono::nanoseconds host_begin) override {
    return stream_.launch_times(host_begin, stamps(0));
  }

  /// The next kernel's event: null outside begin and end, and for one kernel too many.
  ze_event_handle_t next();

 private:
  /// Throws Error (kDeviceError) where the device executed nothing.
  CommandStamps stamps(std::size_t command) const;

  Stream& stream_;
  StampKind kind_;
  StampQuery query_;
  std::unique_ptr<TimestampEvents> events_;
  std::unique_ptr<AppendedStamps> appended_;
  std::uint32_t launches_ = 0;
  std::uint32_t used_ = 0;
  bool is_keeping_ = false;
};

}  // namespace tickbench::level_zero
