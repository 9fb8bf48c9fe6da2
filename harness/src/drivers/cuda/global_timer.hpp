// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "cuda/buffer.hpp"
#include "cuda/kernel.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench::cuda {

/// The device's clock, %globaltimer: nanoseconds that a kernel of one thread writes into memory of
/// the host. It is another time line than that of events.
class GlobalTimer {
 public:
  /// Loads the kernel, and finds the step of the clock. Throws Error.
  GlobalTimer(CUstream_st* stream, const Allocator& allocator);

  /// Waits for the stream, before and behind.
  ClockReading read();

 private:
  std::chrono::nanoseconds written_by(CUfunc_st* kernel);
  void finish() const;

  CUstream_st* stream_;
  Place place_;
  ModuleHandle module_;
  std::unique_ptr<Buffer> word_;
  CUfunc_st* now_;
  Seconds step_{};
};

}  // namespace tickbench::cuda
