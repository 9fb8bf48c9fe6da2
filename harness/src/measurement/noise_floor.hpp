// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

namespace tickbench {

/// Notices that more samples no longer narrow the interval: drift and bursts do not average out.
///
/// Independent noise narrows it as 1 / sqrt(n), by 0.82 from a look to the next one. Where it has
/// narrowed by less than a twentieth over two successive looks, it has stopped: with independent
/// noise, whose own half-width wavers by a tenth, that happens in about one measurement of a
/// hundred.
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
