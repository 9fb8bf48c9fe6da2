// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "floors/verdict.hpp"

namespace tickbench::outputs {

/// What a program that CTest runs prints last on standard output: a test without it fails
/// (TickbenchListTests.cmake). A body or a driver that calls _exit, or executes another program,
/// ends it with any status, and not at its end. DEL: terminals ignore it, XML takes it, and nothing
/// else here prints it. Twice where the status is not 0: behind a launcher that loses the status
/// such a test fails as well.
std::string ctest_end(int status);

/// A call in the file that TickbenchListTests.cmake reads: the test of one benchmark of a `kind`,
/// suite or plain, in so many processes. The id is quoted, whatever it holds.
std::string ctest_line(std::string_view kind, std::string_view id, std::size_t runs = 1);

/// What a benchmark says of itself to CTest, and on to a dashboard: an element each. `prefix`
/// stands before every name.
struct CtestBenchmark {
  std::string prefix, outcome, device;
  std::vector<std::pair<std::string, double>> metrics;  ///< none of one that failed
  std::optional<FloorReport> floors{};
  std::string words{};  ///< on what was checked or declared, as in the row
};
std::string ctest_elements(const CtestBenchmark& benchmark, bool is_strict);

/// Attaches a file; nothing where there is none.
std::string ctest_attachment(const std::string& name, const std::string& file);

}  // namespace tickbench::outputs
