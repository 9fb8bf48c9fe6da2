// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "level_zero/user_list.hpp"

namespace tickbench {
namespace level_zero {
namespace {

/// Two global timestamps in the user's list. What was appended before the region is finished first,
/// so that it is not in the region's time.
class ListRegion final : public RegionMarker {
 public:
  ListRegion(const UserList& user, const DriverDevice& owner)
      : name_(describe_device(owner.driver, owner.device, "").name),
        list_(user.context, user.device, user.list, user.queue, name_),
        timer_(user.context, user.device, clocks_of(owner.driver, owner.device), name_) {}

  void start() override {
    list_.appended();
    list_.finish();
    begin_ = host_clock().now();
    timer_.begin(list_);
  }
  ElapsedTime<Seconds> stop() override {
    timer_.end(list_);
    list_.finish();
    return {host_clock().now() - begin_, timer_.elapsed()};
  }

 private:
  std::string name_;
  CommandList list_;
  QueueTimer timer_;
  std::chrono::nanoseconds begin_{};
};

std::unique_ptr<RegionMarker> region_marker(const UserList& list) {
  require_handles(list, "DeviceTimer");
  return std::make_unique<ListRegion>(list, owner_of(list.device));
}

}  // namespace
}  // namespace level_zero

DeviceTimer::DeviceTimer(const level_zero::UserList& list)
    : DeviceTimer(level_zero::region_marker(list)) {}

}  // namespace tickbench
