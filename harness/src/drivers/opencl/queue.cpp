// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <thread>
#include <utility>

#include "opencl/device_info.hpp"
#include "opencl/kernel.hpp"
#include "tickbench/backend/device_clock.hpp"

namespace tickbench::opencl {
namespace {

Seconds elapsed(std::uint64_t start, std::uint64_t end) {
  return DeviceClock::nanoseconds().elapsed(KernelStamp{start}, KernelStamp{end});
}

using backend::MemoryKind;

/// The address by which a pointer command reaches it: null for plain device memory.
void* address(Buffer& buffer) noexcept {
  return buffer.svm_pointer() != nullptr ? buffer.svm_pointer() : buffer.host_pointer();
}

// Each step waits for the one before. Halving keeps the value finite, and it is written: no step
// can be left out.
constexpr const char* kSource = R"(
__kernel void tickbench_delay(ulong steps, __global float* result) {
  float value = *result;
  for (ulong i = 0; i < steps; ++i) value = fma(value, 0.5f, 1.0f);
  *result = value;
}
)";

/// 2 us and half a millisecond on a GPU of 2 GHz.
constexpr std::uint64_t kFewSteps = 1'000;
constexpr std::uint64_t kManySteps = 200'000;

/// From a device's lowest clocks to its highest; a reading above that is a wrong one.
constexpr double kMostRise = 16;

ProgramHandle build(const Stream& stream) {
  const auto& on = stream.allocator();
  const char* source = kSource;
  auto program =
      created<ProgramHandle>("clCreateProgramWithSource", on.info.name, clCreateProgramWithSource,
                             on.context, cl_uint{1}, &source, nullptr);
  check(clBuildProgram(program.get(), 1, &on.device, "", nullptr, nullptr), "clBuildProgram",
        on.info.name);
  return program;
}

/// Whether the signal of a user event returns, on a queue of its own. PoCL's basic device executes
/// what waits for the event within clSetUserEventStatus, and waits there for itself: a thread that
/// is left behind keeps what it needs, and gives it back before it answers. Throws Error.
bool signal_returns(const Stream& stream) {
  static constexpr std::chrono::seconds kLimit{5};
  struct Trial {
    QueueHandle queue;
    EventHandle event;
  };
  const auto& on = stream.allocator();
  const auto trial = std::make_shared<Trial>();
  trial->queue = create_queue(on.context, on.device, on.info.name);
  trial->event = user_event(on);
  cl_event event = trial->event.get();
  const auto waits = clEnqueueBarrierWithWaitList(trial->queue.get(), 1, &event, nullptr);
  std::promise<cl_int> promise;
  auto ended = promise.get_future();
  std::thread([promise = std::move(promise), kept = trial]() mutable {
    const auto result = clSetUserEventStatus(kept->event.get(), CL_COMPLETE);
    if (result != CL_SUCCESS) clSetUserEventStatus(kept->event.get(), CL_COMPLETE);
    kept.reset();
    promise.set_value(result);
  }).detach();
  const bool has_ended = ended.wait_for(kLimit) == std::future_status::ready;
  check(waits, "clEnqueueBarrierWithWaitList", on.info.name);
  if (!has_ended) return false;
  check(ended.get(), "clSetUserEventStatus", on.info.name);
  return true;
}

}  // namespace

std::uint64_t Event::stamp(cl_profiling_info which, std::string_view where) const {
  cl_ulong nanoseconds = 0;
  check(clGetEventProfilingInfo(handle_.get(), which, sizeof(nanoseconds), &nanoseconds, nullptr),
        "clGetEventProfilingInfo", where);
  if (nanoseconds == 0)
    backend::throw_nothing_executed("expected a time stamp in a complete event, found 0", where);
  return nanoseconds;
}

Seconds Event::duration(const Event& last, std::string_view where) const {
  require_complete(where);
  return elapsed(stamp(CL_PROFILING_COMMAND_START, where), last.end(where));
}

