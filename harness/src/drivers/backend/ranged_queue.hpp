// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tickbench::backend {

/// A queue whose driver tells profilers of ranges.
class RangedQueue {
 public:
  virtual ~RangedQueue() = default;
  /// Of what is enqueued from here on. Returns false where the driver has none after all.
  virtual bool begin_range(const std::string& name) = 0;
  /// Once the device is done.
  virtual void end_range() noexcept = 0;
};

}  // namespace tickbench::backend
