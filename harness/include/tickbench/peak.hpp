// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/backend.hpp"

namespace tickbench {

/// What the device was measured to reach with the harness's own kernels. 0: could not be measured.
struct Peaks {
  double bytes_per_second =
      0;  ///< read plus written, by a vectorised copy far larger than the caches
  double flops_per_second =
      0;  ///< single precision, independent chains of fused multiply-adds in registers
};

/// Measured at the first call for a device (some tenths of a second), kept for the life of the
/// process. Frees what it allocated.
Peaks measured_peaks(backend::Device& device);

/// The roofline: the larger of bytes/s over the memory peak and flop/s over the arithmetic peak.
/// 0 where neither applies.
double fraction_of_peak(const Peaks& peaks, double bytes_per_second, double flops_per_second);

}  // namespace tickbench
