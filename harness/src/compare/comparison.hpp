// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "compare/options.hpp"
#include "compare/values.hpp"
#include "compare/verdict.hpp"

namespace tickbench::compare {

/// One benchmark of the table.
struct Row {
  std::string id;
  std::string device;  ///< empty for a CPU benchmark
  Verdict verdict = Verdict::kUnclear;
  std::optional<double> old_value, new_value;  ///< medians over the runs
  std::optional<Ratio> ratio;                  ///< NEW / OLD
  Source source = Source::kNone;
  std::size_t old_runs = 0, new_runs = 0;
  std::string reason;                    ///< of a verdict that the ratio alone does not explain
  bool is_noted = false;                 ///< the notes say the reason once for all such rows
  std::vector<std::string> differences;  ///< why it is not comparable, or was so by request
};

/// What is printed, in every format.
struct Comparison {
  std::string metric;
  results::Direction better = results::Direction::kLowerIsBetter;
  double effect = 0, error_rate = 0;
  std::vector<Row> rows;
  std::vector<std::string> notes;  ///< on the whole table
  std::size_t promised = 0;        ///< how many rows the error rate is promised for

  std::size_t count(Verdict verdict) const;
};

/// A side's own spread between runs is then unknown.
inline bool has_one_run(const Row& row) { return row.old_runs == 1 || row.new_runs == 1; }

struct ExitPolicy {
  bool strict = false;  ///< unclear is not good enough
  bool missing_is_error = false;
};

/// 0: nothing slower. 1: something slower, or missing, or unclear, where the policy says so. 2:
/// some benchmark is not comparable, or none could be compared.
int exit_status(const Comparison& comparison, const ExitPolicy& policy);

/// Why the status is 2, in one line of what was expected and what was found. "not comparable: ..."
/// where both sides were measured, but not the same or not alike; "nothing to compare: ..." where a
/// side has no value, or no interval came about.
std::string why_not_compared(const Comparison& comparison);

}  // namespace tickbench::compare
