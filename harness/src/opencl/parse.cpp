// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/parse.hpp"

#include <charconv>
#include <string>

#include "tickbench/error.hpp"

namespace tickbench::opencl {
namespace {

bool parse_number(std::string_view text, std::size_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

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

DeviceIndex parse_index(std::string_view text) {
  const auto dot = text.find('.');
  DeviceIndex index;
  std::size_t sub = 0;
  const bool has_sub = dot != std::string_view::npos;
  if (!parse_number(text.substr(0, dot), index.root) ||
      (has_sub && (!parse_number(text.substr(dot + 1), sub) || sub > 0xFFFF)))
    throw Error(Outcome::kNoDevice,
                "expected a device index such as 0, or 0.1 for a sub-device, found '" +
                    std::string(text) + "'");
  if (has_sub) index.sub = static_cast<int>(sub);
  return index;
}

}  // namespace tickbench::opencl
