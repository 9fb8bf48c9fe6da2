// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/handle.hpp"
#include "cuda/error.hpp"

namespace tickbench::cuda {

template <class T, auto kDestroy, backend::CallName kName>
void destroy(T* object) noexcept {
  check_clean_up((driver().*kDestroy)(object), kName.text);
}

/// The owner of one driver object. Declare the context before what lives in it.
template <class T, auto kDestroy, backend::CallName kName>
using Handle = backend::Handle<T*, &destroy<T, kDestroy, kName>>;

using EventHandle = Handle<CUevent_st, &Driver::cuEventDestroy_v2, "cuEventDestroy_v2">;
using GraphHandle = Handle<CUgraph_st, &Driver::cuGraphDestroy, "cuGraphDestroy">;
using GraphExecHandle = Handle<CUgraphExec_st, &Driver::cuGraphExecDestroy, "cuGraphExecDestroy">;
using ModuleHandle = Handle<CUmod_st, &Driver::cuModuleUnload, "cuModuleUnload">;
using StreamHandle = Handle<CUstream_st, &Driver::cuStreamDestroy_v2, "cuStreamDestroy_v2">;

}  // namespace tickbench::cuda
