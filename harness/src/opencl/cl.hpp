// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one place that includes the driver's header. Calls newer than OpenCL 1.2 are made only where
// the device says that it has them; the two that 2.0 deprecated serve devices of 1.2.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
