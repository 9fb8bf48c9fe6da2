// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <span>

#include "tickbench/device_timer.hpp"
#include "tickbench/error.hpp"
#include "tickbench/timed_queue.hpp"

/// What a back end implements. Benchmarks use the facade in device.hpp instead.
namespace tickbench::backend {

enum class DeviceType { kGpu, kAccelerator, kCpu, kOther };
std::string_view to_string(DeviceType type) noexcept;

/// Everything that identifies a device, and its limits. Sizes in bytes; 0 or empty: not stated.
struct DeviceInfo {
  std::string backend;  ///< its name: "opencl"
  std::string index;    ///< "0", or "0.1" for a sub-device: across the platforms of the back end
  std::string name;
  std::string vendor;
  std::string platform;
  std::string driver;  ///< the driver's version
  std::string api_version;
  DeviceType type = DeviceType::kOther;
  int compute_units = 0;   ///< 0: the driver does not tell
  double clock_hertz = 0;  ///< of the device's cores
  /// What its memory and its arithmetic in single precision would reach at best, as it is built.
  double theoretical_bytes_per_second = 0;
  double theoretical_flops_per_second = 0;
  double timer_hertz = 0;  ///< of the device's clock
  int timer_valid_bits = 0;
  std::uint64_t memory = 0;
  std::uint64_t largest_allocation = 0;
  std::uint64_t cache = 0;  ///< last-level, as reported: often too small
  std::uint64_t local_memory = 0;
  std::size_t largest_work_group = 0;
  std::uint64_t most_work_groups = 0;  ///< of a launch, in the first dimension
  bool unified_memory = false;
  bool has_double = false;
  bool has_half = false;    ///< arithmetic in half precision, not only storage
  bool accepts_il = false;  ///< takes SPIR-V
  std::string note;         ///< "CPU driver", where a device needs a word: it stands in every row
  std::string pci_address;  ///< "0000:3b:00.0": by it the device is found outside of its back end
  /// `opencl:0`.
  std::string id() const { return backend + ":" + index; }
  /// Compute units for a launch to fill. Where the driver does not tell: 1 of a processor, else
  /// more than the largest device has, since groups that find no unit only wait.
  std::size_t units_to_fill() const noexcept {
    if (compute_units > 0) return static_cast<std::size_t>(compute_units);
    constexpr std::size_t kMoreThanTheLargest = 256;
    return type == DeviceType::kCpu ? 1 : kMoreThanTheLargest;
  }
};

enum class MemoryKind {
  kDevice,  ///< the device's own memory
  kHost,    ///< the driver's, in the host, page-locked: "pinned"
  kShared,  ///< moves between host and device (Level Zero's shared, OpenCL's SVM)
  kHeap,    ///< the process's ordinary, pageable memory
  kMapped,  ///< device memory that the host reaches by mapping it
};
std::string_view to_string(MemoryKind kind) noexcept;

/// One allocation. Freed when destroyed.
class Memory {
 public:
  virtual ~Memory() = default;
  virtual std::size_t size() const noexcept = 0;
  virtual MemoryKind kind() const noexcept = 0;
  /// Where the host can reach it directly (kHost, kShared, kHeap); null otherwise.
  virtual void* host_pointer() noexcept = 0;
  /// Expires with it: for whoever keeps its address.
  std::weak_ptr<const void> life() const noexcept { return life_; }
  /// A content, or a launch that was run on it, by a digest. Twice the same counts once.
  void note_written(std::uint64_t digest) noexcept;
  /// Equal where all that was written is.
  std::uint64_t written() const noexcept { return written_; }