LaunchTimes Event::launch_times(const Event& last, std::string_view where) const {
  require_complete(where);
  const auto queued = stamp(CL_PROFILING_COMMAND_QUEUED, where);
  const auto submit = stamp(CL_PROFILING_COMMAND_SUBMIT, where);
  const auto start = stamp(CL_PROFILING_COMMAND_START, where);
  const auto end = last.end(where);
  return {std::chrono::nanoseconds(queued), elapsed(queued, submit), elapsed(submit, start),
          elapsed(start, end)};
}

void Copier::copy_direct(Buffer& to, Buffer& from, std::size_t bytes) const {
  if (address(to) != nullptr && address(from) != nullptr)
    copy_pointers(address(to), address(from), bytes);
  else if (to.device_buffer() != nullptr && from.device_buffer() != nullptr)
    enqueue("clEnqueueCopyBuffer", clEnqueueCopyBuffer, from.device_buffer(), to.device_buffer(),
            kStart, kStart, bytes);
  else if (to.device_buffer() != nullptr)
    write(to.device_buffer(), from.host_pointer(), bytes);
  else
    read(to.host_pointer(), from.device_buffer(), bytes);
}

void Copier::fill(Buffer& to, std::span<const std::byte> pattern, std::size_t bytes) const {
  backend::require_pattern(pattern.size(), bytes);
  if (to.device_buffer() == nullptr)
    throw_error(Outcome::kUnsupported, "fill: no OpenCL command fills {} memory",
                to_string(to.kind()));
  if (to.svm_pointer() != nullptr)
    enqueue("clEnqueueSVMMemFill", clEnqueueSVMMemFill, to.svm_pointer(), pattern.data(),
            pattern.size(), bytes);
  else
    enqueue("clEnqueueFillBuffer", clEnqueueFillBuffer, to.device_buffer(), pattern.data(),
            pattern.size(), kStart, bytes);
}

/// Null for memory that is not mapped and that the host does not reach.
void* Copier::map(Buffer& buffer, cl_map_flags flags, std::size_t bytes) const {
  if (buffer.kind() != MemoryKind::kMapped) return buffer.host_pointer();
  cl_int status = CL_SUCCESS;
  void* const mapped = clEnqueueMapBuffer(queue, buffer.device_buffer(), CL_TRUE, flags, 0, bytes,
                                          0, nullptr, nullptr, &status);
  check(status, "clEnqueueMapBuffer", where);
  return mapped;
}

Stream::Stream(QueueHandle queue, const backend::DeviceInfo& info, backend::MemoryUse& use)
    : AllocatingStream({queue_value<cl_context>(queue.get(), CL_QUEUE_CONTEXT),
                        queue_value<cl_device_id>(queue.get(), CL_QUEUE_DEVICE), queue.get(), info,
                        use}),
      queue_(std::move(queue)),
      events_(info.name),
      untimed_(info.name),
      has_svm_(has_shared_memory(allocator().device)) {}

Seconds Stream::marked() const { return elapsed(begin_->end(info().name), end_->end(info().name)); }

std::optional<ClockReading> Stream::read_clock() {
  finish();
  ClockReading reading;
  reading.host_before = host_clock().now();
  const Event marker = mark();
  finish();
  reading.host_after = host_clock().now();
  reading.device = std::chrono::nanoseconds(marker.end(info().name));
  reading.device_tick = DeviceClock::nanoseconds().tick();
  return reading;
}

