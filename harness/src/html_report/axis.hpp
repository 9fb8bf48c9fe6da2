// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "html_report/plot.hpp"

namespace tickbench::html_report {

using TicLabel = std::function<std::string(double)>;

/// An axis over the values with tics at round places: powers of two; powers of ten, or 1-2-5 steps
/// over little more than one; even steps where linear (always from 0 where `from_zero`). Values not
/// above 0 are left out of a logarithmic one.
Axis log2_axis(const std::string& label, const std::vector<double>& values, const TicLabel& tic);
Axis log10_axis(const std::string& label, const std::vector<double>& values, const TicLabel& tic);
Axis linear_axis(const std::string& label, const std::vector<double>& values, const TicLabel& tic,
                 bool from_zero);

}  // namespace tickbench::html_report
