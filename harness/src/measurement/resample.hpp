// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/measurement.hpp"

namespace tickbench {

/// One more bracket of a work, as `like`, a measurement of it, took its own. Throws Error
/// (kImplausibleTime).
Sample take_one_like(TimedQueue& queue, const Work& work, const Measurement& like,
                     const MeasurementSettings& settings);

}  // namespace tickbench
