// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// The part of NVIDIA's profiler that is used here, in our own words: no header of NVIDIA's is
/// needed, and where the library is not here, that is said.
namespace cupti {

inline constexpr std::uint32_t kCopies = 1, kKernels = 10;  ///< CUPTI_ACTIVITY_KIND_...
inline constexpr int kNoMoreRecords = 12;                   ///< CUPTI_ERROR_MAX_LIMIT_REACHED

/// The beginning of every record, of copies and of kernels. Times are nanoseconds.
struct Record {
  std::uint32_t kind;
  unsigned char of_kind[12];
  std::uint64_t start;
  std::uint64_t end;
};
/// The beginning of a kernel's record, from its fourth version (CUDA 9) on.
struct KernelRecord {
  Record record;
  unsigned char of_launch[72];
  const char* name;
};
static_assert(offsetof(Record, start) == 16 && offsetof(Record, end) == 24);
static_assert(offsetof(KernelRecord, name) == 104);

using RequestBuffer = void (*)(unsigned char** buffer, std::size_t* bytes, std::size_t* most);
using TakeBuffer = void (*)(void* context, std::uint32_t stream, unsigned char* buffer,
                            std::size_t bytes, std::size_t valid);

// The entry points, by their names in the library.
#define TICKBENCH_CUPTI_FUNCTIONS(X)                                                         \
  X(cuptiActivityRegisterCallbacks, (RequestBuffer request, TakeBuffer take))                \
  X(cuptiActivityEnable, (std::uint32_t kind))                                               \
  X(cuptiActivityFlushAll, (std::uint32_t flags))                                            \
  X(cuptiActivityGetNextRecord, (unsigned char* buffer, std::size_t valid, Record** record)) \
  X(cuptiActivityGetNumDroppedRecords,                                                       \
    (void* context, std::uint32_t stream, std::size_t* dropped))                             \
  X(cuptiGetResultString, (int result, const char** text))

/// How long each launch took, by the profiler's own record.
struct Durations {
  std::map<std::string, std::vector<std::uint64_t>> kernels;  ///< ns, by the kernel's name
  std::vector<std::uint64_t> copies;                          ///< ns
  std::size_t dropped = 0;                                    ///< records that were lost
};

/// Loads the library and has it record what this process does on any device; before the first call
/// of the driver. Throws std::runtime_error: where the library is not here, the message begins with
/// "no CUPTI".
void start();
/// What was recorded since then.
Durations stop();

}  // namespace cupti
