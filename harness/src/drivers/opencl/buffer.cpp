// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/buffer.hpp"

#include "opencl/device_info.hpp"

namespace tickbench::opencl {

using backend::MemoryKind;

std::unique_ptr<Buffer> Allocator::allocate(std::size_t bytes, MemoryKind kind) const {
  use.require(bytes, kind);
  return std::make_unique<Buffer>(*this, bytes, kind);
}

Buffer::Buffer(const Allocator& on, std::size_t size, MemoryKind kind)
    : CountedMemory(size, kind, on.use), on_(on) {
  try {
    make();
  } catch (...) {
    settle();  // as the destructor does
    throw;
  }
}

Buffer::Buffer(const std::shared_ptr<backend::Memory>& whole, std::size_t offset, std::size_t size)
    : CountedMemory(whole, offset, size), on_(as_buffer(*whole).on_), offset_(offset) {
  const auto* of = &as_buffer(*whole);
  const auto further = [offset](void* pointer) -> void* {
    return pointer == nullptr ? nullptr : static_cast<std::byte*>(pointer) + offset;
  };
  host_ = further(of->host_);
  svm_ = std::shared_ptr<void>(of->svm_, further(of->svm_.get()));
  // There is no sub-buffer of a sub-buffer.
  offset_ += of->offset_;
  while (of->whole() != nullptr) of = &as_buffer(*of->whole());
  if (of->device_buffer() != nullptr) create_part(of->device_buffer());
}

void Buffer::share() {
  if (!has_shared_memory(on_.device))
    throw_error(Outcome::kUnsupported,
                "shared memory: the device '{}' states no coarse-grain shared virtual memory",
                on_.info.name);
  svm_.reset(clSVMAlloc(on_.context, CL_MEM_READ_WRITE, size(), 0),
             [context = on_.context](void* memory) { clSVMFree(context, memory); });
  if (svm_ == nullptr) check_allocation(CL_OUT_OF_RESOURCES, "clSVMAlloc gave null");
  create(CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR);
  force();
}

}  // namespace tickbench::opencl
