// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/non_copyable.hpp"
#include "base/throw_error.hpp"
#include "tickbench/backend/backend.hpp"

/// What the memories of all back ends have in common.
namespace tickbench::backend {

/// Throws Error (kInvalidBenchmark) where `memory` has no room for `bytes`; `what` begins the
/// message.
void require_room(const Memory& memory, std::size_t bytes, const char* what);

/// Throws Error (kInvalidBenchmark) unless the part has bytes and lies within the whole.
void require_part(const Memory& whole, std::size_t offset, std::size_t bytes);

/// A long16 or double16 of OpenCL: what any back end may be asked for.
inline constexpr std::size_t kLargestPattern = 128;
/// Throws Error (kInvalidBenchmark) unless a pattern of so many bytes is a power of two up to
/// `largest` and divides the fill.
void require_pattern(std::size_t pattern, std::size_t bytes, std::size_t largest = kLargestPattern);
/// The same, and kUnsupported above 4 bytes: the driver has no command for those.
void require_word_pattern(std::size_t pattern, std::size_t bytes, std::string_view driver);

/// Memory or a kernel as the back end's own class. Throws Error (kInvalidBenchmark) for another
/// back end's; `what` is "memory of the OpenCL back end".
[[noreturn]] void throw_foreign(const char* what);
template <class Own, class Any>
Own& own(Any& object, const char* what) {
  if (auto* const found = dynamic_cast<Own*>(&object)) return *found;
  throw_foreign(what);
}

/// Throws Error (kOutOfMemory): the driver's words, and the limits that the allocation is within.
[[noreturn]] void throw_out_of_memory(const std::string& what, std::size_t bytes,
                                      const DeviceInfo& info);

/// Pageable memory as a program's own large arrays are: whole pages, so that transfers start
/// aligned, and touched, since a page that never was costs a fault in the first copy. Throws Error
/// (kOutOfMemory).
struct FreeHeap {
  void operator()(void* memory) const noexcept { std::free(memory); }
};
using HeapMemory = std::unique_ptr<void, FreeHeap>;
HeapMemory allocate_heap(std::size_t bytes);
constexpr std::size_t rounded_up(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}
/// What it takes for so many bytes.
inline constexpr std::size_t kPage = 4096;
constexpr std::size_t whole_pages(std::size_t bytes) { return rounded_up(bytes, kPage); }

/// The bytes that a device's allocations hold: their sum is what its memory limits.
class MemoryUse {
 public:
  explicit MemoryUse(const DeviceInfo& info) : info_(&info) {}
  /// How much of an allocation is the device's own memory: none of the heap's, and page-locked
  /// memory only where host and device share one.
  std::size_t taken_by(std::size_t bytes, MemoryKind kind) const noexcept {
    if (kind == MemoryKind::kHeap) return 0;
    return kind != MemoryKind::kHost || info_->unified_memory ? bytes : 0;
  }
  /// Throws Error: kOverLimit, naming the numbers, where an allocation would exceed the device's
  /// limits; kInvalidBenchmark for one of no bytes.
  void require(std::size_t bytes, MemoryKind kind) const;
  void add(std::size_t bytes) noexcept { used_ += bytes; }
  void remove(std::size_t bytes) noexcept { used_ -= bytes; }

 private:
  const DeviceInfo* info_;
  std::atomic<std::uint64_t> used_ = 0;  // bodies may have threads
};

/// Memory of any back end: counted while it is there. A part counts nothing, and keeps the whole.
class CountedMemory : public Memory, private NonCopyable {
 public:
  std::size_t size() const noexcept final { return size_; }
  MemoryKind kind() const noexcept final { return kind_; }

 protected:
  CountedMemory(std::size_t size, MemoryKind kind, MemoryUse& use)
      : size_(size), kind_(kind), use_(&use) {
    use_->add(use_->taken_by(size_, kind_));
  }
  /// A part. Throws Error (kInvalidBenchmark) where it does not lie within the whole.
  CountedMemory(const std::shared_ptr<Memory>& whole, std::size_t offset, std::size_t size)
      : size_(size), kind_(whole->kind()), whole_(whole) {
    require_part(*whole, offset, size);
  }
  ~CountedMemory() override {
    if (use_ != nullptr) use_->remove(use_->taken_by(size_, kind_));
  }

