// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/match.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "results/metric.hpp"

namespace tickbench::compare {

namespace {

using results::ResultFile;

struct Key {
  std::string_view id, device;
  friend bool operator==(const Key&, const Key&) = default;
};
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    const std::hash<std::string_view> hash;
    return hash(key.id) * 31 + hash(key.device);
  }
};

bool is_present(const Occurrence& occurrence) { return occurrence.benchmark != nullptr; }
bool any_present(const std::vector<Occurrence>& runs) {
  return std::any_of(runs.begin(), runs.end(), is_present);
}

std::vector<Match> match_exactly(std::span<const ResultFile> old_files,
                                 std::span<const ResultFile> new_files) {
  std::vector<Match> matches;
  std::unordered_map<Key, std::size_t, KeyHash> index;
  const auto add = [&](std::span<const ResultFile> files, bool is_new) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      for (const auto& benchmark : files[i].benchmarks) {
        const auto [found, inserted] =
            index.emplace(Key{benchmark.id, benchmark.device}, matches.size());
        if (inserted)
          matches.push_back({benchmark.id, std::vector<Occurrence>(old_files.size()),
                             std::vector<Occurrence>(new_files.size())});
        auto& match = matches[found->second];
        (is_new ? match.new_runs : match.old_runs)[i] = {&files[i], &benchmark};
      }
    }
  };
  add(old_files, false);
  add(new_files, true);
  return matches;
}

// Matches a lone old device of an id with a lone new one.
void match_across_devices(std::vector<Match>& matches) {
  struct Leftover {
    std::vector<std::size_t> old_only, new_only;
  };
  std::unordered_map<std::string_view, Leftover> leftovers;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (matches[i].has_old() && matches[i].has_new()) continue;
    auto& leftover = leftovers[matches[i].id];
    (matches[i].has_old() ? leftover.old_only : leftover.new_only).push_back(i);
  }
  std::vector<bool> is_merged(matches.size());
  for (const auto& [id, leftover] : leftovers) {
    if (leftover.old_only.size() != 1 || leftover.new_only.size() != 1) continue;
    matches[leftover.old_only[0]].new_runs = matches[leftover.new_only[0]].new_runs;
    is_merged[leftover.new_only[0]] = true;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < matches.size(); ++i)
    if (!is_merged[i]) {
      if (kept != i) matches[kept] = std::move(matches[i]);
      ++kept;
    }
  matches.resize(kept);
}

std::string_view value_of(const std::vector<results::Setting>& settings, std::string_view name) {
  const auto found = std::find_if(settings.begin(), settings.end(),
                                  [&](const auto& setting) { return setting.name == name; });
  return found == settings.end() ? "none" : found->value;
}

class Differences {
 public:
  void compare(std::string_view what, std::string_view before, std::string_view now) {
    if (before == now) return;
    auto text = std::string(what) + ": " + std::string(before.empty() ? "none" : before) +
                " before, " + std::string(now.empty() ? "none" : now) + " now";
    if (std::find(found_.begin(), found_.end(), text) == found_.end())
      found_.push_back(std::move(text));
  }

  void compare(std::string_view what, const std::vector<results::Setting>& before,
               const std::vector<results::Setting>& now) {
    if (before == now) return;
    const auto label = [&](const results::Setting& setting) {
      return std::string(what) + " " + std::string(setting.name);
    };
    for (const auto& setting : before)
      compare(label(setting), setting.value, value_of(now, setting.name));
    for (const auto& setting : now)
      if (value_of(before, setting.name) == "none") compare(label(setting), "none", setting.value);
  }

  std::vector<std::string> take() { return std::move(found_); }

 private:
  std::vector<std::string> found_;
};

void compare_occurrences(const Occurrence& before, const Occurrence& now, const std::string& metric,
                         Differences& differences) {
  const auto &a = *before.benchmark, &b = *now.benchmark;
  differences.compare("device", a.device, b.device);
  differences.compare("driver", a.driver, b.driver);
  differences.compare("method", a.methods, b.methods);
  differences.compare("setting", a.settings, b.settings);
  const auto &from = before.file->context, &to = now.file->context;
  differences.compare("kind of file", from.is_tickbench ? "tickbench" : "Google Benchmark",
                      to.is_tickbench ? "tickbench" : "Google Benchmark");
  const bool is_of_the_host = a.device.empty() || results::depends_on_host(metric);
  if (!is_of_the_host) return;
  differences.compare("host's processor", from.cpu, to.cpu);
  differences.compare("host's number of CPUs", std::to_string(from.cpus), std::to_string(to.cpus));
  differences.compare("library's build type", from.build_type, to.build_type);
  if (!from.cpu_scaling.empty() && !to.cpu_scaling.empty())
    differences.compare("CPU frequency scaling", from.cpu_scaling, to.cpu_scaling);
}

}  // namespace

bool Match::has_old() const { return any_present(old_runs); }
bool Match::has_new() const { return any_present(new_runs); }

std::vector<Match> match(std::span<const ResultFile> old_files,
                         std::span<const ResultFile> new_files) {
  auto matches = match_exactly(old_files, new_files);
  match_across_devices(matches);
  return matches;
}

std::vector<std::string> differences(const Match& match, const std::string& metric) {
  Differences result;
  const auto first = std::find_if(match.old_runs.begin(), match.old_runs.end(), is_present);
  if (first == match.old_runs.end()) return {};
  for (const auto* runs : {&match.old_runs, &match.new_runs})
    for (const auto& run : *runs)
      if (is_present(run)) compare_occurrences(*first, run, metric, result);
  return result.take();
}

}  // namespace tickbench::compare
