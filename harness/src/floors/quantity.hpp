// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tickbench::floors {

/// Four significant digits, without an exponent where that reads well: "0.5", "1e+18".
std::string plain_number(double value);

/// With the unit and its SI prefix: "4.32 TB/s", "3.2 us"; plain where there is no unit. Rates have
/// no prefix below one: half a byte a second is "0.5 B/s".
std::string quantity(double value, std::string_view unit);

/// A fraction as a percentage: "5 %".
std::string percent(double fraction);

}  // namespace tickbench::floors
