// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "stream.hpp"

#include <map>
#include <set>
#include <utility>

#include "calls.hpp"
#include "laboratory.hpp"

namespace cuhost {
namespace {

struct Registry {
  std::mutex mutex;
  std::set<CUstream_st*> streams;
};
Registry& registry() {
  static auto& instance = *new Registry;  // as long as the process
  return instance;
}

}  // namespace

CUstream_st& stream_of(CUstream_st* handle) {
  if (handle == nullptr) {
    static auto& defaults = *new std::map<CUctx_st*, CUstream_st*>;
    static std::mutex mutex;
    auto& context = require_context();
    const std::lock_guard lock(mutex);
    auto& stream = defaults[&context];
    if (stream == nullptr) stream = new CUstream_st(context);
    return *stream;
  }
  const std::lock_guard lock(registry().mutex);
  if (!registry().streams.contains(handle)) throw Failure{kInvalidHandle};
  return *handle;
}

void synchronize_all() {
  std::set<CUstream_st*> streams;
  {
    const std::lock_guard lock(registry().mutex);
    streams = registry().streams;
  }
  for (auto* stream : streams) stream->wait();
}

}  // namespace cuhost

CUstream_st::CUstream_st(CUctx_st& context) : context_(context), thread_([this] { work(); }) {
  const std::lock_guard lock(cuhost::registry().mutex);
  cuhost::registry().streams.insert(this);
}

CUstream_st::~CUstream_st() {
  {
    const std::lock_guard lock(cuhost::registry().mutex);
    cuhost::registry().streams.erase(this);
  }
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void CUstream_st::enqueue(std::function<void()> command) {
  std::unique_lock lock(mutex_);
  if (capture_ != Capture::kNone) return captured_.push_back(std::move(command));
  const auto depth = cuhost::laboratory().queue_depth;
  changed_.wait(lock, [&] { return commands_.size() <= depth; });
  commands_.push_back(std::move(command));
  changed_.notify_all();
}

void CUstream_st::begin_capture() {
  const std::lock_guard lock(mutex_);
  if (capture_ != Capture::kNone) throw cuhost::Failure{cuhost::kIllegalState};
  capture_ = Capture::kActive;
}

cuhost::Commands CUstream_st::end_capture() {
  const std::lock_guard lock(mutex_);
  const auto found = std::exchange(capture_, Capture::kNone);
  auto commands = std::exchange(captured_, {});
  if (found == Capture::kNone) throw cuhost::Failure{cuhost::kIllegalState};
  if (found == Capture::kInvalid) throw cuhost::Failure{cuhost::kCaptureInvalidated};
  return commands;
}

void CUstream_st::require_no_capture() {
  const std::lock_guard lock(mutex_);
  if (capture_ == Capture::kNone) return;
  capture_ = Capture::kInvalid;
  throw cuhost::Failure{cuhost::kCaptureUnsupported};
}

int CUstream_st::capture_status() {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(capture_);
}

void CUstream_st::synchronize() {
  require_no_capture();
  wait();
}

void CUstream_st::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return commands_.empty(); });
  if (const int lasting = cuhost::calls().lasting(); lasting != cuhost::kSuccess)
    throw cuhost::Failure{static_cast<cuhost::Result>(lasting)};
}

void CUstream_st::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ends_ || !commands_.empty(); });
    if (commands_.empty()) return;
    auto& command = commands_.front();
    lock.unlock();
    // Nothing of a context that has ended is run.
    const bool runs =
        !cuhost::laboratory().execute_nothing && cuhost::calls().lasting() == cuhost::kSuccess;
    if (runs) command();
    lock.lock();
    commands_.pop_front();
    changed_.notify_all();
  }
}
