// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace tickbench::results {

/// The ids that benchmarks had, as registrations state them and result files repeat.
class FormerIds {
 public:
  FormerIds() = default;
  /// Of result files.
  explicit FormerIds(const auto&... lists) {
    const auto add_all = [this](const auto& files) {
      for (const auto& file : files)
        for (const auto& benchmark : file.benchmarks) add(benchmark.id, benchmark.former_ids);
    };
    (add_all(lists), ...);
  }
  /// Where two say different things of one id, the first one counts.
  void add(const std::string& id, const std::vector<std::string>& former) {
    for (const auto& name : former)
      if (now_.try_emplace(name, id).second) former_.emplace(id, name);
  }

  /// Of a former id the one that it is now; of any other itself.
  const std::string& now(const std::string& id) const {
    const auto* last = &id;
    // Each step once: files of two commits may each say that the other's id is theirs.
    for (auto steps = now_.size(); steps > 0 && now_.contains(*last); --steps)
      last = &now_.at(*last);
    return *last;
  }
  /// These, and behind them those that they had.
  std::vector<std::string> names(std::vector<std::string> ids) const {
    for (std::size_t i = 0; i < ids.size(); ++i)
      for (auto [at, end] = former_.equal_range(ids[i]); at != end; ++at)
        if (std::ranges::find(ids, at->second) == ids.end()) ids.push_back(at->second);
    return ids;
  }

 private:
  std::map<std::string, std::string> now_;
  std::multimap<std::string, std::string> former_;
};

}  // namespace tickbench::results