DelayKernel::DelayKernel(Stream& stream) : stream_(stream), program_(build(stream)) {
  const auto& on = stream.allocator();
  kernel_ = created<KernelHandle>("clCreateKernel", on.info.name, clCreateKernel, program_.get(),
                                  "tickbench_delay");
  float zero = 0;
  result_ = created<MemoryHandle>("clCreateBuffer", on.info.name, clCreateBuffer, on.context,
                                  cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR},
                                  sizeof(zero), &zero);
  cl_mem result = result_.get();
  check(clSetKernelArg(kernel_.get(), 1, sizeof(result), static_cast<const void*>(&result)),
        "clSetKernelArg", on.info.name);
  // The shortest of three: the device has to wake up, and a CPU may be busy elsewhere.
  const auto shortest = [this](auto n) {
    return std::min({measure_steps(n), measure_steps(n), measure_steps(n)});
  };
  const Seconds more = shortest(kManySteps) - shortest(kFewSteps);
  if (more <= Seconds(0))
    throw Error(Outcome::kUnsupported, "the delay kernel takes no time by the device's clock");
  calibrated_ = static_cast<double>(kManySteps - kFewSteps) / more.count();
  steps_a_second_ = calibrated_;
}

void DelayKernel::enqueue(std::uint64_t steps) {
  steps_ = steps;
  check(clSetKernelArg(kernel_.get(), 0, sizeof(steps), &steps), "clSetKernelArg",
        stream_.info().name);
  const std::size_t one = 1;
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(stream_.queue(), kernel_.get(), 1, nullptr, &one, &one, 0, nullptr,
                               &event),
        "clEnqueueNDRangeKernel", stream_.info().name);
  event_.emplace(event);
}

std::optional<Seconds> DelayKernel::duration() {
  const Seconds held = event_->duration(stream_.info().name);
  // The device's clocks may have risen since. That a delay took long says nothing: its start may
  // have been stamped while the driver was still busy, and too long a delay does no harm.
  if (held > Seconds(0) && steps_ >= kFewSteps)
    steps_a_second_ = std::clamp(static_cast<double>(steps_) / held.count(), steps_a_second_,
                                 kMostRise * calibrated_);
  return held;
}

std::unique_ptr<backend::Hold> make_hold(Stream& stream, HoldChoice choice) {
  const bool is_cpu = stream.info().type == backend::DeviceType::kCpu;
  const bool is_auto = choice == HoldChoice::kAuto;
  if (choice == HoldChoice::kOff) return std::make_unique<backend::NoHold>("");
  if (is_cpu && choice != HoldChoice::kDelayKernel && signal_returns(stream))
    return std::make_unique<UserEvent>(stream);
  try {
    if (is_auto || choice == HoldChoice::kDelayKernel) return std::make_unique<DelayKernel>(stream);
  } catch (const Error& error) {
    return std::make_unique<backend::NoHold>(error.what());
  }
  return std::make_unique<backend::NoHold>(
      is_cpu ? "this driver's clSetUserEventStatus does not return while a command waits for the "
               "event (--tickbench_opencl_hold=delay_kernel)"
             : "a user event is known to hold a CPU device alone: other drivers submit the "
               "commands one by one after it (--tickbench_opencl_hold=delay_kernel)");
}

QueueHandle create_queue(cl_context context, cl_device_id device, const std::string& where) {
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  if (usable_version(device) >= Version{2, 0})
    return created<QueueHandle>("clCreateCommandQueueWithProperties", where,
                                clCreateCommandQueueWithProperties, context, device, properties);
  return created<QueueHandle>("clCreateCommandQueue", where, clCreateCommandQueue, context, device,
                              cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE});
}

void Queue::launch(backend::Kernel& kernel, const backend::Range& range) {
  auto& own = backend::own<Kernel>(kernel, "a kernel of the OpenCL back end");
  const auto dimensions = static_cast<cl_uint>(range.dimensions);
  const std::size_t* const local = range.local[0] == 0 ? nullptr : range.local.data();
  stream_.events().enqueue([&](cl_event* event) {
    const auto status = clEnqueueNDRangeKernel(stream_.queue(), own.handle(), dimensions, nullptr,
                                               range.global.data(), local, 0, nullptr, event);
    if (status != CL_SUCCESS) own.throw_launch_error(status, range);
  });
}

}  // namespace tickbench::opencl
