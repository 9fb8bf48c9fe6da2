// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "floors/floors_of_run.hpp"
#include "results/record.hpp"

namespace tickbench::outputs {

/// What a test that CTest runs says beside its records.
struct CtestSettings {
  std::string benchmark;  ///< the id of the one that the test is for; empty: not just one
  bool is_strict = false;
  struct File {
    std::string name, path;
  };
  std::vector<File> files;
};

/// What CTest takes from a test's output and hands on to a dashboard: outcome, device, what became
/// of each floor, and each metric as a measurement (the median over repetitions), each output file
/// as an attachment.
///
/// CTest reads everything between the first and the last of these elements as XML. So they are
/// written in one piece, after all else but the summary, which goes to standard error.
///
///     <CTestMeasurement type="numeric/double" name="time">1.5e-05</CTestMeasurement>
///
/// Names are the metrics' own where one benchmark runs on one device, as in a test that
/// tickbench_discover_tests made; else the id and the device stand before them.
std::string ctest_output(const results::Records& records, const floors::RunFloors& floors,
                         const CtestSettings& settings);

}  // namespace tickbench::outputs
