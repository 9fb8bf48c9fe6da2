// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "target.hpp"

namespace cllab {

/// clGetEventProfilingInfo, with the stamps that CLLAB_PROFILING asks for.
cl_int profiling_info(cl_event event, cl_profiling_info what, std::size_t size, void* to,
                      std::size_t* size_needed);

}  // namespace cllab
