// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tickbench {

/// The sample counts at which the interval is looked at: 30, then growing by half.
///
/// Every look is a chance to stop at an interval that is narrow by luck: looking after every sample
/// brings a "95 %" interval down to 91 %.
class LookSchedule {
 public:
  /// Below this the order statistics of a 95 % interval lie in the tails.
  static constexpr std::size_t kFirst = 30;

  /// True once a scheduled count is reached; the next one is then half as many again.
  bool is_due(std::size_t count) noexcept {
    if (count < next_) return false;
    while (next_ <= count) next_ += (next_ + 1) / 2;
    return true;
  }
  std::size_t next() const noexcept { return next_; }

 private:
  std::size_t next_ = kFirst;
};

}  // namespace tickbench
