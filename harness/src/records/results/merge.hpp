// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "results/json_document.hpp"
#include "results/result_file.hpp"

namespace tickbench::results {

/// One run as a file of several runs holds it: whole, and as its readers see it.
struct RunRecord {
  /// Its `suite`, `ended` and `context`; no context where it left no results.
  Json entry = Json::object();
  Json rows = Json::array();
  std::optional<ResultFile> results;  ///< nothing: it left none
};

/// Whether a plain benchmark with an error of this message was skipped.
using SkipRule = std::function<bool(const std::string& message)>;

/// The runs of a result file, plain or of several runs. Throws UsageError as `read_runs` does, and
/// for another schema. Plain rows that the rule skips become those of Google Benchmark 1.8.
std::vector<RunRecord> load_runs(const std::string& path, const SkipRule& is_skip = {});

/// Throws UsageError, naming both files, where runs do not belong together: one run twice; one id
/// on two devices of one name on one machine; one id of two commits, or settings, on one device.
void require_kin(std::span<const RunRecord> runs);

/// The file of all these runs, numbered from 1 in this order:
///
///     {"context": {..., "tickbench": {"schema": "tickbench-runs/1",
///        "runs": [{"run": 1, "suite": "./suite", "ended": "...", "context": {...}}, ...]}},
///      "benchmarks": [{..., "tickbench": {..., "run": 1}}, ...]}
///
/// Google Benchmark's fields stand in the context where all runs agree, with the first run's date.
std::string to_runs_file(std::vector<RunRecord> runs);

}  // namespace tickbench::results
