// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "html_report/html.hpp"
#include "html_report/plots.hpp"
#include "html_report/side_by_side.hpp"

namespace tickbench::html_report {

/// The drawn plots by name: each as it goes into the page.
using Pictures = std::map<std::string, Html>;

/// What the page is made of. Views into the runs.
struct PageContents {
  std::string title;
  const std::vector<Run>& runs;
  const std::vector<PlotSection>& sections;
  const std::vector<SideBySide>& comparisons;
  const Pictures& pictures;  ///< empty: the report has no plots
};

/// The whole document: no link, script, style or picture from elsewhere.
std::string page(const PageContents& contents);

// Its parts.

/// Whose numbers these are: a card a run, with its devices.
Html run_cards(const std::vector<Run>& runs);
/// What went wrong, or is to be read with care. Empty where there is nothing.
Html attention(const std::vector<Run>& runs);
Html plot_section(const PlotSection& section, const Pictures& pictures);
Html comparison_table(const SideBySide& both);
Html results_table(const std::vector<Run>& runs);
/// What the words mean.
Html reading_guide();

}  // namespace tickbench::html_report
