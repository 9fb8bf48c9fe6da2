// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "module.hpp"

namespace cuhost {

/// One launch, with the values that its arguments had when it was enqueued.
class Launch {
 public:
  /// Throws Failure for sizes that the device does not take.
  Launch(const CUfunc_st& function, const std::array<unsigned, 3>& grid,
         const std::array<unsigned, 3>& block, unsigned shared, void** arguments);
  void run() const;

 private:
  CuhostKernel function_;
  CuhostBlock sizes_{};
  std::size_t shared_bytes_;
  std::vector<std::vector<std::byte>> values_;
};

}  // namespace cuhost
