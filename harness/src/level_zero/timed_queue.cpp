// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "level_zero/backend.hpp"
#include "level_zero/stream.hpp"
#include "tickbench/level_zero.hpp"

namespace tickbench {
namespace level_zero {
namespace {

struct ListOwner {
  CommandList list;
};

/// A list of the user's.
class UserStream final : private backend::UserDevice, private ListOwner, public Stream {
 public:
  UserStream(const UserList& user, const DriverDevice& on)
      : UserDevice(describe_device(on, "")),
        ListOwner{CommandList(user.context, user.device, user.list, user.queue, device.name)},
        Stream({user.context, user.device, device, use}, clocks_of(on), ListOwner::list) {}
};

/// Throws Error (kInvalidBenchmark) naming the handle that is null. `what` begins the message.
void require_handles(const UserList& list, const char* what) {
  const std::pair<const void*, const char*> handles[] = {
      {list.context, "context"}, {list.device, "device"}, {list.list, "command list"}};
  for (const auto& [handle, name] : handles)
    if (handle == nullptr)
      throw Error(Outcome::kInvalidBenchmark,
                  fmt::format("{}: expected a {}, found null", what, name));
}

/// The driver that a device belongs to: found among all, since no handle tells. Throws Error
/// (kInvalidBenchmark) for a device that no driver offers.
DriverDevice owner_of(ze_device_handle_t device) {
  backend::NotListed not_listed;
  for (const auto& root : root_devices(not_listed)) {
    if (root.device == device) return root;
    const auto parts = sub_devices(root.device);
    if (std::find(parts.begin(), parts.end(), device) != parts.end()) return {root.driver, device};
  }
  throw Error(
      Outcome::kInvalidBenchmark,
      "expected a device of one of the drivers that zeDriverGet gives, found another handle");
}

std::unique_ptr<backend::Stream> stream_of(const UserList& list, const char* what) {
  require_handles(list, what);
  return std::make_unique<UserStream>(list, owner_of(list.device));
}

}  // namespace

std::unique_ptr<TimedQueue> timed_queue(const UserList& list) {
  return backend::user_queue(stream_of(list, "timed_queue"));
}

}  // namespace level_zero

std::unique_ptr<RegionMarker> NativeQueue<level_zero::UserList>::region_marker(
    const level_zero::UserList& list) {
  return backend::region_marker(level_zero::stream_of(list, "DeviceTimer"));
}

}  // namespace tickbench
