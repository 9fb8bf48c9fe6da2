// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floors_of_run.hpp"

namespace tickbench::floors {

FloorsOfRun::FloorsOfRun(const std::vector<std::string>& paths) {
  for (const auto& path : paths) files_.push_back(FloorFile::load(path));
}

void FloorsOfRun::require_benchmarks(const std::vector<std::string>& ids) const {
  for (const auto& file : files_) file.require_benchmarks(ids);
}

FloorSelection FloorsOfRun::select(const results::Case& benchmark_case) const {
  FloorSelection all;
  for (const auto& file : files_) {
    auto selection = file.select(benchmark_case.device, benchmark_case.id);
    all.floors.insert(all.floors.end(), selection.floors.begin(), selection.floors.end());
    all.for_other_devices += selection.for_other_devices;
  }
  return all;
}

FloorJudge& FloorsOfRun::judge(const results::Case& benchmark_case, int looks) {
  if (const auto found = entries_.find(&benchmark_case); found != entries_.end())
    return found->second.judge;
  FloorSelection all = select(benchmark_case);
  FloorReport report{benchmark_case.device, benchmark_case.id, {}, all.for_other_devices};
  return entries_
      .emplace(&benchmark_case, Entry{FloorJudge(std::move(all), looks), std::move(report)})
      .first->second.judge;
}

void FloorsOfRun::end_repetition(const results::Case& benchmark_case) {
  auto& entry = entries_.at(&benchmark_case);
  entry.judge.end_repetition();
  entry.report.judgements = entry.judge.judgements();
  const std::lock_guard lock(mutex_);
  reports_[&benchmark_case] = entry.report;
}

void FloorsOfRun::fail(const results::Case& benchmark_case, Outcome outcome) {
  if (is_empty()) return;
  auto report = failed_report(benchmark_case.device, benchmark_case.id, select(benchmark_case),
                              to_string(outcome));
  const std::lock_guard lock(mutex_);
  reports_[&benchmark_case] = std::move(report);
}

std::optional<FloorReport> FloorsOfRun::report(const results::Case& benchmark_case) const {
  const std::lock_guard lock(mutex_);
  const auto found = reports_.find(&benchmark_case);
  return found == reports_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace tickbench::floors
