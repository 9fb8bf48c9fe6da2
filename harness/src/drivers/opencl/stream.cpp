// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/stream.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "opencl/device_info.hpp"
#include "opencl/error.hpp"
#include "tickbench/backend/device_clock.hpp"

namespace tickbench::opencl {
namespace {

using backend::MemoryKind;

constexpr std::size_t kStart = 0;

/// The address by which a pointer command reaches it: null for plain device memory.
void* address(Buffer& buffer) noexcept {
  return buffer.svm_pointer() != nullptr ? buffer.svm_pointer() : buffer.host_pointer();
}

}  // namespace

/// A command that takes no events to wait for: `call(queue, arguments..., 0, nullptr, event)`.
template <class Call, class... Arguments>
void Copier::enqueue(const char* name, Call call, Arguments... arguments) const {
  log.enqueue(
      [&](cl_event* event) { check(call(queue, arguments..., 0, nullptr, event), name, where); });
}

void Copier::copy(Buffer& to, Buffer& from, std::size_t bytes) const {
  const bool is_mapped = to.kind() == MemoryKind::kMapped || from.kind() == MemoryKind::kMapped;
  is_mapped ? copy_mapped(to, from, bytes) : copy_direct(to, from, bytes);
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

void Copier::copy_mapped(Buffer& to, Buffer& from, std::size_t bytes) const {
  void* const source = map(from, CL_MAP_READ, bytes);
  void* const target = map(to, CL_MAP_WRITE_INVALIDATE_REGION, bytes);
  if (source == nullptr)
    read(target, from.device_buffer(), bytes);
  else if (target == nullptr)
    write(to.device_buffer(), source, bytes);
  else
    std::memcpy(target, source, bytes);
  unmap(to, target);
  unmap(from, source);
}

void Copier::fill(Buffer& to, std::span<const std::byte> pattern, std::size_t bytes) const {
  backend::require_pattern(pattern.size(), bytes);
  if (to.device_buffer() == nullptr)
    throw Error(Outcome::kUnsupported,
                fmt::format("fill: no OpenCL command fills {} memory", to_string(to.kind())));
  if (to.svm_pointer() != nullptr)
    enqueue("clEnqueueSVMMemFill", clEnqueueSVMMemFill, to.svm_pointer(), pattern.data(),
            pattern.size(), bytes);
  else
    enqueue("clEnqueueFillBuffer", clEnqueueFillBuffer, to.device_buffer(), pattern.data(),
            pattern.size(), kStart, bytes);
}

void Copier::copy_pointers(void* to, const void* from, std::size_t bytes) const {
  if (!has_svm)
    throw Error(Outcome::kUnsupported,
                fmt::format("no OpenCL command copies between two host memories on '{}': it has no "
                            "shared virtual memory",
                            where));
  enqueue("clEnqueueSVMMemcpy", clEnqueueSVMMemcpy, cl_bool{CL_FALSE}, to, from, bytes);
}

void Copier::write(cl_mem to, const void* from, std::size_t bytes) const {
  enqueue("clEnqueueWriteBuffer", clEnqueueWriteBuffer, to, cl_bool{CL_FALSE}, kStart, bytes, from);
}

void Copier::read(void* to, cl_mem from, std::size_t bytes) const {
  enqueue("clEnqueueReadBuffer", clEnqueueReadBuffer, from, cl_bool{CL_FALSE}, kStart, bytes, to);
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

void Copier::unmap(Buffer& buffer, void* mapped) const {
  if (buffer.kind() != MemoryKind::kMapped) return;
  check(clEnqueueUnmapMemObject(queue, buffer.device_buffer(), mapped, 0, nullptr, nullptr),
        "clEnqueueUnmapMemObject", where);
}

Stream::Stream(QueueHandle queue, const backend::DeviceInfo& info, backend::MemoryUse& use)
    : queue_(std::move(queue)),
      allocator_{queue_value<cl_context>(queue_.get(), CL_QUEUE_CONTEXT),
                 queue_value<cl_device_id>(queue_.get(), CL_QUEUE_DEVICE), queue_.get(), info, use},
      events_(info.name),
      untimed_(info.name),
      has_svm_(has_shared_memory(allocator_.device)) {}

Event Stream::mark() const {
  cl_event event = nullptr;
  check(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &event), "clEnqueueMarkerWithWaitList",
        info().name);
  return Event(event);
}

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

}  // namespace tickbench::opencl
