// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstring>
#include <initializer_list>

#include "tickbench/backend/backend.hpp"

namespace tickbench {

using backend::DeviceInfo;
using backend::MemoryKind;

namespace detail {

/// Of n elements of T; too many for std::size_t are its largest value, which no device has.
template <class T>
constexpr std::size_t byte_count(std::size_t n) noexcept {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  return n > kMost / sizeof(T) ? kMost : n * sizeof(T);
}

/// Throws Error (kInvalidBenchmark) unless they are equal.
void require_as_many(std::size_t elements, std::size_t found);

/// Blocking.
void write(backend::Device& device, backend::Memory& to, std::span<const std::byte> from);

/// How often bodies asked for a back end: what they do by it is not seen.
inline std::atomic<std::uint64_t> backend_uses = 0;

/// The bytes of a device's own memory that one handle's buffers take, whatever thread makes them.
class MemoryCount {
 public:
  void add(std::uint64_t bytes) noexcept {
    const auto held = held_ += bytes;
    for (auto peak = peak_.load(); held > peak && !peak_.compare_exchange_weak(peak, held);) {
    }
  }
  void remove(std::uint64_t bytes) noexcept { held_ -= bytes; }
  std::uint64_t held() const noexcept { return held_; }
  /// The most at a time since `begin`.
  std::uint64_t peak() const noexcept { return peak_; }
  void begin() noexcept { peak_ = held_.load(); }

 private:
  std::atomic<std::uint64_t> held_ = 0, peak_ = 0;
};

/// Counts the memory until what it returns is gone. `count`: null where nobody counts.
std::shared_ptr<const void> counted(const backend::Device& device, const backend::Memory& memory,
                                    const std::shared_ptr<MemoryCount>& count);

}  // namespace detail

/// n elements of T in one of the device's memories. Move-only; freed when destroyed.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer(backend::Device& device, std::size_t n, MemoryKind kind,
         const std::shared_ptr<detail::MemoryCount>& count = nullptr)
      : device_(&device),
        memory_(device.allocate(detail::byte_count<T>(n), kind)),
        counted_(detail::counted(device, *memory_, count)),
        size_(n) {}

  std::size_t size() const noexcept { return size_; }
  std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
  MemoryKind kind() const noexcept { return memory_->kind(); }
  backend::Memory& memory() const noexcept { return *memory_; }

  /// Blocking. `values` has size() elements.
  void write(std::span<const T> values) {
    detail::require_as_many(size_, values.size());
    detail::write(*device_, *memory_, std::as_bytes(values));
  }
  std::vector<T> read() const {
    std::vector<T> values(size_);
    read(values);
    return values;
  }
  /// Into memory of yours, of size() elements.
  void read(std::span<T> values) const {
    detail::require_as_many(size_, values.size());
    device_->read(*memory_, std::as_writable_bytes(values));
  }

 private:
  backend::Device* device_;
  std::unique_ptr<backend::Memory> memory_;
  std::shared_ptr<const void> counted_;
  std::size_t size_;
};

namespace detail {

template <class T>
inline constexpr bool kIsBuffer = false;
template <class T>
inline constexpr bool kIsBuffer<Buffer<T>> = true;

/// Of a forwarding reference's type: that of a temporary is no reference.
template <class T>
concept TemporaryBuffer = kIsBuffer<std::remove_const_t<T>>;

/// What OpenCL C calls an arithmetic type of this size and kind; empty for anything else.
template <class T>
std::string kernel_type_name() {
  if constexpr (std::is_same_v<T, float>)
    return "float";
  else if constexpr (std::is_same_v<T, double>)
    return "double";
  else if constexpr (std::is_integral_v<T> && sizeof(T) <= 8) {
    constexpr const char* kNames[] = {"char", "short", "int", "long"};
    constexpr int kLog2Size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return std::string(std::is_signed_v<T> ? "" : "u") + kNames[kLog2Size];
  } else {
    return {};
  }
}

}  // namespace detail

/// `count` elements of T of work-group-local memory, as a kernel argument.
template <class T>
struct Local {
  std::size_t count;
};
template <class T>
Local<T> local(std::size_t count) {
  return {count};
}

/// A buffer that a launch takes.
struct WriteTarget {
  WriteTarget(backend::Memory& taken, std::string as, bool may_write = true)
      : memory(&taken), role(std::move(as)), is_written(may_write), life(taken.life()) {}

  backend::Memory* memory;
  std::string role;  ///< "argument 2 of 'saxpy'", "the target of a copy"
  bool is_written;   ///< it may be
  std::weak_ptr<const void> life;
};

/// One kernel run, copy or fill, to be verified and measured. Its buffers have to outlive it.
class Launch {
 public:
  Launch(backend::Queue& queue, Work work) : queue_(&queue), work_(std::move(work)) {}
  Launch(backend::Queue& queue, Work work, std::vector<WriteTarget> targets)
      : queue_(&queue), work_(std::move(work)), targets_(std::move(targets)) {}
  const Work& work() const noexcept { return work_; }
  backend::Queue& queue() const noexcept { return *queue_; }
  /// The buffers that it takes; nothing where they are not known.
  const std::optional<std::vector<WriteTarget>>& targets() const noexcept { return targets_; }
  /// Throws Error (kInvalidBenchmark) where a buffer of it is gone.
  void require_buffers() const;
  /// Enqueues it once and waits.
  void operator()() const;
  /// Enqueues it once: between a DeviceTimer's start and stop, which waits.
  void enqueue() const { work_.enqueue(); }

