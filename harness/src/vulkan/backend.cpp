// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/backend.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "backend/device_list.hpp"
#include "tickbench/error.hpp"
#include "vulkan/instance.hpp"
#include "vulkan/kernel.hpp"
#include "vulkan/queue.hpp"

namespace tickbench::vulkan {
namespace {

/// Those that can run kernels here, in the loader's order.
std::vector<VkPhysicalDevice> usable_devices(backend::NotListed& not_listed) {
  std::vector<VkPhysicalDevice> usable;
  try {
    for (auto* const device : physical_devices()) try {
        describe_device(device, "");
        usable.push_back(device);
      } catch (const Error& error) {
        not_listed.add(error);
      }
  } catch (const Error& error) {
    not_listed.add(error);
  }
  return usable;
}

VkPhysicalDevice find_device(std::string_view index) {
  const auto wanted = backend::parse_index(index);
  backend::NotListed not_listed;
  auto here = usable_devices(not_listed);
  auto* const device =
      backend::device_at(here, wanted.root, fmt::format("vulkan:{}", index), not_listed.reason);
  if (wanted.sub >= 0)
    throw Error(
        Outcome::kUnsupported,
        fmt::format("the device vulkan:{} cannot be divided into sub-devices", wanted.root));
  return device;
}

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
      throw Error(
          Outcome::kUnsupported,
          fmt::format("copies=transfer: the device '{}' has no queue family that only copies",
                      name));
  }
  std::vector<QueueFamily> list() const {
    std::vector<QueueFamily> all{compute};
    if (copies) all.push_back(*copies);
    return all;
  }
  std::vector<std::uint32_t> indices() const {
    std::vector<std::uint32_t> all;
    for (const auto& family : list()) all.push_back(family.index);
    return all;
  }
};

backend::DeviceInfo describe_with(VkPhysicalDevice device, const std::string& index,
                                  const Families& families) {
  auto info = describe_device(device, index);
  if (families.copies) info.platform += fmt::format(", copies of {}", to_string(*families.copies));
  return info;
}

/// One opened device: its queues, and the modules and pipelines made for it.
class Device final : public backend::Device {
 public:
  Device(VkPhysicalDevice device, const std::string& index, const Families& families)
      : info_(describe_with(device, index, families)),
        device_(device, families.list(), info_),
        limits_(device),
        use_(info_),
        allocator_(device_.place(), use_, families.indices()),
        programs_(device_.place(), limits_),
        queue_(allocator_, queue_of(families.compute),
               families.copies ? std::optional(queue_of(*families.copies)) : std::nullopt) {}

  const backend::DeviceInfo& info() const noexcept override { return info_; }
  backend::Queue& queue() override { return queue_; }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes, backend::MemoryKind kind) override {
    return allocator_.allocate(bytes, kind);
  }
  std::size_t part_alignment() const override { return backend::kPage; }
  std::unique_ptr<backend::Memory> part(const std::shared_ptr<backend::Memory>& whole,
                                        std::size_t offset, std::size_t bytes) override {
    return std::make_unique<Buffer>(whole, offset, bytes);
  }
  void write(backend::Memory& to, std::span<const std::byte> from) override {
    backend::write_memory(queue_, to, from, [&] { queue_.write_now(as_buffer(to), from); });
  }
  void read(backend::Memory& from, std::span<std::byte> to) override {
    backend::read_memory(queue_, from, to, [&] { queue_.read_now(as_buffer(from), to); });
  }
  std::unique_ptr<backend::Kernel> kernel(const backend::KernelName& name) override {
    return std::make_unique<Kernel>(programs_.with_kernel(name), std::string(name.name), limits_,
                                    info_);
  }

 private:
  QueueOf queue_of(const QueueFamily& family) const { return {device_.queue(family), family}; }

  backend::DeviceInfo info_;
  LogicalDevice device_;
  LaunchLimits limits_;
  backend::MemoryUse use_;
  Allocator allocator_;
  Programs programs_;
  Queue queue_;
};

struct Listed {
  static constexpr std::string_view kName = "vulkan";
  static std::vector<VkPhysicalDevice> roots(backend::NotListed& not_listed) {
    return usable_devices(not_listed);
  }
  static VkPhysicalDevice find(std::string_view index) { return find_device(index); }
  static backend::DeviceInfo describe(VkPhysicalDevice device, const std::string& index) {
    return describe_device(device, index);
  }
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
    auto* const found = find_device(device.index);
    return std::make_unique<Device>(found, device.index,
                                    Families(found, has_copies_apart_, device.name));
  }

 private:
  bool has_copies_apart_ = false;
};

}  // namespace

backend::Backend& backend() {
  static VulkanBackend instance;
  return instance;
}

}  // namespace tickbench::vulkan
