// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/non_copyable.hpp"
#include "tickbench/error.hpp"
#include "tickbench/seconds.hpp"

/// NVIDIA's profiler CUPTI, in our own words: it is loaded when it is first used, so that this
/// builds and runs on a machine without it.
namespace tickbench::conditions::profiler {

/// The environment names another file than the system's by this.
inline constexpr const char* kLibraryVariable = "TICKBENCH_CUPTI";

/// CUpti_ActivityKind. Copies from one device to another have a kind of their own.
inline constexpr std::uint32_t kCopies = 1, kFills = 2, kKernels = 10, kPeerCopies = 22;
inline constexpr int kNoMoreRecords = 12;  ///< CUPTI_ERROR_MAX_LIMIT_REACHED

/// Where a record has its fields, in bytes: that of a kernel from its fourth version (CUDA 9) on.
/// Times are nanoseconds.
inline constexpr std::size_t kKindAt = 0, kStartAt = 16, kEndAt = 24, kDeviceAt = 32,
                             kKernelDeviceAt = 40, kKernelNameAt = 104;

/// What a device executed.
struct Activity {
  std::uint32_t kind = 0;
  std::uint64_t start = 0, end = 0;  ///< nanoseconds
  std::uint32_t device = 0;          ///< by the driver's number
  std::string kernel;
};
struct Recorded {
  std::vector<Activity> activities;
  std::size_t lost = 0;  ///< beside them
};

/// The profiler records what all devices execute while this lives. It adds about a microsecond to
/// each launch, and parts of a millisecond to the first ones.
class Recording : private NonCopyable {
 public:
  /// `vendor`: of the driver. Throws Error: kUnsupported where the profiler is not found, another
  /// part of the process has it, or a call of it fails; kInvalidBenchmark where the environment
  /// names it by a path that is not absolute.
  explicit Recording(std::string_view vendor = "NVIDIA");
  ~Recording();
  /// Nanoseconds, by the clock of the records. Throws Error (kUnsupported) where the call fails.
  static std::uint64_t now();
  /// All that was recorded, once the devices are finished. Throws Error as `now`.
  static Recorded take();
};

/// How long a device executes at least one of them, from `since` on. Throws Error (kUnsupported)
/// where that is not known: some were lost, or none is that device's.
Seconds device_busy(Recorded recorded, std::uint32_t device, std::uint64_t since);

}  // namespace tickbench::conditions::profiler
