// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include "raw_cuda.hpp"

/// The timer that many programs carry a copy of: an event pair around one iteration, which becomes
/// its manual time.
class CudaEventTimer {
 public:
  CudaEventTimer(benchmark::State& state, const CudaStream& stream)
      : state_(state), stream_(stream) {
    CudaDriver::require(stream.cuda.cuEventCreate(&begin_, 0), "cuEventCreate");
    CudaDriver::require(stream.cuda.cuEventCreate(&end_, 0), "cuEventCreate");
    CudaDriver::require(stream.cuda.cuEventRecord(begin_, stream.stream), "cuEventRecord");
  }
  ~CudaEventTimer() {
    float milliseconds = 0;
    stream_.cuda.cuEventRecord(end_, stream_.stream);
    stream_.cuda.cuStreamSynchronize(stream_.stream);
    stream_.cuda.cuEventElapsedTime(&milliseconds, begin_, end_);
    state_.SetIterationTime(milliseconds * 1e-3);
    stream_.cuda.cuEventDestroy_v2(end_);
    stream_.cuda.cuEventDestroy_v2(begin_);
  }
  CudaEventTimer(const CudaEventTimer&) = delete;
  CudaEventTimer& operator=(const CudaEventTimer&) = delete;

 private:
  benchmark::State& state_;
  const CudaStream& stream_;
  CUevent_st* begin_ = nullptr;
  CUevent_st* end_ = nullptr;
};
