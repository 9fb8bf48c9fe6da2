// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one place that includes OpenCL's headers: all versions of all calls.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl_layer.h>

namespace cllab {

/// What the loader has below this layer. Its entries are null until it has loaded the layer.
const cl_icd_dispatch& target();
void set_target(const cl_icd_dispatch& dispatch);

/// An event of the queue's context that nothing will ever complete; null where that fails.
cl_event never(cl_command_queue queue);

}  // namespace cllab
