// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/run_order.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

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
