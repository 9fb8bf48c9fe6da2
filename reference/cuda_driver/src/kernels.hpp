// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "../include/cuhost_kernel.hpp"

namespace cuhost {

/// The function that runs in a kernel's place: one of this driver's own, for the harness's hold and
/// its clock, or one that the process exports. Null where there is none.
CuhostKernel find_kernel(const std::string& name);

}  // namespace cuhost
