// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/result_file.hpp"
#include "tickbench/statistics.hpp"

/// What the report is made of: result files as the page sees them. Nothing here knows of JSON, HTML
/// or gnuplot.
namespace tickbench::html_report {

/// A median in SI units, with its interval where the file has one. Always finite.
struct Estimate {
  double value = 0;
  std::optional<Interval> interval;
};

/// One benchmark on one device: all repetitions of its id in one file.
struct Benchmark {
  std::string id, backend, device, device_id;
  std::string outcome;  ///< outcome.hpp's names; "error" or "skipped" in a plain file
  std::string message;
  std::map<std::string, Estimate> metrics;
  std::map<std::string, std::string> methods;       ///< mode -> how device time was obtained
  std::map<std::string, std::string> stop_reasons;  ///< mode -> why sampling ended
  std::map<std::string, std::int64_t> samples;      ///< mode -> count
  results::Facts settings;
  std::int64_t batch = 0;  ///< launches a bracket; 0: not stated
  std::optional<bool> converged;
  std::int64_t repetitions = 1;
  bool is_plain = false;  ///< of Google Benchmark alone: timed by the host's clock

  const Estimate* metric(const std::string& name) const;
};

/// Every sample of one benchmark, repetition and mode, in the order in which they were taken.
struct SampleSeries {
  std::string id, device, mode, method;
  std::int64_t repetition = 0, launches_per_bracket = 1;
  std::vector<double> seconds;  ///< of the device, or of the host where there is no device time
};

/// One result file.
struct Run {
  std::string label;  ///< "A", "B", ...: how plots and tables name it
  std::string path;
  results::Facts facts;  ///< of the program, host and build
  std::vector<results::Device> devices;
  std::vector<Benchmark> benchmarks;
  std::vector<SampleSeries> samples;
};

}  // namespace tickbench::html_report
