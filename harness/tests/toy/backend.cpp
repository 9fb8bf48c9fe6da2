// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "backend/device_list.hpp"
#include "toy/kernel.hpp"
#include "toy/stream.hpp"
#include "toy/toy.hpp"

namespace tickbench::toy {
namespace {

/// The harness's own queue: what the driver can enqueue, and nothing about time.
class Queue final : public backend::StreamQueue {
 public:
  Queue(const backend::DeviceInfo& info, backend::MemoryUse& use)
      : StreamQueue(stream_), stream_(commands_, info, use) {}

  void launch(backend::Kernel& kernel, const backend::Range& range) override {
    commands_.enqueue(backend::own<Kernel>(kernel, "a kernel of the toy back end").launch(range));
  }
  void copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) override {
    commands_.enqueue([to = as_buffer(to).at(), from = as_buffer(from).at(), bytes] {
      std::memcpy(to, from, bytes);
    });
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    stream_.fill(to, pattern, bytes);
  }
  void* native_handle() override { return &commands_; }

 private:
  ::toy::Commands commands_;
  Stream stream_;
};

class Device final : public backend::OpenedDevice {
 public:
  using OpenedDevice::OpenedDevice;
  backend::Queue& queue() override { return queue_; }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes, backend::MemoryKind kind) override {
    return std::make_unique<Buffer>(bytes, kind, use());
  }
  std::unique_ptr<backend::Kernel> kernel(const backend::KernelName& name) override {
    const auto& module = backend::module_for(name, {backend::kOpenClC}, "the toy", {});
    const auto found = ::toy::functions().find(name.name);
    if (found == ::toy::functions().end())
      throw Error(Outcome::kUnsupported, fmt::format("the toy knows no kernel '{}'", name.name));
    return std::make_unique<Kernel>(module, std::string(name.name), found->second);
  }

 private:
  void write_now(backend::Memory& to, std::span<const std::byte> from) override {
    std::memcpy(as_buffer(to).at(), from.data(), from.size());
  }
  void read_now(backend::Memory& from, std::span<std::byte> to) override {
    std::memcpy(to.data(), as_buffer(from).at(), to.size());
  }

  Queue queue_{info(), use()};
};

/// One device, and no sub-devices.
struct Listed {
  static constexpr std::string_view kName = "toy";
  static std::vector<int> roots(backend::NotListed& /*not_listed*/) { return {0}; }
  static backend::DeviceInfo describe(int /*device*/, const std::string& index) {
    backend::DeviceInfo info;
    info.backend = kName;
    info.index = index;
    info.name = "Toy";
    info.driver = "1.0";
    info.type = backend::DeviceType::kCpu;
    info.compute_units = 1;
    info.memory = std::uint64_t{512} << 20;
    info.largest_allocation = std::uint64_t{128} << 20;
    info.largest_work_group = 64;
    return info;
  }
};

class ToyBackend final : public backend::ListedBackend<Listed> {
 public:
  std::unique_ptr<backend::Device> open(const backend::DeviceInfo& device) override {
    return std::make_unique<Device>(Listed::describe(0, device.index));
  }
};

/// The stream of a user's queue.
class UserStream : private backend::UserDevice, public Stream {
 public:
  explicit UserStream(::toy::Commands* queue)
      : UserDevice(Listed::describe(0, "")), Stream(*queue, device, use) {}
};

}  // namespace

backend::Backend& backend() {
  static ToyBackend instance;
  return instance;
}

std::unique_ptr<TimedQueue> timed_queue(::toy::Commands* queue) {
  return backend::user_queue(std::make_unique<UserStream>(queue));
}

}  // namespace tickbench::toy

namespace tickbench {

std::unique_ptr<RegionMarker> NativeQueue<::toy::Commands*>::region_marker(::toy::Commands* queue) {
  return backend::region_marker(std::make_unique<toy::UserStream>(queue));
}

}  // namespace tickbench
