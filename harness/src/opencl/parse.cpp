// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/parse.hpp"

#include <charconv>

namespace tickbench::opencl {
Version parse_version(std::string_view text) {
  constexpr std::string_view kPrefix = "OpenCL ";
  if (!text.starts_with(kPrefix)) return {};
  const char* const end = text.data() + text.size();
  Version version;
  const auto major = std::from_chars(text.data() + kPrefix.size(), end, version.major);
  if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.') return {};
  const auto minor = std::from_chars(major.ptr + 1, end, version.minor);
  return minor.ec == std::errc() ? version : Version{};
}

}  // namespace tickbench::opencl
