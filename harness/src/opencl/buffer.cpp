// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/buffer.hpp"

#include <cstring>
#include <utility>

#include "opencl/device_info.hpp"

namespace tickbench::opencl {
namespace {

using backend::MemoryKind;

void check_allocation(cl_int status, const char* call, std::size_t bytes,
                      const backend::DeviceInfo& info) {
  if (!means_no_memory(status)) return check(status, call, info.name);
  backend::throw_out_of_memory(std::string(call) + ": " + describe_status(status), bytes, info);
}

}  // namespace

Buffer& as_buffer(backend::Memory& memory) {
  auto* const buffer = dynamic_cast<Buffer*>(&memory);
  if (buffer == nullptr)
    throw Error(Outcome::kInvalidBenchmark,
                "expected memory of the OpenCL back end, found another's");
  return *buffer;
}

MemoryHandle Allocator::create(cl_mem_flags flags, std::size_t bytes, void* host) const {
  cl_int status = CL_SUCCESS;
  auto buffer = MemoryHandle::adopt(clCreateBuffer(context, flags, bytes, host, &status));
  check_allocation(status, "clCreateBuffer", bytes, info);
  return buffer;
}

/// clCreateBuffer is lazy on many drivers: the memory is taken by the first command that uses it.
/// Writing a byte brings a failure here, where it can be told from one of the kernel's, and not
/// into a measurement. (A migration would be the call made for this, but a driver may ignore it.)
void Allocator::force(cl_mem buffer, std::size_t bytes) const {
  const cl_uchar zero = 0;
  check_allocation(clEnqueueFillBuffer(queue, buffer, &zero, 1, 0, 1, 0, nullptr, nullptr),
                   "clEnqueueFillBuffer, of the first byte", bytes, info);
  check_allocation(clFinish(queue), "clFinish after the first byte was filled", bytes, info);
}

Buffer::Parts Allocator::heap_memory(std::size_t bytes) const {
  std::shared_ptr<void> memory = backend::allocate_heap(bytes);
  Buffer::Parts parts;
  parts.kind = MemoryKind::kHeap;
  parts.host = memory.get();
  parts.before_release = [q = queue] { clFinish(q); };  // a copy may still be reading it
  parts.after_release = [memory]() mutable { memory.reset(); };
  return parts;
}

Buffer::Parts Allocator::device_memory(std::size_t bytes, MemoryKind kind) const {
  Buffer::Parts parts;
  parts.kind = kind;
  parts.buffer = create(CL_MEM_READ_WRITE, bytes, nullptr);
  force(parts.buffer.get(), bytes);
  return parts;
}

Buffer::Parts Allocator::pinned_memory(std::size_t bytes) const {
  Buffer::Parts parts;
  parts.kind = MemoryKind::kHost;
  parts.buffer = create(CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, nullptr);
  cl_int status = CL_SUCCESS;
  parts.host = clEnqueueMapBuffer(queue, parts.buffer.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                  bytes, 0, nullptr, nullptr, &status);
  check_allocation(status, "clEnqueueMapBuffer", bytes, info);
  std::memset(parts.host, 0, bytes);
  parts.before_release = [q = queue, buffer = parts.buffer.get(), host = parts.host] {
    clEnqueueUnmapMemObject(q, buffer, host, 0, nullptr, nullptr);
    clFinish(q);
  };
  return parts;
}

Buffer::Parts Allocator::shared_memory(std::size_t bytes) const {
  if (!has_shared_memory(device))
    throw Error(Outcome::kUnsupported, "shared memory: the device '" + info.name +
                                           "' states no coarse-grain shared virtual memory");
  void* const svm = clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0);
  if (svm == nullptr) check_allocation(CL_OUT_OF_RESOURCES, "clSVMAlloc gave null:", bytes, info);
  Buffer::Parts parts;
  parts.kind = MemoryKind::kShared;
  parts.svm = svm;
  parts.before_release = [q = queue] { clFinish(q); };
  parts.after_release = [c = context, svm] { clSVMFree(c, svm); };
  try {
    parts.buffer = create(CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, svm);
    force(parts.buffer.get(), bytes);
  } catch (...) {
    parts.buffer = {};
    clSVMFree(context, svm);
    throw;
  }
  return parts;
}

Buffer::Parts Allocator::parts_of(std::size_t bytes, MemoryKind kind) const {
  switch (kind) {
    case MemoryKind::kHeap:
      return heap_memory(bytes);
    case MemoryKind::kHost:
      return pinned_memory(bytes);
    case MemoryKind::kShared:
      return shared_memory(bytes);
    default:
      return device_memory(bytes, kind);
  }
}

std::unique_ptr<Buffer> Allocator::allocate(std::size_t bytes, MemoryKind kind) const {
  if (bytes == 0)
    throw Error(Outcome::kInvalidBenchmark, "an allocation: expected at least one byte");
  use.require(bytes, kind);
  const std::size_t taken = use.taken_by(bytes, kind);
  auto parts = parts_of(bytes, kind);
  parts.size = bytes;
  use.add(taken);
  parts.after_release = [free = std::move(parts.after_release), u = &use, taken] {
    if (free) free();
    u->remove(taken);
  };
  return std::make_unique<Buffer>(std::move(parts));
}

}  // namespace tickbench::opencl
