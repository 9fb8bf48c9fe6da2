// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "backend/device_list.hpp"
#include "tickbench/vulkan.hpp"
#include "vulkan/queue.hpp"

namespace tickbench::vulkan {
namespace {

/// The queues that a device is opened with.
struct Families {
  QueueFamily compute;
  std::optional<QueueFamily> copies;  ///< where the user wants another one for them

  Families(VkPhysicalDevice device, bool has_copies_apart, const std::string& name) {
    const auto all = queue_families(device);
    compute = compute_family(all).value();  // a listed device has one
    if (!has_copies_apart) return;
    copies = copy_only_family(all);
    if (!copies)
      throw_error(Outcome::kUnsupported,
                  "copies=transfer: the device '{}' has no queue family that only copies", name);
  }
  std::vector<QueueFamily> list() const {
    return copies ? std::vector{compute, *copies} : std::vector{compute};
  }
};

backend::DeviceInfo describe_with(VkPhysicalDevice device, const std::string& index,
                                  const Families& families) {
  auto info = describe_device(device, index);
  if (families.copies) info.platform += fmt::format(", copies of {}", to_string(*families.copies));
  return info;
}

/// One opened device: its queues, and the modules and pipelines made for it.
class Device final : public backend::DeviceWith<Buffer> {
 public:
  Device(VkPhysicalDevice device, const std::string& index, const Families& families)
      : DeviceWith(describe_with(device, index, families)),
        device_(device, families.list(), info()),
        limits_(launch_limits(device)),
        allocator_(device_.place(), use(), families.list()),
        programs_(device_.place(), limits_),
        queue_(allocator_, device_.queue(families.compute),
               families.copies ? std::optional(device_.queue(*families.copies)) : std::nullopt) {}

  backend::Queue& queue() override { return queue_; }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes, backend::MemoryKind kind) override {
    return allocator_.allocate(bytes, kind);
  }
  std::size_t part_alignment() const override { return backend::kPage; }
  std::unique_ptr<backend::Kernel> kernel(const backend::KernelName& name) override {
    return std::make_unique<Kernel>(programs_.with_kernel(name), std::string(name.name), limits_,
                                    info());
  }

 private:
  void write_now(backend::Memory& to, std::span<const std::byte> from) override {
    queue_.write_now(as_buffer(to), from);
  }
  void read_now(backend::Memory& from, std::span<std::byte> to) override {
    queue_.read_now(as_buffer(from), to);
  }

  LogicalDevice device_;
  LaunchLimits limits_;
  Allocator allocator_;
  Programs programs_;
  Queue queue_;
};

struct Listed {
  static constexpr std::string_view kName = "vulkan";
  static std::vector<VkPhysicalDevice> roots(backend::NotListed& not_listed) {
    // Those that can run kernels, in the loader's order.
    const auto usable = [](VkPhysicalDevice device) {
      describe_device(device, "");
      return std::vector{device};
    };
    return backend::list_devices(physical_devices, usable, not_listed);
  }
  static constexpr auto describe = describe_device;
};

class VulkanBackend final : public backend::ListedBackend<Listed> {
 public:
  std::vector<backend::Setting> settings() const override {
    return {{"copies", {"compute", "transfer"}, "where copies run: a queue that only copies"}};
  }
  void choose(std::string_view setting, std::string_view value) override {
    if (setting == "copies") has_copies_apart_ = value == "transfer";
  }
  std::unique_ptr<backend::Device> open(const backend::DeviceInfo& device) override {
    auto* const found = backend::find_device<Listed>(device.index);
    return std::make_unique<Device>(found, device.index,
                                    Families(found, has_copies_apart_, device.name));
  }

 private:
  bool has_copies_apart_ = false;
};

/// The family of a user's queue. Throws Error (kInvalidBenchmark) naming what is wrong with the
/// handles. `what` begins the message.
QueueFamily require_queue(const UserQueue& queue, const char* what) {
  backend::require_handles(what, {{queue.physical_device, "physical device"},
                                  {queue.device, "device"},
                                  {queue.queue, "queue"}});
  const auto families = queue_families(queue.physical_device);
  if (queue.family >= families.size())
    throw_error(Outcome::kInvalidBenchmark,
                "{}: expected a queue family below {}, which the device has, found {}", what,
                families.size(), queue.family);
  const auto family = families[queue.family];
  if (family.valid_bits == 0)
    throw_error(Outcome::kInvalidBenchmark,
                "{}: expected a queue family that takes time stamps, found {}, whose "
                "timestampValidBits are 0",
                what, to_string(family));
  return family;
}

struct UserHandles {
  backend::UserDevice user;
  Place place;
  FamilyQueue family_queue;
  CommandBuffer list;
  std::optional<CommandBuffer> end_marker;  ///< where the caller submits: the second mark

  UserHandles(const UserQueue& queue, const QueueFamily& family)
      : user(describe_user_device(queue.physical_device, family)),
        place{queue.physical_device, queue.device, &user.device, false},
        family_queue{queue.queue, family},
        list(queue.commands == nullptr ? CommandBuffer(place, family_queue)
                                       : CommandBuffer(place, family_queue, queue.commands)) {
    if (queue.commands == nullptr) end_marker.emplace(place, family_queue);
  }
};

/// A user's queue, or command buffer. Where the user submits, each mark is a submission, and waits
/// are for the whole queue.
class UserStream final : private UserHandles, public Stream {
 public:
  UserStream(const UserQueue& queue, const QueueFamily& family)
      : UserHandles(queue, family),
        Stream(Allocator(UserHandles::place, user.use, {family}), UserHandles::list) {}

  void mark_begin() override {
    Stream::mark_begin();
    if (end_marker) UserHandles::list.submit();
  }
  void mark_end() override {
    if (!end_marker) return Stream::mark_end();
    end_mark(*end_marker);
    end_marker->submit();
  }
  void finish() override {
    Stream::finish();
    if (!end_marker) return;
    end_marker->finish();
    check(vkQueueWaitIdle(family_queue.queue), "vkQueueWaitIdle", info());
  }
  void drop() noexcept override {
    Stream::drop();
    if (!end_marker) return;
    end_marker->drop();
    vkQueueWaitIdle(family_queue.queue);
  }
};

std::unique_ptr<UserStream> stream_of(const UserQueue& queue, const char* what) {
  return std::make_unique<UserStream>(queue, require_queue(queue, what));
}

}  // namespace

backend::Backend& backend() {
  static VulkanBackend instance;
  return instance;
}

std::unique_ptr<TimedQueue> timed_queue(const UserQueue& queue) {
  auto stream = stream_of(queue, "timed_queue");
  const auto hold = [&own = *stream, queue]() -> std::unique_ptr<backend::Hold> {
    if (queue.commands != nullptr) return std::make_unique<backend::ClosedList<Stream>>(own);
    if (queue.has_timeline_semaphores) return std::make_unique<TimelineSemaphore>(own);
    return std::make_unique<backend::NoHold>(
        "the queue is not said to have timeline semaphores (UserQueue::has_timeline_semaphores)");
  };
  return backend::held_user_queue(std::move(stream), hold);
}

}  // namespace tickbench::vulkan

std::unique_ptr<tickbench::RegionMarker> tickbench::NativeQueue<
    tickbench::vulkan::UserQueue>::region_marker(const vulkan::UserQueue& queue) {
  return backend::region_marker(vulkan::stream_of(queue, "DeviceTimer"));
}
