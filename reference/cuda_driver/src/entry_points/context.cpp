// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../context.hpp"

#include "../entry_point.hpp"
#include "../stream.hpp"

using namespace cuhost;

int cuDevicePrimaryCtxRetain(CUctx_st** context, int device) {
  return entered("cuDevicePrimaryCtxRetain", [&] { require(context) = &primary_context(device); });
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  return entered("cuDevicePrimaryCtxRelease_v2", [&] { primary_context(device); });
}

int cuCtxSetCurrent(CUctx_st* context) {
  return entered("cuCtxSetCurrent", [&] { current_context() = context; });
}

int cuCtxPushCurrent_v2(CUctx_st* context) {
  return entered("cuCtxPushCurrent_v2", [&] {
    earlier_contexts().push_back(current_context());
    current_context() = &require(context);
  });
}

int cuCtxPopCurrent_v2(CUctx_st** context) {
  return entered("cuCtxPopCurrent_v2", [&] {
    if (earlier_contexts().empty()) throw Failure{kInvalidContext};
    if (context != nullptr) *context = current_context();
    current_context() = earlier_contexts().back();
    earlier_contexts().pop_back();
  });
}

int cuCtxGetDevice(int* device) {
  return entered("cuCtxGetDevice", [&] { require(device) = require_context().device; });
}

int cuStreamCreate(CUstream_st** stream, unsigned flags) {
  return entered("cuStreamCreate", [&] {
    if (flags > 1) throw Failure{kInvalidValue};
    require(stream) = new CUstream_st(require_context());
  });
}

int cuStreamDestroy_v2(CUstream_st* stream) {
  return entered("cuStreamDestroy_v2", [&] {
    if (stream == nullptr) throw Failure{kInvalidHandle};
    delete &stream_of(stream);
  });
}

int cuStreamGetCtx(CUstream_st* stream, CUctx_st** context) {
  return entered("cuStreamGetCtx", [&] { require(context) = &stream_of(stream).context(); });
}

int cuStreamSynchronize(CUstream_st* stream) {
  return entered("cuStreamSynchronize", [&] { stream_of(stream).synchronize(); });
}
