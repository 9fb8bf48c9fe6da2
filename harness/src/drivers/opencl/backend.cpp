// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>

#include "backend/device_list.hpp"
#include "opencl/device_info.hpp"
#include "opencl/kernel.hpp"
#include "opencl/queue.hpp"
#include "tickbench/opencl.hpp"

namespace tickbench::opencl {
namespace {

constexpr std::string_view kPocl = "Portable Computing Language";

bool can_divide_by_numa(cl_device_id device) {
  return (device_value<cl_device_affinity_domain>(
              device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
              "clGetDeviceInfo(CL_DEVICE_PARTITION_AFFINITY_DOMAIN)") &
          CL_DEVICE_AFFINITY_DOMAIN_NUMA) != 0;
}

bool can_divide_equally(cl_device_id device) {
  std::size_t size = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, 0, nullptr, &size),
        "clGetDeviceInfo(CL_DEVICE_PARTITION_PROPERTIES)");
  std::vector<cl_device_partition_property> ways(size / sizeof(cl_device_partition_property));
  check(clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, size, ways.data(), nullptr),
        "clGetDeviceInfo(CL_DEVICE_PARTITION_PROPERTIES)");
  return std::find(ways.begin(), ways.end(), CL_DEVICE_PARTITION_EQUALLY) != ways.end();
}

/// Never given back: after a queue has finished and is released, PoCL's thread still reads the
/// sub-device of its last event.
std::vector<cl_device_id> divide(cl_device_id device, const cl_device_partition_property* how) {
  cl_uint count = 0;
  check(clCreateSubDevices(device, how, 0, nullptr, &count), "clCreateSubDevices");
  std::vector<cl_device_id> parts(count);
  check(clCreateSubDevices(device, how, count, parts.data(), nullptr), "clCreateSubDevices");
  return parts;
}

std::vector<cl_device_id> sub_devices(cl_device_id device) {
  if (can_divide_by_numa(device)) {
    const cl_device_partition_property numa[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                 CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
    return divide(device, numa);
  }
  const auto units = device_value<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS,
                                           "clGetDeviceInfo(CL_DEVICE_MAX_COMPUTE_UNITS)");
  if (units < 2 || !can_divide_equally(device))
    throw_error(Outcome::kUnsupported, "the device '{}' cannot be divided into sub-devices",
                device_text(device, CL_DEVICE_NAME));
  const cl_device_partition_property halves[] = {
      CL_DEVICE_PARTITION_EQUALLY, static_cast<cl_device_partition_property>(units / 2), 0};
  return divide(device, halves);
}

std::vector<cl_platform_id> platforms() {
  cl_uint count = 0;
  const auto status = clGetPlatformIDs(0, nullptr, &count);
  if (status == CL_PLATFORM_NOT_FOUND_KHR || (status == CL_SUCCESS && count == 0))
    throw_error(Outcome::kNoDevice, "no OpenCL platform is installed (clGetPlatformIDs: {})",
                describe_result(status));
  check(status, "clGetPlatformIDs");
  std::vector<cl_platform_id> found(count);
  check(clGetPlatformIDs(count, found.data(), nullptr), "clGetPlatformIDs");
  return found;
}

std::vector<cl_device_id> devices_of(cl_platform_id platform) {
  const auto name = platform_text(platform, CL_PLATFORM_NAME);
  const auto failing =
      fmt::format("the platform '{}' does not list its devices (clGetDeviceIDs)", name);
  cl_uint count = 0;
  const auto status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (status == CL_DEVICE_NOT_FOUND || (status == CL_SUCCESS && count == 0))
    throw_error(Outcome::kNoDevice, "the platform '{}' offers no device{}", name,
                name == kPocl ? " (it has none where it cannot write its cache: POCL_CACHE_DIR "
                                "names another folder)"
                              : "");
  check(status, failing);
  std::vector<cl_device_id> devices(count);
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr), failing);
  return devices;
}

/// Markers, fills and argument information came with 1.2.
backend::DeviceInfo describe_usable(cl_device_id device, const std::string& index) {
  auto info = describe_device(device, index);
  if (usable_version(device) < Version{1, 2})
    throw_error(Outcome::kUnsupported, "the device '{}': expected OpenCL 1.2 or newer, found '{}'",
                info.name, info.api_version);
  return info;
}

ContextHandle create_context(cl_device_id device, const std::string& where) {
  const cl_context_properties properties[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(find_platform(device)), 0};
  return created<ContextHandle>("clCreateContext", where, clCreateContext, properties, cl_uint{1},
                                &device, nullptr, nullptr);
}

/// One opened device: a context, an in-order queue, and the programs built for it.
class Device final : public backend::DeviceWith<Buffer> {
 public:
  Device(cl_device_id device, const std::string& index, HoldChoice hold)
      : DeviceWith(describe_usable(device, index)),
        device_(device),
        context_(create_context(device, info().name)),
        queue_(context_.get(), device, info(), use(), hold),
        programs_(queue_.stream().allocator()) {}

