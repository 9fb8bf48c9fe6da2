// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/measurement.hpp"

namespace tickbench {

/// Fills in what follows from samples, mode, method, launches and clock step: medians, intervals,
/// noise, and whether they converged and the clock resolved them.
void summarise(Measurement& measurement, double precision);

}  // namespace tickbench
