// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/duration_text.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace tickbench {

std::string duration_text(Seconds duration) {
  struct Unit {
    double seconds;
    const char* name;
  };
  constexpr std::array kUnits = {Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "us"},
                                 Unit{1e-9, "ns"}};
  const Unit* unit = kUnits.data();
  if (const double size = std::abs(duration.count()); size > 0) {
    while (size < unit->seconds && unit != &kUnits.back()) ++unit;
  }
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.4g %s", duration.count() / unit->seconds, unit->name);
  return text.data();
}

}  // namespace tickbench
