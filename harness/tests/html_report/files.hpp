// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "process/files.hpp"
#include "summaries/run_summary.hpp"

namespace tickbench::html_report::test {

using Json = nlohmann::ordered_json;

/// A folder of one test, gone with it.
class TemporaryFolder : public process::TemporaryFolder {
 public:
  std::filesystem::path operator/(const std::string& name) const { return path() / name; }
  /// The new file's path.
  std::string write(const std::string& name, const std::string& text) const;
  std::string write(const std::string& name, const Json& json) const;
};

std::string read(const std::filesystem::path& path);

/// One entry of a result file: a passed benchmark of device time `seconds` with intervals of 1 %.
Json entry(const std::string& id, double seconds, const std::string& device = "Test Device");
/// The same with the work of one launch, hence rates.
Json entry(const std::string& id, double seconds, double bytes, double flops);
/// The same of a benchmark that moves `bytes`, its declared size, between two memories.
Json moved(const std::string& id, double seconds, double bytes, const std::string& from,
           const std::string& to);
/// One row of Google Benchmark's own, with its processor time half of `seconds`.
Json plain_entry(const std::string& name, double seconds);
/// A result file with these entries, and a device with peaks of 1 TB/s and 10 TFLOP/s.
Json results(const Json& entries);
/// A small suite: copy, matmul with speed-ups, transfers of two pairs, launch phases, a failure, a
/// skip.
Json suite();
/// A samples file of one series.
Json samples(const std::string& id, const std::vector<double>& seconds);

/// Compares with golden/NAME. With TICKBENCH_UPDATE_GOLDEN set in the environment it is written
/// instead.
void expect_golden(const std::string& name, const std::string& text);

/// The message of the UsageError that `act` throws; "" where it throws none.
template <class Act>
std::string refusal(Act act);

/// The only run of a file.
inline RunSummary read_run(const std::string& path, const std::string& label,
                           const std::string& samples = {}) {
  return read_runs(path, label, samples).at(0);
}

}  // namespace tickbench::html_report::test

#include "tickbench/error.hpp"

template <class Act>
std::string tickbench::html_report::test::refusal(Act act) {
  try {
    act();
  } catch (const tickbench::UsageError& error) {
    return error.what();
  }
  return {};
}
