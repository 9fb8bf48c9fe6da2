// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

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
  void begin(std::int64_t launches) override {
    launches_ = static_cast<std::uint32_t>(launches);
    const auto& on = stream_.allocator();
    if (!events_ || events_->size() < launches_)
      events_ = std::make_unique<TimestampEvents>(on.context, on.device, launches_);
    if (query_ == StampQuery::kAppended && (!appended_ || appended_->size() < launches_))
      appended_ = std::make_unique<AppendedStamps>(on, launches_);
    events_->reset();
    used_ = 0;
    is_keeping_ = true;
  }
  void end() noexcept override { is_keeping_ = false; }
  /// Does nothing where the host asks the events.
  void enqueue_query() override {
    if (query_ != StampQuery::kAppended) return;
    auto& list = stream_.list();
    list.appended(appended_->append(list.get(), *events_, std::min(used_, launches_)),
                  "zeCommandListAppendQueryKernelTimestamps");
  }
  std::int64_t commands() const override { return used_; }
  Seconds duration(std::size_t command) const override {
    return span_of_tiles(stream_.clocks().kernel, stamps(command), kind_);
  }
  std::optional<LaunchTimes> phases(std::chrono::nanoseconds host_begin) override {
    return stream_.launch_times(host_begin, stamps(0));
  }

  /// The next kernel's event: null outside begin and end, and for one kernel too many.
  ze_event_handle_t next() {
    if (!is_keeping_) return nullptr;
    const std::uint32_t index = used_++;
    return index < launches_ ? (*events_)[index] : nullptr;
  }

 private:
  /// Throws Error (kDeviceError) where the device executed nothing.
  CommandStamps stamps(std::size_t command) const {
    const auto& where = stream_.info().name;
    auto found = query_ == StampQuery::kAppended ? appended_->stamps(command)
                                                 : events_->stamps(command, where);
    require_stamps(found, kind_, where);
    return found;
  }

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
