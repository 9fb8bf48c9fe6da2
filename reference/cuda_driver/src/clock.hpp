// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace cuhost {

/// The host's clock by which this driver sees time pass.
std::uint64_t host_now_ns();

/// The device's clock: nanoseconds in steps of 32, as on the GPUs of today.
std::uint64_t device_now_ns();

inline constexpr std::uint64_t kClockStep = 32;

}  // namespace cuhost