  backend::Queue& queue() override { return queue_; }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes, backend::MemoryKind kind) override {
    return queue_.stream().allocator().allocate(bytes, kind);
  }
  /// In bits, by the specification.
  std::size_t part_alignment() const override {
    return device_value<cl_uint>(device_, CL_DEVICE_MEM_BASE_ADDR_ALIGN,
                                 "clGetDeviceInfo(CL_DEVICE_MEM_BASE_ADDR_ALIGN)") /
           8;
  }
  std::unique_ptr<backend::Kernel> kernel(const backend::KernelName& name) override {
    return std::make_unique<Kernel>(programs_.with_kernel(name), std::string(name.name), device_,
                                    info());
  }

 private:
  void write_now(backend::Memory& to, std::span<const std::byte> from) override {
    check(clEnqueueWriteBuffer(queue_.stream().queue(), as_buffer(to).device_buffer(), CL_TRUE, 0,
                               from.size(), from.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer", info().name);
  }
  void read_now(backend::Memory& from, std::span<std::byte> to) override {
    check(clEnqueueReadBuffer(queue_.stream().queue(), as_buffer(from).device_buffer(), CL_TRUE, 0,
                              to.size(), to.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer", info().name);
  }

  cl_device_id device_;
  ContextHandle context_;
  Queue queue_;
  Programs programs_;
};

struct Listed {
  static constexpr std::string_view kName = "opencl";
  static auto roots(backend::NotListed& not_listed) {
    return backend::list_devices(platforms, devices_of, not_listed);
  }
  static constexpr auto parts = sub_devices;
  static constexpr auto describe = describe_device;
};

class OpenClBackend final : public backend::ListedBackend<Listed> {
 public:
  std::vector<backend::Setting> settings() const override {
    return {backend::Setting{"hold",
                             {"auto", "delay_kernel", "host_event", "off"},
                             "what holds a bracket until it is queued",
                             {{"delay", "delay_kernel"}, {"event", "host_event"}}}};
  }

  void choose(std::string_view setting, std::string_view value) override {
    if (setting != "hold") return;
    hold_ = value == "delay_kernel" ? HoldChoice::kDelayKernel
            : value == "host_event" ? HoldChoice::kHostEvent
            : value == "off"        ? HoldChoice::kOff
                                    : HoldChoice::kAuto;
  }

  std::unique_ptr<backend::Device> open(const backend::DeviceInfo& device) override {
    return std::make_unique<Device>(find_device(device.index), device.index, hold_);
  }
  std::unique_ptr<TimedQueue> timed_queue(void* handle) override {
    const auto adopted = QueueHandle::adopt(static_cast<cl_command_queue>(handle));
    return opencl::timed_queue(adopted.get());
  }
  std::unique_ptr<RegionMarker> region_marker(void* handle) override {
    const auto adopted = QueueHandle::adopt(static_cast<cl_command_queue>(handle));
    return NativeQueue<cl_command_queue>::region_marker(adopted.get());
  }
  HoldChoice hold() const noexcept { return hold_; }

 private:
  HoldChoice hold_ = HoldChoice::kAuto;
};

OpenClBackend& opencl_backend() {
  static OpenClBackend instance;
  return instance;
}

/// A queue of the user's, retained.
class UserStream final : private backend::UserDevice, public Stream {
 public:
  explicit UserStream(cl_command_queue queue)
      : UserDevice(describe_device(queue_value<cl_device_id>(queue, CL_QUEUE_DEVICE), "")),
        Stream(QueueHandle::share(queue), device, use) {}
};

/// What keeps the device from timing commands on this queue; nothing where it can. Throws Error
/// (kInvalidBenchmark) for null.
std::optional<std::string> find_defect(cl_command_queue queue, const char* what) {
  if (queue == nullptr)
    throw_error(Outcome::kInvalidBenchmark, "{}: expected a queue, found null", what);
  const auto properties = queue_value<cl_command_queue_properties>(queue, CL_QUEUE_PROPERTIES);
  if ((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0)
    return "it was created with CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, where two markers enclose "
           "nothing";
  if ((properties & CL_QUEUE_PROFILING_ENABLE) == 0)
    return "it was created without CL_QUEUE_PROFILING_ENABLE, so its commands get no time stamps";
  return std::nullopt;
}

}  // namespace

cl_device_id find_device(std::string_view index) { return backend::find_device<Listed>(index); }

backend::Backend& backend() { return opencl_backend(); }

std::unique_ptr<TimedQueue> timed_queue(cl_command_queue queue, Untimed untimed) {
  const auto defect = find_defect(queue, "timed_queue");
  if (defect && untimed == Untimed::kRefuse)
    throw_error(
        Outcome::kInvalidBenchmark,
        "the device cannot time this queue: {}; ask for Untimed::kHostTime to take the host's time",
        *defect);
  auto stream = std::make_unique<UserStream>(queue);
  if (defect) return backend::user_queue(std::move(stream), false);
  const auto hold = [&own = *stream] { return make_hold(own, opencl_backend().hold()); };
  return backend::held_user_queue(std::move(stream), hold);
}

}  // namespace tickbench::opencl

std::unique_ptr<tickbench::RegionMarker> tickbench::NativeQueue<cl_command_queue>::region_marker(
    cl_command_queue queue) {
  if (const auto defect = opencl::find_defect(queue, "DeviceTimer"))
    throw_error(Outcome::kInvalidBenchmark, "DeviceTimer: the device cannot time this queue: {}",
                *defect);
  return backend::region_marker(std::make_unique<opencl::UserStream>(queue));
}
