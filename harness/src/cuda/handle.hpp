// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/handle.hpp"
#include "cuda/error.hpp"

namespace tickbench::cuda {

inline void destroy_event(CUevent_st* event) noexcept {
  check_clean_up(driver().cuEventDestroy_v2(event), "cuEventDestroy_v2");
}
inline void destroy_graph(CUgraph_st* graph) noexcept {
  check_clean_up(driver().cuGraphDestroy(graph), "cuGraphDestroy");
}
inline void destroy_graph_exec(CUgraphExec_st* graph) noexcept {
  check_clean_up(driver().cuGraphExecDestroy(graph), "cuGraphExecDestroy");
}
inline void unload_module(CUmod_st* module) noexcept {
  check_clean_up(driver().cuModuleUnload(module), "cuModuleUnload");
}
inline void destroy_stream(CUstream_st* stream) noexcept {
  check_clean_up(driver().cuStreamDestroy_v2(stream), "cuStreamDestroy_v2");
}

// The owners of one driver object each. Declare the context before what lives in it.
using EventHandle = backend::Handle<CUevent_st*, &destroy_event>;
using GraphHandle = backend::Handle<CUgraph_st*, &destroy_graph>;
using GraphExecHandle = backend::Handle<CUgraphExec_st*, &destroy_graph_exec>;
using ModuleHandle = backend::Handle<CUmod_st*, &unload_module>;
using StreamHandle = backend::Handle<CUstream_st*, &destroy_stream>;

}  // namespace tickbench::cuda
