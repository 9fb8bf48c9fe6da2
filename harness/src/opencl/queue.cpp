// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/queue.hpp"

#include <algorithm>

#include "backend/bracket_check.hpp"
#include "opencl/device_info.hpp"
#include "opencl/kernel.hpp"

namespace tickbench::opencl {
namespace {

QueueHandle create_queue(cl_context context, cl_device_id device, const std::string& where) {
  cl_int status = CL_SUCCESS;
  cl_command_queue queue = nullptr;
  if (usable_version(device) >= Version{2, 0}) {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    queue = clCreateCommandQueueWithProperties(context, device, properties, &status);
    check(status, "clCreateCommandQueueWithProperties", where);
  } else {
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
    check(status, "clCreateCommandQueue", where);
  }
  return QueueHandle::adopt(queue);
}

/// Keeps events for as long as it lives, also where an enqueue throws.
class KeepEvents {
 public:
  explicit KeepEvents(EventLog& log) : log_(log) { log_.keep(true); }
  ~KeepEvents() {
    log_.keep(false);
    log_.take();
  }
  KeepEvents(const KeepEvents&) = delete;
  KeepEvents& operator=(const KeepEvents&) = delete;

 private:
  EventLog& log_;
};

void require_pattern(std::span<const std::byte> pattern, std::size_t bytes) {
  constexpr std::size_t kLargest = 128;  // clEnqueueFillBuffer: a long16 or double16
  const std::size_t size = pattern.size();
  const bool is_power_of_two = size != 0 && (size & (size - 1)) == 0;
  if (!is_power_of_two || size > kLargest)
    throw Error(
        Outcome::kInvalidBenchmark,
        "fill: expected a pattern of 1, 2, 4, ... or 128 bytes, found " + std::to_string(size));
  if (bytes % size != 0)
    throw Error(Outcome::kInvalidBenchmark, "fill: expected a multiple of the pattern's " +
                                                std::to_string(size) + " bytes, found " +
                                                std::to_string(bytes));
}

}  // namespace

Queue::Queue(cl_context context, cl_device_id device, const backend::DeviceInfo& info)
    : handle_(create_queue(context, device, info.name)),
      timer_{handle_.get(), info.name},
      displacer_(handle_.get(), info.name),
      resolution_(info.timer_hertz > 0 ? 1 / info.timer_hertz : 0),
      has_svm_(has_shared_memory(device)) {}

bool Queue::supports(TimeMethod method, const Work& work) const {
  const bool is_from_events = method == TimeMethod::kEvent || method == TimeMethod::kEvents;
  return !is_from_events || work.is_one_command;
}

Seconds Queue::reported_resolution() const { return resolution_; }

Bracket Queue::run(const Work& work, const BracketRequest& request) {
  backend::require_bracket(*this, work, request);
  finish();
  if (request.method == TimeMethod::kEvent || request.method == TimeMethod::kEvents)
    return by_events(work, request);
  if (request.displace_bytes != 0) displacer_.displace(request.displace_bytes);
  return request.method == TimeMethod::kBracket ? timer_.between_markers(work, request.launches)
                                                : timer_.by_host(work, request.launches);
}

Bracket Queue::by_events(const Work& work, const BracketRequest& request) {
  const KeepEvents keep(log_);
  // Displacing is itself a wait, so each launch then is a bracket of its own.
  const bool alone = request.displace_bytes != 0;
  const std::int64_t groups = alone ? request.launches : 1;
  const std::int64_t launches = alone ? 1 : request.launches;
  Bracket bracket;
  for (std::int64_t group = 0; group < groups; ++group) {
    if (alone) {
      log_.keep(false);
      displacer_.displace(request.displace_bytes);
      log_.keep(true);
    }
    const auto one = timer_.by_host(work, launches);
    const auto events = log_.take();
    if (std::ssize(events) != launches)
      throw Error(Outcome::kInvalidBenchmark,
                  "'" + work.description +
                      "': expected one command a launch on the harness's own queue, " +
                      std::to_string(launches) + " in all, found " + std::to_string(events.size()));
    if (group == 0) bracket.host_begin = one.host_begin;
    bracket.host += one.host;
    bracket.enqueue += one.enqueue;
    for (const Event& event : events) bracket.device += event.duration(timer_.where);
    if (!bracket.launch) bracket.launch = events.front().launch_times(timer_.where);
  }
  return bracket;
}

void Queue::launch(backend::Kernel& kernel, const backend::Range& range) {
  auto& own = as_kernel(kernel);
  const auto dimensions = static_cast<cl_uint>(range.dimensions);
  const std::size_t* const local = range.local[0] == 0 ? nullptr : range.local.data();
  log_.enqueue([&](cl_event* event) {
    const auto status = clEnqueueNDRangeKernel(handle_.get(), own.handle(), dimensions, nullptr,
                                               range.global.data(), local, 0, nullptr, event);
    if (status != CL_SUCCESS) own.throw_launch_error(status, range);
  });
}

void Queue::copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) {
  Copier{handle_.get(), has_svm_, log_, timer_.where}.copy(as_buffer(to), as_buffer(from), bytes);
}

void Queue::fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) {
  require_pattern(pattern, bytes);
  auto& buffer = as_buffer(to);
  if (buffer.device_buffer() == nullptr)
    throw Error(Outcome::kUnsupported, "fill: no OpenCL command fills " +
                                           std::string(to_string(buffer.kind())) + " memory");
  log_.enqueue([&](cl_event* event) {
    if (buffer.svm_pointer() != nullptr)
      check(clEnqueueSVMMemFill(handle_.get(), buffer.svm_pointer(), pattern.data(), pattern.size(),
                                bytes, 0, nullptr, event),
            "clEnqueueSVMMemFill", timer_.where);
    else
      check(clEnqueueFillBuffer(handle_.get(), buffer.device_buffer(), pattern.data(),
                                pattern.size(), 0, bytes, 0, nullptr, event),
            "clEnqueueFillBuffer", timer_.where);
  });
}

}  // namespace tickbench::opencl
