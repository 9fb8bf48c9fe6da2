// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/event.hpp"

namespace tickbench::cuda {

Seconds Event::until(const Event& later) const {
  float milliseconds = 0;
  const Result result =
      driver().cuEventElapsedTime(&milliseconds, handle_.get(), later.handle_.get());
  // Not recorded, or recorded and pending.
  if (result == kInvalidHandle || result == kNotReady)
    backend::throw_nothing_executed(
        "expected two complete events after a successful wait, found cuEventElapsedTime: " +
            describe_result(result),
        info_->name);
  check(result, "cuEventElapsedTime", *info_);
  return Seconds(static_cast<double>(milliseconds) * 1e-3);
}

}  // namespace tickbench::cuda
