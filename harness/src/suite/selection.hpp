// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "api/instance.hpp"

namespace tickbench::suite {

/// The benchmarks that `filter` (a partial RE2 match over Google Benchmark's name and over the id;
/// a leading '-' takes those that do not match; "" and "all": everything) and `ids` (exact; empty:
/// all) leave. Throws UsageError for a bad pattern, an unknown id, and where nothing is left.
std::vector<api::Instance> select(const std::vector<api::Instance>& instances,
                                  const std::string& filter, const std::vector<std::string>& ids);

}  // namespace tickbench::suite
