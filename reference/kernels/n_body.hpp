// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace reference {
/// Its square is added to that of each distance.
inline constexpr float kSoftening = 0.5F;
}  // namespace reference

/// Accelerations of bodies by all of them. A body is four floats: its place and its mass. So is an
/// acceleration, whose last float is 0.
namespace reference::serial {
void n_body(std::span<const float> bodies, std::span<float> out);
}
namespace reference::tbb {
void n_body(std::span<const float> bodies, std::span<float> out);
}
