// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "context.hpp"

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
  /// Throws cuhost::Failure where a command ended the context.
  void synchronize();
  CUctx_st& context() const { return context_; }

 private:
  void work();

  CUctx_st& context_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> commands_;  ///< the first one is being run
  bool ends_ = false;
  std::thread thread_;
};

namespace cuhost {

/// The stream of a handle: for null, the default one of the current context. Throws Failure.
CUstream_st& stream_of(CUstream_st* handle);

/// For all streams of the process, as before memory is freed.
void synchronize_all();

}  // namespace cuhost
