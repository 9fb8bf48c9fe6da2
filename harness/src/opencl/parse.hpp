// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string_view>

namespace tickbench::opencl {

struct Version {
  int major = 0;
  int minor = 0;
  auto operator<=>(const Version&) const = default;
};
/// From "OpenCL 3.0 CUDA 12.8"; 0.0 where the text begins otherwise.
Version parse_version(std::string_view text);

}  // namespace tickbench::opencl
