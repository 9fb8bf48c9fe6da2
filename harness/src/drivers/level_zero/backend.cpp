// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "backend/device_list.hpp"
#include "level_zero/kernel.hpp"
#include "level_zero/queue.hpp"
#include "tickbench/level_zero.hpp"

namespace tickbench::level_zero {
namespace {

// Set but empty, it ends the process inside some loaders.
constexpr const char* kDriversVariable = "ZE_ENABLE_ALT_DRIVERS";

/// What zeInit says where no driver is installed, or no device for one; whatever else it says is a
/// driver's failure.
bool means_no_driver(ze_result_t initialised) {
  return initialised == ZE_RESULT_ERROR_UNINITIALIZED ||
         initialised == ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE;
}

/// The line that takes zecpu, where it is installed beside a folder of PATH, as tickbench is.
std::string driver_hint() {
  static constexpr const char* kName = "libze_tickbench_cpu.so.1";
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const auto file = std::filesystem::path(folder).append("..") / TICKBENCH_LIBDIR / kName;
    if (std::error_code error; std::filesystem::is_regular_file(file, error))
      return fmt::format("{}={} takes zecpu, which runs on the processor", kDriversVariable,
                         file.lexically_normal().string());
  }
  return fmt::format("{}=/PATH/TO/DRIVER takes one that lies elsewhere, such as zecpu's {}",
                     kDriversVariable, kName);
}

std::vector<ze_driver_handle_t> drivers() {
  const char* const listed = std::getenv(kDriversVariable);
  if (listed != nullptr && *listed == '\0')
    throw_error(Outcome::kNoDevice, "{} is set but empty: unset it, or name a driver",
                kDriversVariable);
  // It may be called any number of times; without a driver it fails.
  const auto initialised = zeInit(0);
  // The loader says of the variable's driver neither that it is not there nor that it fails.
  if (means_no_driver(initialised))
    throw_error(
        Outcome::kNoDevice, "no Level Zero driver is usable (zeInit: {}; {})",
        describe_result(initialised),
        listed == nullptr ? driver_hint() : fmt::format("{} is {}", kDriversVariable, listed));
  check(initialised, "zeInit");
  std::uint32_t count = 0;
  check(zeDriverGet(&count, nullptr), "zeDriverGet");
  std::vector<ze_driver_handle_t> found(count);
  check(zeDriverGet(&count, found.data()), "zeDriverGet");
  if (found.empty()) throw Error(Outcome::kNoDevice, "the Level Zero loader found no driver");
  return found;
}

std::vector<DriverDevice> list_devices(ze_driver_handle_t driver) {
  std::vector<DriverDevice> owned;
  for (auto* device :
       listed(zeDeviceGet, driver, "a driver does not list its devices (zeDeviceGet)"))
    owned.push_back({driver, device});
  if (owned.empty()) throw Error(Outcome::kNoDevice, "a driver offers no device");
  return owned;
}

std::vector<DriverDevice> sub_devices(const DriverDevice& whole) {
  std::vector<DriverDevice> parts;
  for (auto* part : listed(zeDeviceGetSubDevices, whole.device, "zeDeviceGetSubDevices"))
    parts.push_back({whole.driver, part});
  return parts;
}

ContextHandle create_context(ze_driver_handle_t driver, const std::string& where) {
  const auto description = structure<ze_context_desc_t>(ZE_STRUCTURE_TYPE_CONTEXT_DESC);
  return created<ContextHandle>("zeContextCreate", where, zeContextCreate, driver, &description);
}

/// One opened device: a context, a stream of commands, and the programs built for it.
class Device final : public backend::DeviceWith<Buffer> {
 public:
  Device(const DriverDevice& device, const std::string& index, const Options& options)
      : DeviceWith(describe_device(device, index)),
        context_(create_context(device.driver, info().name)),
        allocator_{context_.get(), device.device, info(), use()},
        queue_(allocator_, clocks_of(device), options),
        programs_(allocator_),
        reaches_heap_(reaches_heap(device.device)) {}

  backend::Queue& queue() override { return queue_; }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes, backend::MemoryKind kind) override {
    return allocator_.allocate(bytes, kind);
  }
  std::size_t part_alignment() const override { return backend::kPage; }
  std::unique_ptr<backend::Kernel> kernel(const backend::KernelName& name) override {
    return std::make_unique<Kernel>(programs_.with_kernel(name), std::string(name.name),
                                    reaches_heap_, info());
  }

