// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tickbench/verdict.hpp"

namespace tickbench::tools {

/// One benchmark on one device, from all rows of a file that carry its id.
struct MeasuredBenchmark {
  std::string id;
  std::string device;
  std::string outcome;  ///< the worst of its rows', as in the file: "passed", "wrong_result", ...
  std::string message;
  std::string conditions;  ///< methods, mode and cache: where they differ, numbers do not compare
  std::vector<std::map<std::string, Evidence, std::less<>>> repetitions;  ///< metric -> evidence

  bool is_skipped() const;
  bool is_failed() const;
};

struct MeasuredFile {
  std::string name;
  std::vector<MeasuredBenchmark> benchmarks;  ///< in the order of the file
};

/// Reads what floors need of a result file. Throws UsageError where it is none of tickbench's.
MeasuredFile read_measured(const std::filesystem::path& path);

}  // namespace tickbench::tools
