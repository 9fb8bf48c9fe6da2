// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/backend/backend.hpp"

namespace tickbench {

/// What a device reaches at best. 0: not known, or could not be measured. Measured by the harness's
/// own kernels:
struct Peaks {
  double bytes_per_second = 0;  ///< read plus written, by a vectorised kernel that reads two arrays
                                ///< far larger than the caches and updates one of them in place
  double flops_per_second = 0;  ///< single precision, independent chains of multiply-adds
  std::string note = {};        ///< why one of them is 0
};

/// Measured at the first call for a device (some tenths of a second) and kept. A peak is 0 where
/// its probe does not fit into memory or its time is refused. Throws Error: the device fails.
Peaks measured_peaks(backend::Device& device);

/// By the device's clocks and widths, as its driver states them. 0: it does not.
Peaks theoretical_peaks(const backend::DeviceInfo& device);

/// The larger of bytes/s over the memory peak and flop/s over the arithmetic peak; 0: neither.
double fraction_of_peak(const Peaks& peaks, double bytes_per_second, double flops_per_second);

/// The kernels behind the peaks and their launches, for benchmarks that show them as rows.
namespace peak {

/// `(const float4* x, float4* y)`: y <- x - y, one work-item a float4.
inline constexpr std::string_view kUpdateKernel = "tickbench_peak_update";
/// `(float* out, float a, float b)`: out[i] <- the sum over 64 lanes, each after 512 times
/// v <- a v + b.
inline constexpr std::string_view kMultiplyAddKernel = "tickbench_peak_multiply_add";
inline constexpr std::size_t kMultiplyAddFlops = 2UL * 64 * 512;  ///< of one work-item
inline constexpr std::size_t kWorkGroup = 64;                     ///< divides both global sizes

/// Of each array: together they have at least twice the caches, at most an eighth of the memory.
std::size_t update_floats(const backend::DeviceInfo& device);
std::size_t multiply_add_work_items(const backend::DeviceInfo& device);
/// What work-item `item` writes when a = b = 1. Exact: all values are integers below 2^24.
float multiply_add_result(std::size_t item) noexcept;

}  // namespace peak

}  // namespace tickbench
