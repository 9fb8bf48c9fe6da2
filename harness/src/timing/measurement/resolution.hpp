// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "measurement/measurement.hpp"

namespace tickbench {

/// What a bracket has to take for its clock and its marks to be small beside it.
struct LeastBracket {
  Seconds time{};
  std::string_view reason_if_shorter;  ///< "below the clock's resolution"
};
LeastBracket least_bracket(const Measurement& measurement, double precision);

}  // namespace tickbench
