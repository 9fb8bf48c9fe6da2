// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

#include <vector>

#include "laboratory.hpp"

namespace cuhost {

CUctx_st& primary_context(int device) {
  static auto& contexts = *[] {
    auto* const all = new std::vector<CUctx_st>(laboratory().devices);  // as long as the process
    for (std::size_t i = 0; i < all->size(); ++i) (*all)[i].device = static_cast<int>(i);
    return all;
  }();
  if (device < 0 || static_cast<std::size_t>(device) >= contexts.size())
    throw Failure{kInvalidDevice};
  return contexts[static_cast<std::size_t>(device)];
}

CUctx_st*& current_context() {
  thread_local CUctx_st* current = nullptr;
  return current;
}

std::vector<CUctx_st*>& earlier_contexts() {
  thread_local std::vector<CUctx_st*> earlier;
  return earlier;
}

CUctx_st& require_context() { return require(current_context(), kInvalidContext); }

}  // namespace cuhost
