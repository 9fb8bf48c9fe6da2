// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace zecpu {

/// The ids that each function of a validated module names, those of the functions it calls and of
/// the constants it takes included.
std::map<std::uint32_t, std::set<std::uint32_t>> ids_by_function(
    const std::vector<std::uint32_t>& words);

}  // namespace zecpu
