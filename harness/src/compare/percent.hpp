// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tickbench::compare {

/// 0.015 as "1.5 %".
std::string percent(double fraction);

}  // namespace tickbench::compare
