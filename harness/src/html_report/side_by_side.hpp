// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "html_report/plots.hpp"
#include "html_report/rows.hpp"

namespace tickbench::html_report {

/// One benchmark in two runs. Either side may be missing.
struct Pair {
  std::string id;
  std::string device;  ///< empty where all pairs have the same
  const Benchmark* old_one = nullptr;
  const Benchmark* new_one = nullptr;
  /// New time over old; nothing where one is missing, bad, or taken by another method.
  std::optional<Estimate> ratio;
  std::string note;  ///< why there is no ratio, or what to know about it
};

/// Two files, benchmark by benchmark: by id and device, or by id alone where the files share no
/// device. This shows; to judge, with error rates, is `tickbench compare`'s work.
struct SideBySide {
  const Run* old_run = nullptr;
  const Run* new_run = nullptr;
  bool has_other_device = false;
  std::vector<Pair> pairs;
};
SideBySide side_by_side(const Run& old_run, const Run& new_run);

/// The ratios farthest from 1, as dots with intervals. Empty where there are none. `number` tells
/// several apart.
PlotSection ratio_section(const SideBySide& both, std::size_t number);

}  // namespace tickbench::html_report
