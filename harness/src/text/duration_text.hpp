// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tickbench/seconds.hpp"

namespace tickbench {

/// "12.3 us": four digits, in the unit that suits, for messages.
std::string duration_text(Seconds duration);

}  // namespace tickbench