 private:
  backend::Queue* queue_;
  Work work_;
  std::optional<std::vector<WriteTarget>> targets_;
};

namespace detail {

/// Launches as one, in their order. Throws Error (kInvalidBenchmark): none, or of several queues.
Launch chain(std::span<const Launch> links);

}  // namespace detail

/// Sizes in up to three dimensions.
struct Extent {
  std::vector<std::size_t> sizes;
  // NOLINTNEXTLINE(google-explicit-constructor): over(n) reads as it should
  Extent(std::size_t n) : sizes{n} {}
  Extent(std::initializer_list<std::size_t> n) : sizes(n) {}
};

/// A kernel by name, on its way to a launch: `device.kernel("saxpy").args(2.0f, x, y, n).over(n)`.
class Kernel {
 public:
  Kernel(backend::Device& device, std::string_view name, std::string_view variant = {});

  /// Scalars (std::size_t: `ulong`) and structs by value, buffers, local<T>(count). A temporary
  /// buffer would be gone before the launch: it does not compile.
  template <class... Args>
  requires(!detail::TemporaryBuffer<Args> && ...) Kernel& args(Args&&... arguments) {
    arguments_.clear();
    (arguments_.push_back(argument(arguments)), ...);
    return *this;
  }
  /// One work-item an element; without `local` the driver chooses the work-group's size. Throws
  /// Error (kInvalidBenchmark) where `local` does not divide `global`.
  Launch over(const Extent& global) const;
  Launch over(const Extent& global, const Extent& local) const;

 private:
  template <class T>
  static backend::Argument argument(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>,
                  "kernel arguments are values, buffers or local<T>(n)");
    static_assert(sizeof(T) <= sizeof(backend::Argument::value),
                  "pass a larger struct in a buffer");
    backend::Argument result{.size = sizeof(T), .type = detail::kernel_type_name<T>()};
    std::memcpy(result.value.data(), &value, sizeof(T));
    return result;
  }
  template <class T>
  static backend::Argument argument(const Buffer<T>& buffer) {
    return {.kind = backend::Argument::Kind::kMemory,
            .memory = &buffer.memory(),
            .type = detail::kernel_type_name<T>()};
  }
  template <class T>
  static backend::Argument argument(const Local<T>& memory) {
    return {.kind = backend::Argument::Kind::kLocal, .size = detail::byte_count<T>(memory.count)};
  }

  backend::Device* device_;
  std::string name_;
  std::string variant_;
  std::vector<backend::Argument> arguments_;
};

/// The device that a benchmark runs on, whatever its back end.
class Device {
 public:
  /// `type`: the variant of kernels that have it, where none is named.
  explicit Device(backend::Device& device, std::string_view type = {})
      : device_(&device), type_(type) {}

  const DeviceInfo& info() const noexcept { return device_->info(); }
  const std::string& name() const noexcept { return info().name; }

  template <class T>
  Buffer<T> allocate(std::size_t n, MemoryKind kind = MemoryKind::kDevice) {
    return Buffer<T>(*device_, n, kind, memory_count_);
  }
  template <class T>
  Buffer<T> upload(std::span<const T> values, MemoryKind kind = MemoryKind::kDevice) {
    auto buffer = allocate<T>(values.size(), kind);
    buffer.write(values);
    return buffer;
  }
  template <class T>
  Buffer<T> upload(const std::vector<T>& values, MemoryKind kind = MemoryKind::kDevice) {
    return upload(std::span<const T>(values), kind);
  }

  /// `variant`: one that tickbench_add_kernels(... VARIANT) made of its source.
  /// Without one, in a benchmark with an axis of types: the type's, where the kernel has it.
  Kernel kernel(std::string_view name, std::string_view variant = {});

  /// Copies all of `from`; `to` is at least as large. Neither is a temporary, as in Kernel::args.
  template <class T>
  Launch copy(const Buffer<T>& to, const Buffer<T>& from) {
    return copy(to.memory(), from.memory(), from.size_bytes());
  }
  template <class T>
  Launch copy(const Buffer<T>&&, const Buffer<T>&) = delete;
  template <class T>
  Launch copy(const Buffer<T>&, const Buffer<T>&&) = delete;
  template <class T>
  Launch fill(const Buffer<T>&&, const T&) = delete;
  template <class T>
  Launch fill(const Buffer<T>& to, const T& value) {
    return fill(to.memory(), std::as_bytes(std::span(&value, 1)), to.size_bytes());
  }

  backend::Device& backend() noexcept {
    ++detail::backend_uses;
    return *device_;
  }
  /// Of what was allocated through this handle and its copies.
  detail::MemoryCount& memory_count() noexcept { return *memory_count_; }

 private:
  Launch copy(backend::Memory& to, backend::Memory& from, std::size_t bytes);
  Launch fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes);

  backend::Device* device_;
  std::string type_;
  std::shared_ptr<detail::MemoryCount> memory_count_ = std::make_shared<detail::MemoryCount>();
};

}  // namespace tickbench
