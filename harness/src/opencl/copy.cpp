// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/copy.hpp"

#include <cstring>

#include "opencl/error.hpp"

namespace tickbench::opencl {
namespace {

using backend::MemoryKind;

bool is_mapped(const Buffer& buffer) noexcept { return buffer.kind() == MemoryKind::kMapped; }

/// The address by which a pointer command reaches it: null for plain device memory.
void* address(Buffer& buffer) noexcept {
  return buffer.svm_pointer() != nullptr ? buffer.svm_pointer() : buffer.host_pointer();
}

}  // namespace

void Copier::copy(Buffer& to, Buffer& from, std::size_t bytes) const {
  if (is_mapped(to) && is_mapped(from))
    copy_mapped_to_mapped(to, from, bytes);
  else if (is_mapped(to))
    copy_to_mapped(to, from, bytes);
  else if (is_mapped(from))
    copy_from_mapped(to, from, bytes);
  else
    copy_direct(to, from, bytes);
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

void Copier::copy_to_mapped(Buffer& to, Buffer& from, std::size_t bytes) const {
  void* const mapped = map(to.device_buffer(), CL_MAP_WRITE_INVALIDATE_REGION, bytes);
  if (from.host_pointer() != nullptr)
    std::memcpy(mapped, from.host_pointer(), bytes);
  else
    read(mapped, from.device_buffer(), bytes);
  unmap(to.device_buffer(), mapped);
}

void Copier::copy_from_mapped(Buffer& to, Buffer& from, std::size_t bytes) const {
  void* const mapped = map(from.device_buffer(), CL_MAP_READ, bytes);
  if (to.host_pointer() != nullptr)
    std::memcpy(to.host_pointer(), mapped, bytes);
  else
    write(to.device_buffer(), mapped, bytes);
  unmap(from.device_buffer(), mapped);
}

void Copier::copy_mapped_to_mapped(Buffer& to, Buffer& from, std::size_t bytes) const {
  void* const source = map(from.device_buffer(), CL_MAP_READ, bytes);
  void* const target = map(to.device_buffer(), CL_MAP_WRITE_INVALIDATE_REGION, bytes);
  std::memcpy(target, source, bytes);
  unmap(to.device_buffer(), target);
  unmap(from.device_buffer(), source);
}

void Copier::copy_buffers(cl_mem to, cl_mem from, std::size_t bytes) const {
  log.enqueue([&](cl_event* event) {
    check(clEnqueueCopyBuffer(queue, from, to, 0, 0, bytes, 0, nullptr, event),
          "clEnqueueCopyBuffer", where);
  });
}

void Copier::copy_pointers(void* to, const void* from, std::size_t bytes) const {
  if (!has_svm)
    throw Error(Outcome::kUnsupported, "no OpenCL command copies between two host memories on '" +
                                           std::string(where) +
                                           "': it has no shared virtual memory");
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

void* Copier::map(cl_mem buffer, cl_map_flags flags, std::size_t bytes) const {
  cl_int status = CL_SUCCESS;
  void* const mapped =
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, 0, bytes, 0, nullptr, nullptr, &status);
  check(status, "clEnqueueMapBuffer", where);
  return mapped;
}

void Copier::unmap(cl_mem buffer, void* mapped) const {
  check(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr),
        "clEnqueueUnmapMemObject", where);
}

}  // namespace tickbench::opencl
