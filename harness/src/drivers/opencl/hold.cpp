// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/hold.hpp"

#include <algorithm>
#include <future>
#include <string>
#include <thread>
#include <utility>

namespace tickbench::opencl {
namespace {

// Each step waits for the one before. Halving keeps the value finite, and it is written: no step
// can be left out.
constexpr const char* kSource = R"(
__kernel void tickbench_delay(ulong steps, __global float* result) {
  float value = *result;
  for (ulong i = 0; i < steps; ++i) value = fma(value, 0.5f, 1.0f);
  *result = value;
}
)";

/// NVIDIA's queue takes 1000 launches behind a kernel that runs, and blocks before 1500. The marks,
/// the delay and fills take places too.
constexpr std::int64_t kMostLaunches = 900;

/// 2 us and half a millisecond on a GPU of 2 GHz.
constexpr std::uint64_t kFewSteps = 1'000;
constexpr std::uint64_t kManySteps = 200'000;

/// From a device's lowest clocks to its highest; a reading above that is a wrong one.
constexpr double kMostRise = 16;

ProgramHandle build(const Stream& stream) {
  const auto& on = stream.allocator();
  const char* source = kSource;
  cl_int status = CL_SUCCESS;
  auto program =
      ProgramHandle::adopt(clCreateProgramWithSource(on.context, 1, &source, nullptr, &status));
  check(status, "clCreateProgramWithSource", on.info.name);
  check(clBuildProgram(program.get(), 1, &on.device, "", nullptr, nullptr), "clBuildProgram",
        on.info.name);
  return program;
}

/// Whether the signal of a user event returns, on a queue of its own. PoCL's basic device executes
/// what waits for the event within clSetUserEventStatus, and waits there for itself: a thread that
/// is left behind keeps what it needs. Throws Error.
bool signal_returns(const Stream& stream) {
  static constexpr std::chrono::seconds kLimit{5};
  struct Trial {
    QueueHandle queue;
    EventHandle event;
    std::promise<cl_int> ended;
  };
  const auto& on = stream.allocator();
  const auto trial = std::make_shared<Trial>();
  trial->queue = create_queue(on.context, on.device, on.info.name);
  cl_int status = CL_SUCCESS;
  trial->event = EventHandle::adopt(clCreateUserEvent(on.context, &status));
  check(status, "clCreateUserEvent", on.info.name);
  cl_event event = trial->event.get();
  const auto waits = clEnqueueBarrierWithWaitList(trial->queue.get(), 1, &event, nullptr);
  auto ended = trial->ended.get_future();
  std::thread([trial] {
    const auto result = clSetUserEventStatus(trial->event.get(), CL_COMPLETE);
    if (result != CL_SUCCESS) clSetUserEventStatus(trial->event.get(), CL_COMPLETE);
    trial->ended.set_value(result);
  }).detach();
  check(waits, "clEnqueueBarrierWithWaitList", on.info.name);
  if (ended.wait_for(kLimit) != std::future_status::ready) return false;
  check(ended.get(), "clSetUserEventStatus", on.info.name);
  return true;
}

}  // namespace

DelayKernel::DelayKernel(Stream& stream) : stream_(stream), program_(build(stream)) {
  const auto& on = stream.allocator();
  cl_int status = CL_SUCCESS;
  kernel_ = KernelHandle::adopt(clCreateKernel(program_.get(), "tickbench_delay", &status));
  check(status, "clCreateKernel", on.info.name);
  float zero = 0;
  result_ = MemoryHandle::adopt(clCreateBuffer(on.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                               sizeof(zero), &zero, &status));
  check(status, "clCreateBuffer", on.info.name);
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

HoldLimits DelayKernel::limits() const {
  return {.method = HoldMethod::kDelayKernel, .most_launches = kMostLaunches, .may_overlap = true};
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

Seconds DelayKernel::measure_steps(std::uint64_t steps) {
  enqueue(steps);
  stream_.finish();
  return event_->duration(stream_.info().name);
}

void DelayKernel::close(Seconds at_least) {
  enqueue(static_cast<std::uint64_t>(at_least.count() * steps_a_second_) + 1);
  flush();
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

void UserEvent::enqueue_wait() {
  const auto& on = stream_.allocator();
  cl_int status = CL_SUCCESS;
  event_ = EventHandle::adopt(clCreateUserEvent(on.context, &status));
  check(status, "clCreateUserEvent", on.info.name);
  cl_event event = event_.get();
  const auto waits = clEnqueueBarrierWithWaitList(stream_.queue(), 1, &event, nullptr);
  if (waits != CL_SUCCESS) signal();
  check(waits, "clEnqueueBarrierWithWaitList", on.info.name);
}

void UserEvent::signal() noexcept {
  const auto status = clSetUserEventStatus(event_.get(), CL_COMPLETE);
  check_clean_up(status, "clSetUserEventStatus");
  // What waits behind it would wait for ever.
  if (status != CL_SUCCESS)
    check_clean_up(clSetUserEventStatus(event_.get(), CL_COMPLETE), "clSetUserEventStatus, again");
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
      is_cpu
          ? "this driver's clSetUserEventStatus does not return while a command waits for the "
            "event (--tickbench_opencl_hold=delay_kernel)"
          : "a user event is known to hold a CPU device alone: other drivers submit the commands "
            "one by one after it (--tickbench_opencl_hold=delay_kernel)");
}

}  // namespace tickbench::opencl
