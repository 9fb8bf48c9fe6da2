// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// The one place that includes the driver's header. Calls newer than OpenCL 1.2 are made only where
// the device says that it has them; the two that 2.0 deprecated serve devices of 1.2.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include "tickbench/error.hpp"

namespace tickbench::opencl {

/// `CL_OUT_OF_RESOURCES`; "unknown OpenCL status" for a number that no header names.
std::string_view status_name(cl_int status) noexcept;

/// `CL_OUT_OF_RESOURCES (-5)`.
std::string describe_status(cl_int status);

/// Throws Error where `status` is not CL_SUCCESS, naming the call, the status and `where`:
/// kOutOfMemory for the statuses that say so, else kDeviceError.
///
///     check(clFinish(queue), "clFinish", device_name);
void check(cl_int status, std::string_view call, std::string_view where = {});

/// The same for destructors: notes the failure (backend/handle.hpp).
void check_clean_up(cl_int status, std::string_view call) noexcept;

/// Whether an allocation that ends so found no memory: drivers say it by different statuses, and
/// some of them mean something else after any other call.
bool means_no_memory(cl_int status) noexcept;

}  // namespace tickbench::opencl
