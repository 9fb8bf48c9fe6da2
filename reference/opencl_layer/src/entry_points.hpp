// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "target.hpp"

namespace cllab {

/// The layer's own table: every call of OpenCL 1.0 to 3.0. Null where the loader is to go on to the
/// layer below.
const cl_icd_dispatch& entry_points();

}  // namespace cllab
