// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "plots/plots.hpp"
#include "summaries/wording.hpp"
#include "tickbench/error.hpp"
#include "tickbench/figure.hpp"

/// Which figures are drawn, and of which benchmarks.
namespace tickbench::html_report {
namespace {

/// These are drawn only where a benchmark asks for them: of most they say little.
bool is_on_request(Figure figure) {
  return figure == Figure::kSubmission || figure == Figure::kClocks;
}

bool shows(const results::Group& group, Figure figure) {
  if (group.figures.empty()) return !is_on_request(figure);
  return std::ranges::find(group.figures, to_string(figure)) != group.figures.end();
}

bool is_shown(const BenchmarkSummary& benchmark, const std::string& group, Figure figure) {
  if (group.empty() && !is_on_request(figure)) return true;
  return std::ranges::any_of(benchmark.groups, [&](const results::Group& of) {
    return (group.empty() || of.name == group) && shows(of, figure);
  });
}

bool is_in(const results::BenchmarkHead& benchmark, const std::string& group) {
  return results::find_named(benchmark.groups, group) != nullptr;
}

std::string groups_in(const RunSummary& run) {
  std::set<std::string> names;
  for (const auto& benchmark : run.benchmarks)
    for (const auto& group : benchmark.groups) names.insert(clean_text(group.name));
  return names.empty() ? "none of any" : fmt::format("those of {}", fmt::join(names, ", "));
}

}  // namespace

void keep_group(const std::string& group, RunSummary& run) {
  const auto is_outside = [&](const auto& benchmark) { return !is_in(benchmark, group); };
  if (std::ranges::all_of(run.benchmarks, is_outside))
    throw UsageError(fmt::format("{}: expected benchmarks of the group '{}', found {}",
                                 clean_text(run.file.path), clean_text(group), groups_in(run)));
  std::erase_if(run.benchmarks, is_outside);
  std::erase_if(run.file.benchmarks, is_outside);
  for (auto& file : run.runs) std::erase_if(file.benchmarks, is_outside);
}

std::vector<PlotSection> plot_sections(const std::vector<RunSummary>& runs,
                                       const std::string& group) {
  const auto all = make_rows(runs);
  const auto rows_in = [&](Figure figure) {
    Rows rows = all;
    std::erase_if(rows, [&](const Row& row) { return !is_shown(*row.benchmark, group, figure); });
    return rows;
  };
  std::vector<PlotSection> sections{throughput_section(rows_in(Figure::kThroughput)),
                                    speedup_section(rows_in(Figure::kSpeedup), !group.empty()),
                                    memory_section(rows_in(Figure::kMemories)),
                                    roofline_section(runs, rows_in(Figure::kRoofline)),
                                    phase_section(rows_in(Figure::kPhasesOfLaunch)),
                                    submission_section(rows_in(Figure::kSubmission)),
                                    clock_section(rows_in(Figure::kClocks)),
                                    region_section(rows_in(Figure::kRegions)),
                                    sample_section(runs, rows_in(Figure::kSamples))};
  std::erase_if(sections, [](const PlotSection& section) {
    return section.plots.empty() && section.notes.empty();
  });
  return sections;
}

}  // namespace tickbench::html_report
