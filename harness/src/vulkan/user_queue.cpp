// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "tickbench/error.hpp"
#include "tickbench/vulkan.hpp"
#include "vulkan/error.hpp"
#include "vulkan/stream.hpp"

namespace tickbench::vulkan {
namespace {

/// The family of a user's queue. Throws Error (kInvalidBenchmark) naming what is wrong with the
/// handles. `what` begins the message.
QueueFamily require_queue(const UserQueue& queue, const char* what) {
  const auto refuse = [&](const std::string& why) {
    throw Error(Outcome::kInvalidBenchmark, fmt::format("{}: {}", what, why));
  };
  const std::pair<const void*, const char*> handles[] = {
      {queue.physical_device, "physical device"}, {queue.device, "device"}, {queue.queue, "queue"}};
  for (const auto& [handle, name] : handles)
    if (handle == nullptr) refuse(fmt::format("expected a {}, found null", name));
  const auto families = queue_families(queue.physical_device);
  if (queue.family >= families.size())
    refuse(fmt::format("expected a queue family below {}, which the device has, found {}",
                       families.size(), queue.family));
  const auto family = families[queue.family];
  if (family.valid_bits == 0)
    refuse(
        fmt::format("expected a queue family that takes time stamps, found {}, whose "
                    "timestampValidBits are 0",
                    to_string(family)));
  return family;
}

struct Owned {
  backend::UserDevice of;
  Place place;
  QueueOf on;
  CommandBuffer list;
  std::optional<CommandBuffer> behind;  ///< where the caller submits: the second mark

  Owned(const UserQueue& queue, const QueueFamily& family)
      : of(describe_user_device(queue.physical_device, family)),
        place{queue.physical_device, queue.device, &of.device, false},
        on{queue.queue, family},
        list(queue.commands == nullptr ? CommandBuffer(place, on)
                                       : CommandBuffer(place, on, queue.commands)) {
    if (queue.commands == nullptr) behind.emplace(place, on);
  }
};

/// A user's queue, or command buffer. Where the user submits, each mark is a submission, and waits
/// are for the whole queue.
class UserStream final : private Owned, public Stream {
 public:
  UserStream(const UserQueue& queue, const QueueFamily& family)
      : Owned(queue, family),
        Stream(Allocator(Owned::place, of.use, {family.index}), Owned::list) {}

  void mark_begin() override {
    Stream::mark_begin();
    if (behind) Owned::list.submit();
  }
  void mark_end() override {
    if (!behind) return Stream::mark_end();
    end_mark(*behind);
    behind->submit();
  }
  void finish() override {
    Stream::finish();
    if (!behind) return;
    behind->finish();
    check(vkQueueWaitIdle(on.queue), "vkQueueWaitIdle", info());
  }
  void drop() noexcept override {
    Stream::drop();
    if (!behind) return;
    behind->drop();
    vkQueueWaitIdle(on.queue);
  }
};

std::unique_ptr<backend::Stream> stream_of(const UserQueue& queue, const char* what) {
  return std::make_unique<UserStream>(queue, require_queue(queue, what));
}

}  // namespace

std::unique_ptr<TimedQueue> timed_queue(const UserQueue& queue) {
  return backend::user_queue(stream_of(queue, "timed_queue"));
}

}  // namespace tickbench::vulkan

namespace tickbench {

std::unique_ptr<RegionMarker> NativeQueue<vulkan::UserQueue>::region_marker(
    const vulkan::UserQueue& queue) {
  return backend::region_marker(vulkan::stream_of(queue, "DeviceTimer"));
}

}  // namespace tickbench
