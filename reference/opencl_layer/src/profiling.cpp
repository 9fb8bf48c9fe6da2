// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "profiling.hpp"

#include <atomic>
#include <cstddef>
#include <cstring>

#include "laboratory.hpp"

namespace cllab {
namespace {

/// A time of hundreds of years, from which one may count back.
constexpr cl_ulong kLate = cl_ulong{1} << 62U;

/// Each nanosecond is a millisecond, from the first stamp on that was asked for.
cl_ulong much_later(cl_ulong stamp) {
  static std::atomic<cl_ulong> first{0};
  cl_ulong none = 0;
  first.compare_exchange_strong(none, stamp);
  return first + ((stamp - first) << 20U);
}

cl_profiling_info asked_for(cl_profiling_info what, Profiling profiling) {
  const bool is_start = what == CL_PROFILING_COMMAND_START;
  const bool is_end = what == CL_PROFILING_COMMAND_END;
  if (profiling == Profiling::kEqual && is_end) return CL_PROFILING_COMMAND_START;
  if (profiling == Profiling::kSwapped && is_start) return CL_PROFILING_COMMAND_END;
  if (profiling == Profiling::kSwapped && is_end) return CL_PROFILING_COMMAND_START;
  return what;
}

cl_ulong altered(cl_ulong stamp, Profiling profiling) {
  switch (profiling) {
    case Profiling::kZero:
      return 0;
    case Profiling::kHuge:
      return much_later(stamp);
    case Profiling::kFrozen:
      return kLate;
    case Profiling::kBackward:
      return kLate - stamp;
    default:
      return stamp;
  }
}

}  // namespace

cl_int profiling_info(cl_event event, cl_profiling_info what, std::size_t size, void* to,
                      std::size_t* size_needed) {
  const auto profiling = laboratory().profiling;
  const cl_int status =
      target().clGetEventProfilingInfo(event, asked_for(what, profiling), size, to, size_needed);
  if (status != CL_SUCCESS || to == nullptr || size < sizeof(cl_ulong)) return status;
  cl_ulong stamp = 0;
  std::memcpy(&stamp, to, sizeof(stamp));
  stamp = altered(stamp, profiling);
  std::memcpy(to, &stamp, sizeof(stamp));
  return status;
}

}  // namespace cllab
