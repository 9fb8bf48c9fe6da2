// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickbench/backend.hpp"
#include "tickbench/statistics.hpp"

/// A fixed arithmetic and a fixed memory kernel, measured at both ends of every run: where they
/// move, the machine did, and not the code that was measured between them. They are those of the
/// peaks, which are built anyway, over less data.
namespace tickbench::canary {

/// Of one launch, in seconds.
struct Figure {
  std::string kernel;  ///< "arithmetic", "memory"
  double amount = 0;   ///< of its flops, or its bytes: figures of other amounts do not compare
  double time = 0;
  Interval interval;
};

/// Takes at most some 50 ms, and what the first launches of a kernel take. Throws Error where the
/// device fails; what does not fit into its memory, or has no plausible time, is left out.
std::vector<Figure> measure(backend::Device& device, HostClock& host);

/// Beyond this, and outside of both intervals, it moved.
inline constexpr double kMoved = 0.03;

/// Drivers let a GPU that has nothing to do sleep, and take a tenth of a second and more to bring
/// its clocks back. Runs the arithmetic kernel until a launch of it takes no longer than at the
/// beginning of the run, by kMoved, or for a second. Returns the ratio of both at the end; nothing
/// where the beginning has no such figure, or that of another amount. Throws Error where the device
/// fails.
std::optional<double> wake(backend::Device& device, const std::vector<Figure>& begin,
                           HostClock& host);

/// NEW / OLD of the kernel's time; nothing where it did not move.
std::optional<double> movement(const Figure& before, const Figure& now);

/// "the canary of opencl:0 moved within the run: arithmetic takes 4.2 % longer at its end"; empty:
/// none did.
std::string moved_text(std::string_view device_id, const std::vector<Figure>& begin,
                       const std::vector<Figure>& end);

}  // namespace tickbench::canary
