// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "context.hpp"

namespace cuhost {
using Commands = std::vector<std::function<void()>>;
}

/// Commands in order, run by a thread of its own. Where so many are waiting as the queue takes, the
/// next one blocks its caller.
struct CUstream_st {
 public:
  explicit CUstream_st(CUctx_st& context);
  CUstream_st(const CUstream_st&) = delete;
  CUstream_st& operator=(const CUstream_st&) = delete;
  /// Runs what is left.
  ~CUstream_st();

  void enqueue(std::function<void()> command);
  /// Throws cuhost::Failure where a command ended the context, and while commands are captured.
  void synchronize();
  /// The same for a call that is about all streams: one that captures has nothing to wait for.
  void wait();
  /// Commands are kept from here on, and not run. Throws cuhost::Failure where they are already.
  void begin_capture();
  /// Throws cuhost::Failure where nothing is captured, or where something came that cannot be.
  cuhost::Commands end_capture();
  /// For a call that no graph can hold: throws cuhost::Failure while commands are captured, which
  /// then are lost.
  void require_no_capture();
  /// CUstreamCaptureStatus.
  int capture_status();
  CUctx_st& context() const { return context_; }

 private:
  void work();

  CUctx_st& context_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> commands_;  ///< the first one is being run
  enum class Capture { kNone, kActive, kInvalid } capture_ = Capture::kNone;
  cuhost::Commands captured_;
  bool ends_ = false;
  std::thread thread_;
};

namespace cuhost {

/// The stream of a handle: for null, the default one of the current context. Throws Failure.
CUstream_st& stream_of(CUstream_st* handle);

/// For all streams of the process, as before memory is freed.
void synchronize_all();

}  // namespace cuhost
