// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tickbench/verdict.hpp"

namespace tickbench::outputs {

/// What a benchmark says of itself to CTest, and on to a dashboard: an element each. `prefix`
/// stands before every name.
struct CtestBenchmark {
  std::string prefix, outcome, device;
  std::vector<std::pair<std::string, double>> metrics;  ///< none of one that failed
  std::optional<FloorReport> floors{};
};
std::string ctest_elements(const CtestBenchmark& benchmark, bool is_strict);

/// Attaches a file; nothing where there is none.
std::string ctest_attachment(const std::string& name, const std::string& file);

}  // namespace tickbench::outputs