 private:
  std::shared_ptr<const char> life_ = std::make_shared<const char>();
  std::uint64_t written_ = 0, last_written_ = 0;
};

struct Argument {
  enum class Kind { kValue, kMemory, kLocal } kind = Kind::kValue;
  std::array<std::byte, 128> value{};  ///< kValue
  std::size_t size = 0;                ///< of the value, or of the local memory
  Memory* memory = nullptr;            ///< kMemory
  /// Of the value, or of the memory's elements, in OpenCL C ("float", "ulong"); empty for a struct.
  std::string type{};
};

/// A kernel by its name in the source, and the source's variant; empty: the source as it is.
struct KernelName {
  // NOLINTBEGIN(google-explicit-constructor): kernel("saxpy") reads as it should
  KernelName(const char* text) : name(text) {}
  KernelName(std::string_view text, std::string_view of = {}) : name(text), variant(of) {}
  KernelName(const std::string& text) : name(text) {}
  // NOLINTEND(google-explicit-constructor)
  std::string_view name;
  std::string_view variant{};
};
/// "saxpy", or "saxpy (variant double)".
std::string to_string(const KernelName& kernel);

/// Global and local size in up to three dimensions; a local size of zeros leaves it to the driver.
struct Range {
  std::array<std::size_t, 3> global{1, 1, 1};
  std::array<std::size_t, 3> local{0, 0, 0};
  int dimensions = 1;
  friend bool operator==(const Range&, const Range&) = default;
};

struct Module;

/// A kernel with its arguments set, ready to be launched any number of times.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual void set_arguments(std::span<const Argument> arguments) = 0;
  virtual std::string_view name() const noexcept = 0;
  /// That its code is of; null where that is not known.
  virtual const Module* module() const noexcept { return nullptr; }
  /// As its source says; empty where that is not known.
  virtual std::string argument_name(std::size_t /*index*/) const { return {}; }
  /// "global float* x", for each argument as its source declares it; empty where that is not known.
  virtual std::vector<std::string> argument_texts() const { return {}; }
};

/// The device's in-order queue. `Work::enqueue` calls its enqueue functions, for `run` to bracket.
class Queue : public TimedQueue {
 public:
  virtual void launch(Kernel& kernel, const Range& range) = 0;
  /// Between any kinds of memory. The host waits only where one side is kMapped: the launch is then
  /// map, copy by the host, unmap.
  virtual void copy(Memory& to, Memory& from, std::size_t bytes) = 0;
  virtual void fill(Memory& to, std::span<const std::byte> pattern, std::size_t bytes) = 0;
  virtual void finish() = 0;
  /// Behind a benchmark's body, which has freed its memory: nothing that it enqueued will execute.
  /// Of no use where a driver keeps memory while commands use it.
  virtual void drop() noexcept {}
  /// The driver's own queue, to enqueue on, as the type that names this back end in NativeQueue.
  virtual void* native_handle() = 0;
  /// Regions on this queue, which has to outlive it. Throws Error (kUnsupported).
  virtual std::unique_ptr<RegionMarker> region_marker();
};

class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceInfo& info() const noexcept = 0;
  virtual Queue& queue() = 0;
  /// Throws Error: kOverLimit above the device's stated limits, kOutOfMemory within them.
  virtual std::unique_ptr<Memory> allocate(std::size_t bytes, MemoryKind kind) = 0;
  /// What a part's offset has to be a multiple of; 0: this back end has no parts of an allocation.
  virtual std::size_t part_alignment() const { return 0; }
  /// A part of an allocation, of its kind. It keeps `whole` alive. Throws Error.
  virtual std::unique_ptr<Memory> part(const std::shared_ptr<Memory>& whole, std::size_t offset,
                                       std::size_t bytes);
  /// A kernel was given these: for a device that names memory by them.
  virtual void note_arguments(const Kernel& /*kernel*/, std::span<const Argument> /*arguments*/) {}
  /// As a kernel's values.
  virtual void note_fill(std::span<const std::byte> /*pattern*/) {}
  /// What is to be done before each launch of a kernel; null: nothing.
  virtual std::function<void()> before_launches() { return nullptr; }
  /// Blocking transfers, outside any measurement.
  virtual void write(Memory& to, std::span<const std::byte> from) = 0;
  virtual void read(Memory& from, std::span<std::byte> to) = 0;
  /// From the embedded modules; each program is built once. Throws Error (kBuildFailed, with the
  /// whole build log; kInvalidBenchmark where no module, or more than one, has this kernel).
  virtual std::unique_ptr<Kernel> kernel(const KernelName& name) = 0;
  /// Another build's kernel in the place of `own`, with these arguments; null where launches are of
  /// this build's alone.
  virtual std::unique_ptr<Kernel> other_build(const KernelName& /*name*/, const Kernel& /*own*/,
                                              std::span<const Argument> /*arguments*/) {
    return nullptr;
  }
  /// Asked at each launch of a kernel that has one of the other build.
  virtual bool launches_other_build() { return false; }
};

