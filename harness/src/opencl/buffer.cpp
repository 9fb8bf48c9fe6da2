// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/buffer.hpp"

#include <cstring>
#include <new>
#include <utility>

#include "opencl/device_info.hpp"

namespace tickbench::opencl {
namespace {

using backend::MemoryKind;

// Pageable memory as a program's own large arrays are: whole pages, so that transfers start
// aligned.
constexpr std::size_t kPage = 4096;

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

void check_allocation(cl_int status, const char* call, std::size_t bytes,
                      const backend::DeviceInfo& info) {
  if (!means_no_memory(status)) return check(status, call, info.name);
  throw Error(Outcome::kOutOfMemory, std::string(call) + ": " + describe_status(status) + " for " +
                                         bytes_text(bytes) + ", although the device '" + info.name +
                                         "' states a largest allocation of " +
                                         bytes_text(info.largest_allocation) + " and a memory of " +
                                         bytes_text(info.memory));
}

}  // namespace

void MemoryUse::require(std::size_t bytes, std::size_t taken) const {
  const auto& info = *info_;
  if (info.largest_allocation != 0 && bytes > info.largest_allocation)
    throw Error(Outcome::kOverLimit, "an allocation of " + bytes_text(bytes) +
                                         " is above the largest that the device '" + info.name +
                                         "' states, " + bytes_text(info.largest_allocation));
  if (info.memory != 0 && (bytes > info.memory || (taken != 0 && used_ > info.memory - taken)))
    throw Error(Outcome::kOverLimit, "an allocation of " + bytes_text(bytes) + " beside the " +
                                         bytes_text(used_) +
                                         " in use is above the memory that the device '" +
                                         info.name + "' states, " + bytes_text(info.memory));
}

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
  const std::size_t rounded = (bytes + kPage - 1) / kPage * kPage;
  void* const memory = rounded < bytes ? nullptr : std::aligned_alloc(kPage, rounded);
  if (memory == nullptr)
    throw Error(Outcome::kOutOfMemory,
                "the host has no " + bytes_text(bytes) + " of ordinary memory");
  std::memset(memory, 0, rounded);  // a page that was never touched costs a fault in the first copy
  Buffer::Parts parts;
  parts.kind = MemoryKind::kHeap;
  parts.host = memory;
  parts.before_release = [q = queue] { clFinish(q); };  // a copy may still be reading it
  parts.after_release = [memory] { std::free(memory); };
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
  // Page-locked memory is the host's own, except where host and device share one memory.
  const bool is_limited = kind != MemoryKind::kHeap;
  const std::size_t taken =
      is_limited && (kind != MemoryKind::kHost || info.unified_memory) ? bytes : 0;
  if (is_limited) use.require(bytes, taken);
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
