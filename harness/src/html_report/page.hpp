// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "html_report/plots.hpp"

namespace tickbench::html_report {

/// The whole document: no link, script, style or picture from elsewhere. Its text stands in
/// page.mustache; names from outside come in escaped.
std::string page(const std::string& title, const std::vector<RunSummary>& runs,
                 const std::vector<PlotSection>& sections,
                 const std::vector<SideBySide>& comparisons);

}  // namespace tickbench::html_report
