// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/selection.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <string_view>

#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::suite {
namespace {

std::vector<std::string> ids_of(const std::vector<api::Instance>& instances) {
  std::vector<std::string> ids;
  ids.reserve(instances.size());
  for (const auto& instance : instances) ids.push_back(instance.id);
  return ids;
}

std::string how_to_list(std::string_view asked, const std::vector<api::Instance>& instances) {
  return text::did_you_mean(asked, ids_of(instances)) + " (--tickbench_list lists the " +
         std::to_string(instances.size()) + " ids)";
}

/// What a name of Google Benchmark's has after the id.
bool is_suffix(std::string_view part) {
  for (const auto* begin : {"min_time:", "min_warmup_time:", "iterations:", "repeats:"})
    if (part.starts_with(begin)) return true;
  return part == "manual_time";
}

std::string without_suffixes(std::string name) {
  for (auto slash = name.rfind('/');
       slash != std::string::npos && is_suffix(std::string_view(name).substr(slash + 1));
       slash = name.rfind('/'))
    name.resize(slash);
  return name;
}

std::vector<api::Instance> with_ids(const std::vector<api::Instance>& instances,
                                    const std::vector<std::string>& ids) {
  for (const auto& id : ids)
    if (std::none_of(instances.begin(), instances.end(),
                     [&](const api::Instance& instance) { return instance.id == id; }))
      throw UsageError("--tickbench_benchmark=" + id +
                       ": expected the id of a benchmark, found none" +
                       how_to_list(without_suffixes(id), instances));
  std::vector<api::Instance> result;
  std::copy_if(instances.begin(), instances.end(), std::back_inserter(result),
               [&](const api::Instance& instance) {
                 return std::find(ids.begin(), ids.end(), instance.id) != ids.end();
               });
  return result;
}

}  // namespace

std::vector<api::Instance> select(const std::vector<api::Instance>& instances,
                                  const std::string& filter, const std::vector<std::string>& ids) {
  if (instances.empty()) throw UsageError("this program has no benchmarks for these back ends");
  auto chosen = ids.empty() ? instances : with_ids(instances, ids);
  if (filter.empty() || filter == "all") return chosen;
  const bool negative = filter.front() == '-';
  const std::string pattern = negative ? filter.substr(1) : filter;
  const RE2 regex(pattern, RE2::Quiet);
  if (!regex.ok())
    throw UsageError("--benchmark_filter=" + filter +
                     ": expected a regular expression (RE2): " + regex.error());
  std::erase_if(chosen, [&](const api::Instance& instance) {
    const bool matches =
        RE2::PartialMatch(instance.full_name, regex) || RE2::PartialMatch(instance.id, regex);
    return matches == negative;
  });
  if (chosen.empty())
    throw UsageError("--benchmark_filter=" + filter +
                     ": expected to match a benchmark, matches none" +
                     how_to_list(pattern, instances));
  return chosen;
}

}  // namespace tickbench::suite
