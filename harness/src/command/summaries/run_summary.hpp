// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compare/compare.hpp"
#include "results/result_file.hpp"
#include "statistics/statistics.hpp"

/// What the report is made of: result files as the page sees them, alone and compared.
namespace tickbench::html_report {

/// A median in SI units, with its interval where the file has one. Always finite.
struct RunsEstimate : Estimate {
  std::size_t runs = 1;
  std::optional<double> spread{};  ///< between the runs, as a fraction
};

/// A benchmark with all repetitions of its id in one file, of all runs.
struct BenchmarkSummary : results::Benchmark {
  std::map<std::string, RunsEstimate, std::less<>> metrics{};  ///< counters: "counter:NAME"
  std::string full_name{};  ///< Google Benchmark's, of a plain benchmark
  std::size_t runs = 1;
  std::int64_t batch = 0;           ///< launches a bracket; 0: not stated, or they differ
  std::optional<bool> converged{};  ///< all repetitions

  const RunsEstimate* metric(std::string_view name) const {
    const auto found = metrics.find(name);
    return found == metrics.end() ? nullptr : &found->second;
  }
  /// Of its last repetition.
  std::span<const results::Region> regions() const {
    if (repetitions.empty()) return {};
    return repetitions.back().regions;
  }
  /// Of all runs together.
  std::size_t repetition_count() const {
    return std::max<std::size_t>(1, repetitions.empty()
                                        ? static_cast<std::size_t>(aggregated_repetitions)
                                        : repetitions.size());
  }
};

/// One result file; of a file with runs of several machines those of one.
struct RunSummary {
  std::string label;         ///< "A", "B", ...: how plots and tables name it
  results::ResultFile file;  ///< owns what the benchmarks view; its own list is empty
  std::vector<BenchmarkSummary> benchmarks{};
  std::vector<results::ResultFile> runs{};  ///< one by one, for comparing
};

/// Reads a result file, and what --tickbench_samples_out wrote in the same run (`samples` empty:
/// nothing). Repetitions and runs become one benchmark: the median of their medians, from the
/// lowest end of their intervals to the highest, with the spread between the runs. Runs of several
/// machines stay apart, named by the label. Throws UsageError, also where there is no benchmark.
std::vector<RunSummary> read_runs(const std::string& path, const std::string& label,
                                  const std::string& samples = {});

/// How the device is named to a reader: its name, else its id, else "host".
std::string device_name(const BenchmarkSummary& benchmark);
/// Those of all benchmarks, in their order, each once.
std::vector<std::string> device_names(std::span<const RunSummary> runs);

/// Two files as `tickbench compare` judges them.
struct RunComparison {
  std::string old_label, new_label;
  bool compares_devices = false;  ///< the files share none, and are compared by force
  compare::Comparison comparison;
};
RunComparison compare_runs(const RunSummary& old_run, const RunSummary& new_run);

}  // namespace tickbench::html_report
