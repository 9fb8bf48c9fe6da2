// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "results/json_document.hpp"
#include "results/result_file.hpp"

namespace tickbench::results {

/// Reads one run: each of its rows, then the context that it began with.
class RunReader {
 public:
  virtual ~RunReader() = default;
  /// `row` is an object.
  virtual void take(JsonValue row) = 0;
  virtual void finish(JsonValue context) = 0;
};

/// Into `run`, which outlives it.
std::unique_ptr<RunReader> make_run_reader(ResultFile& run);

/// As the same of a path, in result_file.hpp.
std::vector<ResultFile> read_runs(const JsonDocument& document);

}  // namespace tickbench::results
