// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/run.hpp"

namespace tickbench::html_report {

const Estimate* Benchmark::metric(const std::string& name) const {
  const auto found = metrics.find(name);
  return found == metrics.end() ? nullptr : &found->second;
}

}  // namespace tickbench::html_report
