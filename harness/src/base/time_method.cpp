// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/timed_queue.hpp"

namespace tickbench {

std::string_view to_string(TimeMethod method) noexcept {
  switch (method) {
    case TimeMethod::kEvent:
      return "event";
    case TimeMethod::kBracket:
      return "bracket";
    case TimeMethod::kEvents:
      return "events";
    case TimeMethod::kHost:
      return "host";
  }
  return "unknown";
}

}  // namespace tickbench
