// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "cuda_api.hpp"
#include "result.hpp"

struct CUctx_st {
  int device = 0;
};

namespace cuhost {

/// The primary context of a device. Throws Failure for a device that is not there.
CUctx_st& primary_context(int device);
/// This thread's; null where there is none.
CUctx_st*& current_context();
/// Of this thread: those that a push covered, the last one on top.
std::vector<CUctx_st*>& earlier_contexts();
/// Throws Failure where there is none.
CUctx_st& require_context();

}  // namespace cuhost
