// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace zecpu {

class Driver;

/// Owns allocations by name only: what is shared lies in the Driver.
class Context {
 public:
  explicit Context(Driver& driver) : driver_(driver) {}
  Driver& driver() const { return driver_; }

 private:
  Driver& driver_;
};

}  // namespace zecpu
