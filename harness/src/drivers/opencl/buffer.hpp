// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "opencl/error.hpp"

namespace tickbench::opencl {

class Buffer;

/// The device that allocations are made on.
struct Allocator {
  cl_context context;
  cl_device_id device;
  cl_command_queue queue;
  const backend::DeviceInfo& info;
  backend::MemoryUse& use;

  /// Throws Error: kOverLimit, kOutOfMemory, kUnsupported (kShared without SVM), kInvalidBenchmark
  /// (no bytes).
  std::unique_ptr<Buffer> allocate(std::size_t bytes, backend::MemoryKind kind) const;
};

/// One allocation of any kind. How OpenCL reaches it:
///
/// | kind | cl_mem | host pointer |
/// |---|---|---|
/// | kDevice, kMapped | a plain buffer | none: kMapped is mapped for each copy |
/// | kHost | ALLOC_HOST_PTR, mapped for as long as it lives | the mapping |
/// | kShared | around coarse-grain SVM (USE_HOST_PTR) | none: the host touches it only while mapped
/// | | kHeap | none | page-aligned, touched |
///
/// A part of one has the pointers of the whole, further on, and a sub-buffer of its cl_mem.
///
/// No command may use a buffer while it is mapped. So kHost memory takes part in copies by its
/// pointer, never by its cl_mem, and is no kernel argument.
class Buffer final : public backend::CountedMemory {
 public:
  Buffer(const Allocator& on, std::size_t size, backend::MemoryKind kind);
  /// A part of another one: `offset` is a multiple of the device's base alignment.
  Buffer(const std::shared_ptr<backend::Memory>& whole, std::size_t offset, std::size_t size);
  ~Buffer() override {
    if (whole() != nullptr) return;
    if (kind() == backend::MemoryKind::kHost)
      check.clean_up(clEnqueueUnmapMemObject(on_.queue, buffer_.get(), host_, 0, nullptr, nullptr),
                     "clEnqueueUnmapMemObject");
    settle();
  }

  void* host_pointer() noexcept override { return host_; }

  /// Usable by commands and kernels; null for kHost and kHeap.
  cl_mem device_buffer() const noexcept {
    return kind() == backend::MemoryKind::kHost ? nullptr : buffer_.get();
  }
  void* svm_pointer() const noexcept { return svm_.get(); }

 private:
  void make() {
    if (kind() == backend::MemoryKind::kHost) return pin();
    if (kind() == backend::MemoryKind::kShared) return share();
    if (kind() == backend::MemoryKind::kHeap) {
      heap_ = backend::allocate_heap(size());
      host_ = heap_.get();
    } else {
      create(CL_MEM_READ_WRITE);
      force();
    }
  }
  /// A command may still be using what the driver does not count references of. Where the wait for
  /// it fails, it is tried once more: to free memory under a command is worse than to wait in vain.
  void settle() const noexcept {
    if (host_ == nullptr && svm_ == nullptr) return;
    check.clean_up_twice([this] { return clFinish(on_.queue); }, "clFinish");
  }
  void pin() {
    create(CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR);
    cl_int status = CL_SUCCESS;
    host_ = clEnqueueMapBuffer(on_.queue, buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                               size(), 0, nullptr, nullptr, &status);
    check_allocation(status, "clEnqueueMapBuffer");
    std::memset(host_, 0, size());
  }
  void share();
  void create_part(cl_mem whole) {
    const cl_buffer_region region{offset_, size()};
    cl_int status = CL_SUCCESS;
    buffer_ = MemoryHandle::adopt(
        clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status));
    check_allocation(status, "clCreateSubBuffer");
  }
  void create(cl_mem_flags flags) {
    cl_int status = CL_SUCCESS;
    buffer_ = MemoryHandle::adopt(clCreateBuffer(on_.context, flags, size(), svm_.get(), &status));
    check_allocation(status, "clCreateBuffer");
  }
  /// clCreateBuffer is lazy on many drivers: the memory is taken by the first command that uses it.
  /// Writing a byte brings a failure here, where it can be told from one of the kernel's, and not
  /// into a measurement. (A migration would be the call made for this, but a driver may ignore it.)
  void force() const {
    const cl_uchar zero = 0;
    check_allocation(
        clEnqueueFillBuffer(on_.queue, buffer_.get(), &zero, 1, 0, 1, 0, nullptr, nullptr),
        "clEnqueueFillBuffer, of the first byte");
    check_allocation(clFinish(on_.queue), "clFinish after the first byte was filled");
  }
  void check_allocation(cl_int status, const char* call) const {
    check.allocation(status, call, size(), on_.info);
  }

  Allocator on_;
  std::size_t offset_ = 0;  ///< of a part
  backend::HeapMemory heap_;
  std::shared_ptr<void> svm_;  ///< of a part: further on in the whole's
  MemoryHandle buffer_;        ///< gone before the memory that it may be around
  void* host_ = nullptr;
};

inline Buffer& as_buffer(backend::Memory& memory) {
  return backend::own<Buffer>(memory, "memory of the OpenCL back end");
}

}  // namespace tickbench::opencl