 private:
  void write_now(backend::Memory& to, std::span<const std::byte> from) override {
    queue_.stream().copy_now(as_buffer(to).pointer(), from.data(), from.size());
  }
  void read_now(backend::Memory& from, std::span<std::byte> to) override {
    queue_.stream().copy_now(to.data(), as_buffer(from).pointer(), to.size());
  }

  ContextHandle context_;
  Allocator allocator_;
  Queue queue_;
  Programs programs_;
  bool reaches_heap_;
};

struct Listed {
  static constexpr std::string_view kName = "level_zero";
  static auto roots(backend::NotListed& not_listed) {
    return backend::list_devices(drivers, list_devices, not_listed);
  }
  static constexpr auto parts = sub_devices;
  static constexpr auto describe = describe_device;
};

class LevelZeroBackend final : public backend::ListedBackend<Listed> {
 public:
  std::vector<backend::Setting> settings() const override {
    return {{"list", {"regular", "immediate"}, "the command lists that are measured"},
            {"stamps", {"global", "context"}, "which time stamps of a kernel"},
            {"query", {"event", "appended"}, "how they are read: by the host, or by a command"},
            {"copies", {"compute", "engine"}, "where copies run: an engine that only copies"}};
  }

  void choose(std::string_view setting, std::string_view value) override {
    if (setting == "list")
      options_.list =
          value == "immediate" ? CommandList::Kind::kImmediate : CommandList::Kind::kRegular;
    if (setting == "stamps")
      options_.stamps = value == "context" ? StampKind::kContext : StampKind::kGlobal;
    if (setting == "query")
      options_.query = value == "appended" ? StampQuery::kAppended : StampQuery::kEvent;
    if (setting == "copies") options_.on_copy_engine = value == "engine";
  }

  std::unique_ptr<backend::Device> open(const backend::DeviceInfo& device) override {
    return std::make_unique<Device>(find_device(device.index), device.index, options_);
  }
  std::unique_ptr<TimedQueue> timed_queue(void* handle) override {
    return level_zero::timed_queue(*static_cast<const UserList*>(handle));
  }
  std::unique_ptr<RegionMarker> region_marker(void* handle) override {
    return NativeQueue<UserList>::region_marker(*static_cast<const UserList*>(handle));
  }

 private:
  Options options_;
};

struct ListOwner {
  CommandList list;
};

class UserStream final : private backend::UserDevice, private ListOwner, public Stream {
 public:
  UserStream(const UserList& user, const DriverDevice& on)
      : UserDevice(describe_device(on, "")),
        ListOwner{CommandList({user.context, user.device, device, use}, user.list, user.queue)},
        Stream({user.context, user.device, device, use}, clocks_of(on), ListOwner::list) {}
};

/// The driver that a device belongs to: found among all, since no handle tells. Throws Error
/// (kInvalidBenchmark) for a device that no driver offers.
DriverDevice find_owner(ze_device_handle_t device) {
  backend::NotListed not_listed;
  for (const auto& root : Listed::roots(not_listed)) {
    if (root.device == device) return root;
    for (const auto& part : sub_devices(root))
      if (part.device == device) return part;
  }
  throw Error(
      Outcome::kInvalidBenchmark,
      "expected a device of one of the drivers that zeDriverGet gives, found another handle");
}

std::unique_ptr<UserStream> stream_of(const UserList& list, const char* what) {
  backend::require_handles(
      what, {{list.context, "context"}, {list.device, "device"}, {list.list, "command list"}});
  return std::make_unique<UserStream>(list, find_owner(list.device));
}

}  // namespace

DriverDevice find_device(std::string_view index) { return backend::find_device<Listed>(index); }

backend::Backend& backend() {
  static LevelZeroBackend instance;
  return instance;
}

std::unique_ptr<TimedQueue> timed_queue(const UserList& list) {
  auto stream = stream_of(list, "timed_queue");
  const auto hold = [&own = *stream]() -> std::unique_ptr<backend::Hold> {
    if (own.Stream::list().kind() == CommandList::Kind::kImmediate)
      return std::make_unique<HostEvent>(own);
    return std::make_unique<backend::ClosedList<Stream>>(own);
  };
  return backend::held_user_queue(std::move(stream), hold);
}

}  // namespace tickbench::level_zero

std::unique_ptr<tickbench::RegionMarker> tickbench::NativeQueue<
    tickbench::level_zero::UserList>::region_marker(const level_zero::UserList& list) {
  return backend::region_marker(level_zero::stream_of(list, "DeviceTimer"));
}
