// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <utility>

#include "tickbench/error.hpp"

namespace tickbench {

/// throw_error(Outcome::kNoDevice, "no device {}", id)
template <class... Parts>
[[noreturn]] void throw_error(Outcome outcome, fmt::format_string<Parts...> format,
                              Parts&&... parts) {
  throw Error(outcome, fmt::format(format, std::forward<Parts>(parts)...));
}

/// throw_usage_error("{}: expected a folder", path)
template <class... Parts>
[[noreturn]] void throw_usage_error(fmt::format_string<Parts...> format, Parts&&... parts) {
  throw UsageError(fmt::format(format, std::forward<Parts>(parts)...));
}

}  // namespace tickbench
