// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Compiled where NVIDIA's header is: the records lie as it says.

#include <cupti.h>

#include "conditions/profiler.hpp"

namespace tickbench::conditions::profiler {
namespace {

// A newer version of each, and an old one: programs are not told which one the library writes.
static_assert(offsetof(CUpti_ActivityKernel9, kind) == kKindAt);
static_assert(offsetof(CUpti_ActivityKernel9, start) == kStartAt);
static_assert(offsetof(CUpti_ActivityKernel9, end) == kEndAt);
static_assert(offsetof(CUpti_ActivityKernel9, deviceId) == kKernelDeviceAt);
static_assert(offsetof(CUpti_ActivityKernel9, name) == kKernelNameAt);
static_assert(offsetof(CUpti_ActivityKernel4, start) == kStartAt);
static_assert(offsetof(CUpti_ActivityKernel4, deviceId) == kKernelDeviceAt);
static_assert(offsetof(CUpti_ActivityKernel4, name) == kKernelNameAt);
static_assert(offsetof(CUpti_ActivityMemcpy, start) == kStartAt);
static_assert(offsetof(CUpti_ActivityMemcpy, end) == kEndAt);
static_assert(offsetof(CUpti_ActivityMemcpy, deviceId) == kDeviceAt);
static_assert(offsetof(CUpti_ActivityMemset, start) == kStartAt);
static_assert(offsetof(CUpti_ActivityMemset, end) == kEndAt);
static_assert(offsetof(CUpti_ActivityMemset, deviceId) == kDeviceAt);
static_assert(offsetof(CUpti_ActivityMemcpyPtoP4, start) == kStartAt);
static_assert(offsetof(CUpti_ActivityMemcpyPtoP4, end) == kEndAt);
static_assert(offsetof(CUpti_ActivityMemcpyPtoP4, deviceId) == kDeviceAt);
static_assert(kPeerCopies == CUPTI_ACTIVITY_KIND_MEMCPY2);
static_assert(kCopies == CUPTI_ACTIVITY_KIND_MEMCPY);
static_assert(kFills == CUPTI_ACTIVITY_KIND_MEMSET);
static_assert(kKernels == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
static_assert(kNoMoreRecords == static_cast<int>(CUPTI_ERROR_MAX_LIMIT_REACHED));

}  // namespace
}  // namespace tickbench::conditions::profiler
