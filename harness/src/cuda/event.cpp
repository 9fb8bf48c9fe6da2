// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/event.hpp"

#include <fmt/format.h>

namespace tickbench::cuda {

Seconds Event::until(const Event& later) const {
  float milliseconds = 0;
  const Result result =
      driver().cuEventElapsedTime(&milliseconds, handle_.get(), later.handle_.get());
  // Not recorded, or recorded and pending.
  if (result == kInvalidHandle || result == kNotReady)
    throw Error(Outcome::kDeviceError,
                fmt::format("the device executed nothing: expected two complete events after a "
                            "successful wait, found cuEventElapsedTime: {}, on {}",
                            describe_result(result), info_->name));
  check(result, "cuEventElapsedTime", *info_);
  return Seconds(static_cast<double>(milliseconds) * 1e-3);
}

}  // namespace tickbench::cuda
