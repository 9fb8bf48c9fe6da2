// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Compiled where NVIDIA's header is: the records lie as it says.

#include <cupti.h>

#include "cupti.hpp"

namespace {

// The newest version of each, and an old one: programs are not told which one the library writes.
static_assert(offsetof(CUpti_ActivityKernel9, kind) == offsetof(cupti::Record, kind));
static_assert(offsetof(CUpti_ActivityKernel9, start) == offsetof(cupti::Record, start));
static_assert(offsetof(CUpti_ActivityKernel9, end) == offsetof(cupti::Record, end));
static_assert(offsetof(CUpti_ActivityKernel9, name) == offsetof(cupti::KernelRecord, name));
static_assert(offsetof(CUpti_ActivityKernel4, start) == offsetof(cupti::Record, start));
static_assert(offsetof(CUpti_ActivityKernel4, name) == offsetof(cupti::KernelRecord, name));
static_assert(offsetof(CUpti_ActivityMemcpy, start) == offsetof(cupti::Record, start));
static_assert(offsetof(CUpti_ActivityMemcpy, end) == offsetof(cupti::Record, end));
static_assert(cupti::kCopies == CUPTI_ACTIVITY_KIND_MEMCPY);
static_assert(cupti::kKernels == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
static_assert(cupti::kNoMoreRecords == static_cast<int>(CUPTI_ERROR_MAX_LIMIT_REACHED));

}  // namespace
