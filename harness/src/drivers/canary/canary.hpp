// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "conditions/speed_watch.hpp"
#include "statistics/statistics.hpp"
#include "tickbench/backend/backend.hpp"

/// A fixed arithmetic and a fixed memory kernel, measured at both ends of every run: where they
/// move, the machine did, and not the code that was measured between them. They are those of the
/// peaks, which are built anyway, over less data.
namespace tickbench::canary {

/// Of one launch, in seconds.
struct Figure : Estimate {
  std::string kernel;  ///< "arithmetic", "memory"
  double amount = 0;   ///< of its flops, or its bytes: figures of other amounts do not compare
};

/// What was measured, and of what could not be: which kernel, and why.
struct Figures {
  std::vector<Figure> figures;
  std::vector<std::string> excluded;
};

/// Of one device, which outlives it.
class Canary {
 public:
  virtual ~Canary() = default;

  /// Takes at most some 100 ms, and what the first launches of a kernel take. Throws Error where
  /// the device fails; what does not fit into its memory, or has no plausible time, is left out.
  virtual Figures measure() = 0;
  /// Of the arithmetic kernel, within some 2 ms: NEW / OLD, its time now over that of the first
  /// `measure`. Nothing where one of them has none. Throws Error where the device fails.
  virtual std::optional<double> look() = 0;
};

/// Keeps its arithmetic kernel, so that looks are short.
std::unique_ptr<Canary> of(backend::Device& device, HostClock& host);

/// Beyond this, and outside of both intervals, it moved.
inline constexpr double kMoved = conditions::kSpeedTolerance;

/// NEW / OLD of the kernel's time; nothing where it did not move.
std::optional<double> movement(const Figure& before, const Figure& now);

/// "the canary of opencl:0 moved within the run: arithmetic takes 4.2 % longer at its end"; empty:
/// none did.
std::string moved_text(std::string_view device_id, const std::vector<Figure>& begin,
                       const std::vector<Figure>& end);

}  // namespace tickbench::canary
