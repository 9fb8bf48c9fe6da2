// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/copy.hpp"

#include <fmt/format.h>

#include <cstring>

#include "opencl/error.hpp"

namespace tickbench::opencl {
namespace {

using backend::MemoryKind;

/// The address by which a pointer command reaches it: null for plain device memory.
void* address(Buffer& buffer) noexcept {
  return buffer.svm_pointer() != nullptr ? buffer.svm_pointer() : buffer.host_pointer();
}

}  // namespace

void Copier::copy(Buffer& to, Buffer& from, std::size_t bytes) const {
  const bool is_mapped = to.kind() == MemoryKind::kMapped || from.kind() == MemoryKind::kMapped;
  is_mapped ? copy_mapped(to, from, bytes) : copy_direct(to, from, bytes);
}

void Copier::copy_direct(Buffer& to, Buffer& from, std::size_t bytes) const {
  if (address(to) != nullptr && address(from) != nullptr)
    copy_pointers(address(to), address(from), bytes);
  else if (to.device_buffer() != nullptr && from.device_buffer() != nullptr)
    copy_buffers(to.device_buffer(), from.device_buffer(), bytes);
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
  constexpr std::size_t kLargest = 128;  // clEnqueueFillBuffer: a long16 or double16
  backend::require_pattern(pattern.size(), bytes, kLargest);
  if (to.device_buffer() == nullptr)
    throw Error(Outcome::kUnsupported,
                fmt::format("fill: no OpenCL command fills {} memory", to_string(to.kind())));
  log.enqueue([&](cl_event* event) {
    if (to.svm_pointer() != nullptr)
      check(clEnqueueSVMMemFill(queue, to.svm_pointer(), pattern.data(), pattern.size(), bytes, 0,
                                nullptr, event),
            "clEnqueueSVMMemFill", where);
    else
      check(clEnqueueFillBuffer(queue, to.device_buffer(), pattern.data(), pattern.size(), 0, bytes,
                                0, nullptr, event),
            "clEnqueueFillBuffer", where);
  });
}

void Copier::copy_buffers(cl_mem to, cl_mem from, std::size_t bytes) const {
  log.enqueue([&](cl_event* event) {
    check(clEnqueueCopyBuffer(queue, from, to, 0, 0, bytes, 0, nullptr, event),
          "clEnqueueCopyBuffer", where);
  });
}

void Copier::copy_pointers(void* to, const void* from, std::size_t bytes) const {
  if (!has_svm)
    throw Error(Outcome::kUnsupported,
                fmt::format("no OpenCL command copies between two host memories on '{}': it has no "
                            "shared virtual memory",
                            where));
  log.enqueue([&](cl_event* event) {
    check(clEnqueueSVMMemcpy(queue, CL_FALSE, to, from, bytes, 0, nullptr, event),
          "clEnqueueSVMMemcpy", where);
  });
}

void Copier::write(cl_mem to, const void* from, std::size_t bytes) const {
  log.enqueue([&](cl_event* event) {
    check(clEnqueueWriteBuffer(queue, to, CL_FALSE, 0, bytes, from, 0, nullptr, event),
          "clEnqueueWriteBuffer", where);
  });
}

void Copier::read(void* to, cl_mem from, std::size_t bytes) const {
  log.enqueue([&](cl_event* event) {
    check(clEnqueueReadBuffer(queue, from, CL_FALSE, 0, bytes, to, 0, nullptr, event),
          "clEnqueueReadBuffer", where);
  });
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

}  // namespace tickbench::opencl
