// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "results/result_file.hpp"

/// Whether the device, not the code, was another one: its clocks and canaries on both sides.
namespace tickbench::compare {

/// Beyond this the two sides ran at different clocks: less than what matters by default.
inline constexpr double kClockEffect = 0.01;

/// NEW over OLD in cycles of the device's core; nothing where the metric is no time of the device's
/// and no rate, or a clock is not known.
std::optional<double> ratio_in_cycles(const Row& row, const std::string& metric);

/// "device clock: 1.98 GHz before, 1.68 GHz now (in cycles new/old is 1.0003)"; empty where the
/// clocks are alike, or not known.
std::string clocks_text(const Row& row, const std::string& metric);

/// Whether the canaries of the devices say that the machine moved between the sides, that it did
/// not, or nothing: a line a device of a machine. Where it did, a difference of that size need not
/// be the code's.
std::vector<std::string> canary_notes(std::span<const results::ResultFile> old_files,
                                      std::span<const results::ResultFile> new_files,
                                      double effect);

}  // namespace tickbench::compare