/// A choice of the user's: the flag --tickbench_BACKEND_NAME. The settings of every result hold it.
struct Setting {
  std::string name;                 ///< "list"
  std::vector<std::string> values;  ///< the first one is the default
  std::string meaning;              ///< for --help
  /// Deprecated words for values, which are still taken: {"delay", "delay_kernel"}.
  std::map<std::string, std::string> deprecated{};
};

/// What a back end does not list, and why, in clauses: "a driver offers no device; level_zero:1:
/// zeDeviceGetProperties: ...".
struct NotListed {
  std::string reason;       ///< empty: nothing is missing
  bool has_failed = false;  ///< a driver that is here failed; else there is none, or no device

  void add(std::string_view clause, bool is_failure);
  /// A failure, unless the error says kNoDevice.
  void add(const Error& error);
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string_view name() const noexcept = 0;
  /// Opens the drivers. `not_listed` is told what is missing: that there is no driver, and what
  /// failed, also beside devices that did not.
  virtual std::vector<DeviceInfo> devices(NotListed& not_listed) = 0;
  /// A sub-device, which `devices` does not list, by an index such as "0.1"; nothing where there is
  /// no device 0, or no sub-device at all. Throws Error: kUnsupported where the device cannot be
  /// divided, kNoDevice where it has fewer parts.
  virtual std::optional<DeviceInfo> describe(std::string_view /*index*/) { return std::nullopt; }
  virtual std::vector<Setting> settings() const { return {}; }
  /// Before any device is opened. `value` is one of the setting's.
  virtual void choose(std::string_view /*setting*/, std::string_view /*value*/) {}
  /// By `device.index` alone; "0.1" is sub-device 1 of device 0. Throws Error: kNoDevice where none
  /// has this index, kUnsupported where it cannot be divided.
  virtual std::unique_ptr<Device> open(const DeviceInfo& device) = 0;
  /// A user's queue, by the driver's handle as NativeQueue takes it, a structure by its address.
  /// Takes the caller's reference, where the driver counts them. Null: this back end has none.
  virtual std::unique_ptr<TimedQueue> timed_queue(void* /*handle*/) { return nullptr; }
  virtual std::unique_ptr<RegionMarker> region_marker(void* /*handle*/) { return nullptr; }
};

/// Every back end of this build, in a fixed order; opens no driver. The part `backends` defines it.
const std::vector<Backend*>& all();

/// Kernel code embedded in the program by tickbench_add_kernels.
struct Module {
  std::string_view name;    ///< the source file's name
  std::string_view format;  ///< "opencl_c", "spirv": each back end takes those it knows
  std::span<const std::byte> code;
  std::string_view variant{};  ///< of the source; empty: the source as it is
  std::string_view options{};  ///< for the compiler of the driver, where it compiles the code
  /// The code, of a format that is text.
  std::string_view text() const noexcept {
    return {reinterpret_cast<const char*>(code.data()), code.size()};
  }
};
/// What is pointed to stays. Returns true, for an initialiser of a variable.
bool register_module(const char* name, const char* format, const void* code, std::size_t bytes,
                     const char* variant = "", const char* options = "");
const std::vector<Module>& modules();

}  // namespace tickbench::backend
