// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "tickbench/verdict.hpp"

namespace tickbench::outputs {

/// What a program that CTest runs prints last on standard output, whatever its outcome: a test
/// without it fails (TickbenchListTests.cmake). A body or a driver that calls _exit, or executes
/// another program, ends it with any status, and not at its end. DEL: terminals ignore it, XML
/// takes it, and nothing else here prints it.
inline constexpr char kCtestEnd = '\x7f';

/// Prints it when destroyed: however a command ends.
class CtestEnd {
 public:
  CtestEnd(std::ostream& out, bool is_ctest) : out_(out), is_ctest_(is_ctest) {}
  CtestEnd(const CtestEnd&) = delete;
  ~CtestEnd() {
    if (is_ctest_) out_ << kCtestEnd << std::flush;
  }

 private:
  std::ostream& out_;
  bool is_ctest_;
};

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