  /// What it is a part of; null: it is none.
  const std::shared_ptr<Memory>& whole() const noexcept { return whole_; }

 private:
  std::size_t size_;
  MemoryKind kind_;
  MemoryUse* use_ = nullptr;  ///< of a part: null
  std::shared_ptr<Memory> whole_;
};

/// Memory that host, commands and kernels reach by one address.
class AddressedMemory : public CountedMemory {
 public:
  AddressedMemory(std::shared_ptr<void> pointer, std::size_t size, MemoryKind kind, MemoryUse& use)
      : CountedMemory(size, kind, use), pointer_(std::move(pointer)) {}
  /// A part of another one.
  AddressedMemory(const std::shared_ptr<Memory>& whole, std::size_t offset, std::size_t size)
      : CountedMemory(whole, offset, size),
        pointer_(whole, static_cast<std::byte*>(
                            own<AddressedMemory>(*whole, "memory of this back end").pointer()) +
                            offset) {}

  void* host_pointer() noexcept override {
    return kind() == MemoryKind::kDevice ? nullptr : pointer();
  }
  void* pointer() const noexcept { return pointer_.get(); }

 private:
  std::shared_ptr<void> pointer_;
};

/// A device before another one, which does all that the derived class does not.
class FrontDevice : public Device {
 public:
  const DeviceInfo& info() const noexcept override { return device_.info(); }
  Queue& queue() override { return device_.queue(); }
  std::unique_ptr<Memory> allocate(std::size_t bytes, MemoryKind kind) override {
    return device_.allocate(bytes, kind);
  }
  std::size_t part_alignment() const override { return device_.part_alignment(); }
  std::unique_ptr<Memory> part(const std::shared_ptr<Memory>& whole, std::size_t offset,
                               std::size_t bytes) override {
    return device_.part(whole, offset, bytes);
  }
  void note_arguments(const Kernel& kernel, std::span<const Argument> arguments) override {
    device_.note_arguments(kernel, arguments);
  }
  std::function<void()> before_launches() override { return device_.before_launches(); }
  void write(Memory& to, std::span<const std::byte> from) override { device_.write(to, from); }
  void read(Memory& from, std::span<std::byte> to) override { device_.read(from, to); }
  std::unique_ptr<Kernel> kernel(const KernelName& name) override { return device_.kernel(name); }

 protected:
  explicit FrontDevice(Device& device) : device_(device) {}
  Device& device() const noexcept { return device_; }

 private:
  Device& device_;
};

/// An opened device of a driver: its description, what is allocated on it, and blocking transfers,
/// by the host where it reaches the memory.
class OpenedDevice : public Device {
 public:
  explicit OpenedDevice(DeviceInfo info) : info_(std::move(info)) {}
  const DeviceInfo& info() const noexcept final { return info_; }
  void write(Memory& to, std::span<const std::byte> from) final {
    require_room(to, from.size(), "write");
    if (from.empty()) return;
    queue().finish();
    if (to.host_pointer() == nullptr) return write_now(to, from);
    std::memcpy(to.host_pointer(), from.data(), from.size());
  }
  void read(Memory& from, std::span<std::byte> to) final {
    require_room(from, to.size(), "read");
    if (to.empty()) return;
    queue().finish();
    if (from.host_pointer() == nullptr) return read_now(from, to);
    std::memcpy(to.data(), from.host_pointer(), to.size());
  }

 protected:
  MemoryUse& use() noexcept { return use_; }

 private:
  /// Of memory that the host does not reach, once the queue is finished.
  virtual void write_now(Memory& to, std::span<const std::byte> from) = 0;
  virtual void read_now(Memory& from, std::span<std::byte> to) = 0;

  DeviceInfo info_;
  MemoryUse use_{info_};
};

/// The same, whose memory is of this class.
template <class Buffer>
class DeviceWith : public OpenedDevice {
 public:
  using OpenedDevice::OpenedDevice;
  std::unique_ptr<Memory> part(const std::shared_ptr<Memory>& whole, std::size_t offset,
                               std::size_t bytes) final {
    return std::make_unique<Buffer>(whole, offset, bytes);
  }
};

}  // namespace tickbench::backend
