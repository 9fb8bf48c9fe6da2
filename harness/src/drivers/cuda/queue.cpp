// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/queue.hpp"

#include <fmt/format.h>

#include "cuda/kernel.hpp"

namespace tickbench::cuda {
namespace {

/// CUDA_ERROR_STREAM_CAPTURE_...: something that a graph cannot hold.
bool concerns_capture(Result result) { return result >= 900 && result <= 908; }

/// A stream's commands are captured until this ends. Relaxed: what other threads and libraries do
/// meanwhile, such as to allocate, is none of its business.
class Capture {
 public:
  explicit Capture(const Stream& stream) : stream_(stream) {
    stream_.place().enter();
    check(driver().cuStreamBeginCapture_v2(stream_.get(), kCaptureRelaxed),
          "cuStreamBeginCapture_v2", stream_.info());
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  /// Without it the stream would capture for ever.
  ~Capture() {
    if (!is_open_) return;
    CUgraph_st* graph = nullptr;
    stream_.place().try_enter();
    driver().cuStreamEndCapture(stream_.get(), &graph);
    const GraphHandle unused(graph);
  }

  GraphHandle end() {
    is_open_ = false;
    CUgraph_st* graph = nullptr;
    stream_.place().enter();
    const Result result = driver().cuStreamEndCapture(stream_.get(), &graph);
    GraphHandle captured(graph);
    if (concerns_capture(result))
      throw Error(Outcome::kUnsupported,
                  fmt::format("expected work that a graph can hold, found a wait or another call "
                              "that cannot be captured (cuStreamEndCapture: {}); "
                              "--tickbench_cuda_launch=stream measures it without a graph",
                              describe_result(result)));
    check(result, "cuStreamEndCapture", stream_.info());
    return captured;
  }

 private:
  const Stream& stream_;
  bool is_open_ = true;
};

/// In order with the default stream, so that a callable which enqueues there is timed as well.
StreamHandle create_stream(const Place& place) {
  place.enter();
  CUstream_st* stream = nullptr;
  check(driver().cuStreamCreate(&stream, 0), "cuStreamCreate", place.info());
  return StreamHandle(stream);
}

}  // namespace

void Graph::record(const std::function<void()>& enqueue) {
  graph_ = {};
  GraphHandle captured;
  {
    Capture capture(stream_);
    enqueue();
    captured = capture.end();
  }
  CUgraphExec_st* executable = nullptr;
  check(driver().cuGraphInstantiateWithFlags(&executable, captured.get(), 0),
        "cuGraphInstantiateWithFlags", stream_.info());
  graph_ = GraphExecHandle(executable);
  // Else the first launch does it, behind a hold.
  check(driver().cuGraphUpload(executable, stream_.get()), "cuGraphUpload", stream_.info());
  stream_.finish();
}

void Graph::launch() {
  stream_.place().enter();
  check(driver().cuGraphLaunch(graph_.get(), stream_.get()), "cuGraphLaunch", stream_.info());
}

Queue::Queue(const Allocator& allocator, QueueChoices choices)
    : StreamQueue(stream_),
      handle_(create_stream(allocator.place)),
      stream_(handle_.get(), allocator),
      events_(stream_.info()),
      graph_(stream_),
      hold_choice_(choices.hold) {
  use_events(events_);
  if (choices.launches_graphs) use_recording(graph_);
}

backend::Hold* Queue::hold() {
  if (!hold_) hold_ = make_hold(stream_.get(), stream_.allocator(), hold_choice_);
  return hold_.get();
}

HoldLimits Queue::hold_limits(const Work& work, bool displaces) {
  auto limits = StreamQueue::hold_limits(work, displaces);
  // Each launch then lies between two events, beside the fill in front.
  if (displaces) limits.most_launches /= 2;
  return limits;
}

void Queue::launch(backend::Kernel& kernel, const backend::Range& range) {
  auto& own = as_kernel(kernel);
  events_.enqueue(stream_.get(), [&] { own.enqueue(range, stream_.get()); });
}

void Queue::copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) {
  const auto to_address = as_buffer(to).address();
  const auto from_address = as_buffer(from).address();
  events_.enqueue(stream_.get(), [&] { stream_.copy(to_address, from_address, bytes); });
}

void Queue::fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) {
  events_.enqueue(stream_.get(), [&] { stream_.fill(to, pattern, bytes); });
}

void* Queue::native_handle() {
  // What the caller enqueues next takes the current context.
  stream_.place().enter();
  return stream_.get();
}

void Queue::copy_now(Address to, Address from, std::size_t bytes) {
  stream_.copy(to, from, bytes);
  finish();
}

}  // namespace tickbench::cuda
