// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/json_walk.hpp"
#include "results/result_file.hpp"

namespace tickbench::results {

/// Throw UsageError "FILE: benchmarks[3].name: expected a string, found a number".
double expect_number(const std::string& file, const Path& path, const Scalar& value);
const std::string& expect_string(const std::string& file, const Path& path, const Scalar& value);
std::int64_t expect_count(const std::string& file, const Path& path, const Scalar& value);
/// A null is a number that was not finite.
std::optional<double> expect_number_or_null(const std::string& file, const Path& path,
                                            const Scalar& value);
/// As it prints: for settings, which are only compared.
std::string printed(const Scalar& value);
[[noreturn]] void fail(const std::string& file, const std::string& where, const std::string& what);

struct EntryMetric {
  std::string name;
  std::optional<double> value, low, high, level;
};

/// One element of a result file's `benchmarks`, as it stands there.
struct Entry {
  std::string name, run_name, run_type, aggregate, time_unit, error;
  bool has_error = false, is_skipped = false, has_tickbench = false;
  std::optional<std::int64_t> repetition;
  std::int64_t repetitions = 0;
  std::optional<double> real_time, cpu_time;
  std::vector<std::pair<std::string, double>> counters;

  std::string id, backend, device, device_id, outcome, message;
  std::vector<std::pair<std::string, std::string>> settings, methods;
  std::vector<EntryMetric> metrics, launch;
  std::vector<std::pair<std::string, std::string>> stop_reasons;
  std::vector<std::pair<std::string, std::int64_t>> sample_counts, reference_samples;
  std::int64_t batch = 0;
  std::optional<bool> converged;
  double isolated_step = 0, batched_step = 0;
  std::vector<std::pair<std::string, std::vector<double>>> samples;  ///< mode, device seconds

  std::optional<Axis> axis;
  std::optional<MemoryPair> memories;

  /// As new, but for the memory that it holds: a large file has as many of these as benchmarks.
  void clear();
};

/// Takes in one scalar at `path`, which begins with `benchmarks[i]`.
void read_into(Entry& entry, const std::string& file, const Path& path, const Scalar& value);

}  // namespace tickbench::results
