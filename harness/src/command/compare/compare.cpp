// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "compare/table.hpp"
#include "text/wording.hpp"

namespace tickbench::compare {
namespace {

constexpr std::string_view kTimePattern = "dddd-dd-ddTdd:dd:dd";

// Both Google Benchmark's dates and tickbench's begin so; a zone follows.
bool is_time(std::string_view text) {
  return text.size() > kTimePattern.size() &&
         std::equal(kTimePattern.begin(), kTimePattern.end(), text.begin(),
                    [](char wanted, char c) {
                      return wanted == 'd' ? c >= '0' && c <= '9' : c == wanted;
                    });
}

}  // namespace

Comparison empty_comparison(const Options& options) {
  const auto metric = options.metric.empty() ? std::string(metrics::kTime) : options.metric;
  const auto* known = metrics::find_metric(metric);
  const auto better = options.better || known == nullptr ? options.better : known->better;
  Comparison comparison{metric, better, options.effect, options.error_rate, {}, {}};
  comparison.margin = options.margin;
  return comparison;
}

void name_metric(Comparison& comparison, const Options& options) {
  const auto& rows = comparison.rows;
  const auto count = std::ranges::count(rows, true, &Row::uses_cpu_time);
  if (!options.metric.empty() || count == 0) return;
  if (count == std::ranges::count_if(rows, [](const Row& row) { return row.ratio.has_value(); }))
    comparison.metric = metrics::kCpuTime;
  comparison.notes.push_back(fmt::format(
      "The processor time is compared of {} of {}, whose names state no real time, manual time or "
      "threads; --metric time compares wall times.",
      count, text::counted(rows.size(), "benchmark")));
}

Comparison compare(std::span<const results::ResultFile> old_files,
                   std::span<const results::ResultFile> new_files, const Options& options) {
  auto comparison = empty_comparison(options);
  results::refuse_repeats(old_files);
  results::refuse_repeats(new_files);
  auto all = make_sides(old_files, new_files, options);
  const Look once{std::max(old_files.size(), new_files.size()), 1};
  comparison.groups = judge_all(all, std::span(&once, 1), options, comparison.better);
  comparison.old_commit = list_commits(old_files);
  comparison.new_commit = list_commits(new_files);
  comparison.rows.reserve(all.size());
  for (auto& sides : all) comparison.rows.push_back(std::move(sides.row));
  all = {};
  name_metric(comparison, options);
  if (!comparison.old_commit.empty() || !comparison.new_commit.empty())
    comparison.notes.push_back(commits_note(comparison));
  const auto order = run_order(old_files, new_files);
  add_notes(comparison, order, options);
  if (order == RunOrder::kParted) only_propose(comparison, old_files, new_files);
  for (auto& note : canary_notes(old_files, new_files, options.effect))
    comparison.notes.push_back(std::move(note));
  return comparison;
}

RunOrder run_order(std::span<const results::ResultFile> old_files,
                   std::span<const results::ResultFile> new_files) {
  std::vector<std::pair<std::string_view, bool>> runs;
  for (const auto& file : old_files) runs.emplace_back(file.context.started, false);
  for (const auto& file : new_files) runs.emplace_back(file.context.started, true);
  const auto zone = [](const auto& run) { return run.first.substr(kTimePattern.size()); };
  for (const auto& run : runs)
    if (!is_time(run.first) || zone(run) != zone(runs.front())) return RunOrder::kUnknown;
  std::sort(runs.begin(), runs.end());
  std::size_t changes = 0;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].second == runs[i - 1].second) continue;
    if (runs[i].first == runs[i - 1].first) return RunOrder::kUnknown;
    ++changes;
  }
  return changes >= std::min(old_files.size(), new_files.size()) ? RunOrder::kInTurn
                                                                 : RunOrder::kParted;
}

}  // namespace tickbench::compare
