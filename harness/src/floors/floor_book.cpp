// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floor_book.hpp"

#include "suite/device_slot.hpp"

namespace tickbench::suite {

FloorBook::FloorBook(const std::vector<std::string>& paths) {
  for (const auto& path : paths) files_.push_back(FloorFile::load(path));
}

void FloorBook::require_benchmarks(const std::vector<std::string>& ids) const {
  for (const auto& file : files_) file.require_benchmarks(ids);
}

FloorSelection FloorBook::select(const Case& of) const {
  FloorSelection all;
  for (const auto& file : files_) {
    auto selection = file.select(device_name(of), of.instance.id);
    all.floors.insert(all.floors.end(), selection.floors.begin(), selection.floors.end());
    all.for_other_devices += selection.for_other_devices;
  }
  return all;
}

FloorJudge& FloorBook::judge(const Case& of, int looks) {
  if (const auto found = entries_.find(&of); found != entries_.end()) return found->second.judge;
  FloorSelection all = select(of);
  FloorReport report{device_name(of), of.instance.id, {}, all.for_other_devices};
  return entries_.emplace(&of, Entry{FloorJudge(std::move(all), looks), std::move(report)})
      .first->second.judge;
}

void FloorBook::end_repetition(const Case& of) {
  auto& entry = entries_.at(&of);
  entry.judge.end_repetition();
  entry.report.judgements = entry.judge.judgements();
  const std::lock_guard lock(mutex_);
  reports_[&of] = entry.report;
}

void FloorBook::fail(const Case& of, Outcome outcome) {
  if (is_empty()) return;
  auto report = failed_report(device_name(of), of.instance.id, select(of), to_string(outcome));
  const std::lock_guard lock(mutex_);
  reports_[&of] = std::move(report);
}

std::optional<FloorReport> FloorBook::report(const Case& of) const {
  const std::lock_guard lock(mutex_);
  const auto found = reports_.find(&of);
  return found == reports_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace tickbench::suite
