// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace vklab {

/// The ticks of a clock of another period and width, from nanoseconds; see VKLAB_PERIOD and
/// VKLAB_VALID_BITS. `ticks` itself where neither is set.
std::uint64_t changed_ticks(std::uint64_t ticks);

/// What the device is to state of them; what it states itself where they are not set.
std::uint32_t changed_valid_bits(std::uint32_t bits);
float changed_period(float period);

}  // namespace vklab
