// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "compare/compare.hpp"
#include "tickbench/error.hpp"

namespace tickbench::compare {

namespace {

// The values of those runs that have one; the last reason of one that has none.
struct Values {
  std::vector<std::optional<RunValue>> runs;
  std::string reason;
};

Values values_of(const std::vector<Occurrence>& runs, const std::string& metric) {
  Values values;
  for (const auto& run : runs) {
    auto& value = values.runs.emplace_back();
    if (run.benchmark == nullptr) continue;
    if (run.benchmark->is_good()) {
      value = run_value(*run.benchmark, metric, values.reason);
    } else {
      values.reason = std::string(run.benchmark->outcome);
      if (!run.benchmark->message.empty()) values.reason += ": " + run.benchmark->message;
    }
  }
  return values;
}

std::vector<RunValue> present(const std::vector<std::optional<RunValue>>& runs) {
  std::vector<RunValue> values;
  for (const auto& run : runs)
    if (run) values.push_back(*run);
  return values;
}

std::optional<double> median_of(const std::vector<RunValue>& runs) {
  if (runs.empty()) return std::nullopt;
  std::vector<double> values;
  values.reserve(runs.size());
  for (const auto& run : runs) values.push_back(run.value);
  return median(values);
}

std::string device_of(const Match& match) {
  for (const auto* runs : {&match.old_runs, &match.new_runs})
    for (const auto& run : *runs)
      if (run.benchmark != nullptr) return std::string(run.benchmark->device);
  return {};
}

Sides sides_of(const Match& match, const Options& options) {
  auto before = values_of(match.old_runs, options.metric);
  auto now = values_of(match.new_runs, options.metric);
  if (options.paired && !present(before.runs).empty() && !present(now.runs).empty()) {
    // A pair of which one is missing is no pair.
    for (std::size_t i = 0; i < before.runs.size(); ++i)
      if (!before.runs[i] || !now.runs[i]) before.runs[i] = now.runs[i] = std::nullopt;
  }
  Sides sides;
  sides.old_runs = present(before.runs);
  sides.new_runs = present(now.runs);
  auto& row = sides.row;
  row.id = match.id;
  row.device = device_of(match);
  row.old_value = median_of(sides.old_runs);
  row.new_value = median_of(sides.new_runs);
  row.old_runs = sides.old_runs.size();
  row.new_runs = sides.new_runs.size();
  const bool has_old = row.old_runs > 0, has_new = row.new_runs > 0;
  if (has_old && has_new) {
    row.differences = differences(match, options.metric);
    sides.can_be_judged = row.differences.empty() || options.force;
    row.verdict = sides.can_be_judged ? Verdict::kUnclear : Verdict::kNotComparable;
  } else if (has_old) {
    row.verdict = Verdict::kMissing;
    if (match.has_new()) row.reason = "new: " + now.reason;
  } else if (has_new) {
    row.verdict = Verdict::kNew;
    if (match.has_old()) row.reason = "old: " + before.reason;
  } else {
    // Measured on neither side: nothing got lost, and nothing can be said.
    row.verdict = match.has_old() ? Verdict::kUnclear : Verdict::kNew;
    row.reason = match.has_old() ? "old: " + before.reason : "new: " + now.reason;
  }
  return sides;
}

}  // namespace

std::vector<Sides> sides_of(std::span<const results::ResultFile> old_files,
                            std::span<const results::ResultFile> new_files,
                            const Options& options) {
  if (options.paired && old_files.size() != new_files.size())
    throw UsageError("expected as many new runs as old ones to make pairs, found " +
                     std::to_string(old_files.size()) + " old and " +
                     std::to_string(new_files.size()) + " new");
  std::vector<Sides> all;
  for (const auto& each : match(old_files, new_files)) all.push_back(sides_of(each, options));
  return all;
}

}  // namespace tickbench::compare
