// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../graph.hpp"

#include <memory>
#include <utility>

#include "../calls.hpp"
#include "../entry_point.hpp"
#include "../handles.hpp"

using namespace cuhost;

namespace {
constexpr int kLargestCaptureMode = 2;  // relaxed
}

int cuStreamBeginCapture_v2(CUstream_st* stream, int mode) {
  return entered("cuStreamBeginCapture_v2", [&] {
    // The default stream takes part in what others do.
    if (stream == nullptr) throw Failure{kCaptureUnsupported};
    if (mode < 0 || mode > kLargestCaptureMode) throw Failure{kInvalidValue};
    stream_of(stream).begin_capture();
  });
}

int cuStreamEndCapture(CUstream_st* stream, CUgraph_st** graph) {
  return entered("cuStreamEndCapture", [&] {
    auto& to = require(graph);
    to = nullptr;
    to = handles<CUgraph_st>().add(
        std::make_unique<CUgraph_st>(CUgraph_st{stream_of(stream).end_capture()}));
  });
}

int cuStreamIsCapturing(CUstream_st* stream, int* status) {
  return entered("cuStreamIsCapturing",
                 [&] { require(status) = stream_of(stream).capture_status(); });
}

int cuGraphInstantiateWithFlags(CUgraphExec_st** executable, CUgraph_st* graph,
                                unsigned long long flags) {
  return entered("cuGraphInstantiateWithFlags", [&] {
    if (flags != 0) throw Failure{kNotSupported};
    auto commands = std::make_shared<const Commands>(handles<CUgraph_st>().get(graph).commands);
    require(executable) = handles<CUgraphExec_st>().add(
        std::make_unique<CUgraphExec_st>(CUgraphExec_st{std::move(commands)}));
  });
}

int cuGraphUpload(CUgraphExec_st* graph, CUstream_st* stream) {
  return entered("cuGraphUpload", [&] {
    handles<CUgraphExec_st>().get(graph);
    stream_of(stream).enqueue([] {});
  });
}

int cuGraphLaunch(CUgraphExec_st* graph, CUstream_st* stream) {
  return entered("cuGraphLaunch", [&] {
    stream_of(stream).enqueue([commands = handles<CUgraphExec_st>().get(graph).commands] {
      for (const auto& command : *commands)
        if (calls().lasting() == kSuccess) command();
    });
  });
}

int cuGraphDestroy(CUgraph_st* graph) {
  return entered("cuGraphDestroy", [&] { handles<CUgraph_st>().destroy(graph); });
}

int cuGraphExecDestroy(CUgraphExec_st* graph) {
  return entered("cuGraphExecDestroy", [&] { handles<CUgraphExec_st>().destroy(graph); });
}
