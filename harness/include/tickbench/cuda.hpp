// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/native_queue.hpp"

// As the driver's own header declares it, which is not needed here: a CUstream or a cudaStream_t.
struct CUstream_st;

namespace tickbench {

namespace cuda {
/// A stream of the caller's own, to be measured on; null is the default stream of the context that
/// is current. It is used until the result is destroyed. Throws Error: kNoDevice where no CUDA
/// driver is here, kInvalidBenchmark for a handle that the driver does not know.
std::unique_ptr<TimedQueue> timed_queue(CUstream_st* stream);
}  // namespace cuda

template <>
struct NativeQueue<CUstream_st*> {
  static constexpr std::string_view kBackend = "cuda";
  static std::unique_ptr<TimedQueue> timed_queue(CUstream_st* stream) {
    return cuda::timed_queue(stream);
  }
  static std::unique_ptr<RegionMarker> region_marker(CUstream_st* stream);
};

}  // namespace tickbench
