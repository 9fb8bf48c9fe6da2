// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace zecpu {

/// "-ze-opt-level=0 -cl-mad-enable" as OpenCL's build options; throws BadSpirv for an unknown flag.
std::string opencl_options(const std::string& flags);

}  // namespace zecpu
