// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/graph.hpp"

#include <fmt/format.h>

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

}  // namespace tickbench::cuda
