// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace zecpu {

/// A validated module without what some of its kernels do not need: the other kernels, and their
/// functions.
std::vector<std::uint32_t> only_kernels(const std::vector<std::uint32_t>& words,
                                        const std::set<std::string>& kernels);

/// A validated module without what one of its kernels does not need: other functions, and other
/// local variables. PoCL gives each kernel the local variables of the whole module.
///
///     const auto alone = only_kernel(words, "reduce");
///
/// None where there is no such kernel, or where kernels share variables in global memory: in
/// modules of their own each would have its own.
std::optional<std::vector<std::uint32_t>> only_kernel(const std::vector<std::uint32_t>& words,
                                                      const std::string& kernel);

}  // namespace zecpu
