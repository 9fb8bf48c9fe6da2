// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/device_list.hpp"
#include "cuda/device_info.hpp"
#include "cuda/queue.hpp"
#include "tickbench/cuda.hpp"

namespace tickbench::cuda {
namespace {

/// The driver counts devices from 0.
std::vector<int> devices() {
  int count = 0;
  check(driver().cuDeviceGetCount(&count), "cuDeviceGetCount");
  if (count <= 0) throw Error(Outcome::kNoDevice, "the CUDA driver offers no device");
  std::vector<int> found;
  for (int device = 0; device < count; ++device) found.push_back(device);
  return found;
}

Address address_of(const void* memory) { return reinterpret_cast<Address>(memory); }

/// One opened device: its primary context, a stream, and the programs loaded for it.
class Device final : public backend::DeviceWith<Buffer> {
 public:
  Device(int device, const std::string& index, bool holds)
      : DeviceWith(describe_device(device, index)),
        context_(device, info()),
        place_(context_.get(), info()),
        limits_(device),
        allocator_{place_, use(), read_attribute(device, kHasManagedMemory) != 0},
        queue_(allocator_, holds),
        programs_(place_),
        reaches_heap_(read_attribute(device, kReachesPageableMemory) != 0) {}

  /// What the members give back is this device's.
  ~Device() override { const auto entered = place_.try_enter(); }

  backend::Queue& queue() override { return queue_; }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes, backend::MemoryKind kind) override {
    return allocator_.allocate(bytes, kind);
  }
  /// That of whole allocations at least, and of pages.
  std::size_t part_alignment() const override { return backend::kPage; }
  std::unique_ptr<backend::Kernel> kernel(const backend::KernelName& name) override {
    return std::make_unique<Kernel>(programs_.with_kernel(name), std::string(name.name),
                                    reaches_heap_, place_, limits_);
  }

 private:
  void write_now(backend::Memory& to, std::span<const std::byte> from) override {
    queue_.copy_now(as_buffer(to).address(), address_of(from.data()), from.size());
  }
  void read_now(backend::Memory& from, std::span<std::byte> to) override {
    queue_.copy_now(address_of(to.data()), as_buffer(from).address(), to.size());
  }

  PrimaryContext context_;
  Place place_;
  LaunchLimits limits_;
  Allocator allocator_;
  Queue queue_;
  Programs programs_;
  bool reaches_heap_;
};

struct Listed {
  static constexpr std::string_view kName = "cuda";
  static std::vector<int> roots(backend::NotListed& not_listed) {
    return backend::list_devices(
        devices, [](int device) { return std::vector{device}; }, not_listed);
  }
  static constexpr auto describe = describe_device;
};

class CudaBackend final : public backend::ListedBackend<Listed> {
 public:
  std::vector<backend::Setting> settings() const override {
    return {backend::Setting{"hold",
                             {"host_event", "off"},
                             "what holds a bracket until it is queued",
                             {{"kernel", "host_event"}}}};
  }
  void choose(std::string_view setting, std::string_view value) override {
    if (setting == "hold") holds_ = value != "off";
  }
  std::unique_ptr<backend::Device> open(const backend::DeviceInfo& device) override {
    return std::make_unique<Device>(backend::find_device<Listed>(device.index), device.index,
                                    holds_);
  }
  std::unique_ptr<TimedQueue> timed_queue(void* handle) override {
    return cuda::timed_queue(static_cast<CUstream_st*>(handle));
  }
  std::unique_ptr<RegionMarker> region_marker(void* handle) override {
    return NativeQueue<CUstream_st*>::region_marker(static_cast<CUstream_st*>(handle));
  }
  bool holds() const noexcept { return holds_; }

 private:
  bool holds_ = true;
};

CudaBackend& cuda_backend() {
  static CudaBackend instance;
  return instance;
}

struct UserContext {
  CUctx_st* context;
  int device;
};

/// Whether a result says that a handle is none, rather than that a call failed: no value, no
/// context, a destroyed one, no handle.
bool concerns_handle(Result result) {
  return result == 1 || result == 201 || result == 709 || result == kInvalidHandle;
}

/// Of a stream of the user's. The default stream is that of the current context. Throws Error
/// (kInvalidBenchmark) where there is none.
UserContext user_context(CUstream_st* stream, const char* what) {
  UserContext found{};
  const Result result = driver().cuStreamGetCtx(stream, &found.context);
  if (concerns_handle(result))
    throw_error(
        Outcome::kInvalidBenchmark,
        "{}: expected a stream, or null where a context is current, found {} (cuStreamGetCtx: {})",
        what, stream == nullptr ? "null" : "another handle", describe_result(result));
  check(result, "cuStreamGetCtx");
  const backend::DeviceInfo unknown;
  const auto entered = Place(found.context, unknown, true).enter();
  int captures = 0;
  check(driver().cuStreamIsCapturing(stream, &captures), "cuStreamIsCapturing");
  if (captures != 0)
    throw_error(
        Outcome::kInvalidBenchmark,
        "{}: expected a stream that executes, found one whose commands are captured for a graph",
        what);
  check(driver().cuCtxGetDevice(&found.device), "cuCtxGetDevice");
  return found;
}

class UserStream final : private backend::UserDevice, public Stream {
 public:
  UserStream(CUstream_st* stream, const UserContext& of)
      : UserDevice(describe_device(of.device, std::to_string(of.device))),
        Stream(stream, {Place(of.context, device, true), use, false}) {}
};

std::unique_ptr<UserStream> user_stream(CUstream_st* stream, const char* what) {
  return std::make_unique<UserStream>(stream, user_context(stream, what));
}

}  // namespace

backend::Backend& backend() { return cuda_backend(); }

std::unique_ptr<TimedQueue> timed_queue(CUstream_st* stream) {
  auto own = user_stream(stream, "timed_queue");
  const auto hold = [&on = *own] { return cuda_backend().holds() ? make_hold(on) : nullptr; };
  return backend::held_user_queue(std::move(own), hold);
}

}  // namespace tickbench::cuda

std::unique_ptr<tickbench::RegionMarker> tickbench::NativeQueue<CUstream_st*>::region_marker(
    CUstream_st* stream) {
  return backend::region_marker(cuda::user_stream(stream, "DeviceTimer"));
}
