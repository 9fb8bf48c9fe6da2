// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/grouped.hpp"
#include "compare/table.hpp"

namespace tickbench::compare {
namespace {

// An argument (8, threads:2), or what Google Benchmark adds behind the arguments.
bool is_argument(std::string_view part) {
  if (part == "real_time" || part == "manual_time" || part == "process_time") return true;
  if (part.find(':') != std::string_view::npos) return part.find("::") == std::string_view::npos;
  return !part.empty() && part.find_first_not_of("0123456789.-+") == std::string_view::npos;
}

/// By run or pair, the mean over the members; NaN where one has none. `each` hands on what a member
/// has of each run.
template <class Each>
std::vector<double> member_means(const Group& group, const Each& each) {
  std::vector<double> sums, counts;
  for (const auto* sides : group.members)
    each(*sides, [&](std::size_t run, double logarithm) {
      sums.resize(std::max(sums.size(), run + 1));
      counts.resize(sums.size());
      sums[run] += logarithm;
      ++counts[run];
    });
  const auto members = static_cast<double>(group.members.size());
  for (std::size_t run = 0; run < sums.size(); ++run)
    sums[run] =
        counts[run] == members ? sums[run] / members : std::numeric_limits<double>::quiet_NaN();
  return sums;
}

std::vector<double> mean_logs(const Group& group, std::vector<RunValue> Sides::*runs) {
  auto means = member_means(group, [&](const Sides& sides, const auto& add) {
    for (const auto& run : sides.*runs) add(run.file, std::log(run.value));
  });
  std::erase_if(means, [](double mean) { return std::isnan(mean); });
  return means;
}

std::vector<double> mean_log_ratios(const Group& group) {
  return member_means(group, [](const Sides& sides, const auto& add) {
    const auto ratios = pair_log_ratios(sides);
    for (std::size_t i = 0; i < ratios.size(); ++i) add(sides.old_runs[i].file, ratios[i]);
  });
}

void count_runs(Group& group) {
  group.mean.benchmarks = group.members.size();
  group.mean.old_runs = mean_logs(group, &Sides::old_runs).size();
  group.mean.new_runs = mean_logs(group, &Sides::new_runs).size();
}

}  // namespace

std::string_view group_name(std::string_view id) {
  for (auto slash = id.rfind('/'); slash != std::string_view::npos && slash > 0;
       slash = id.rfind('/')) {
    if (!is_argument(id.substr(slash + 1))) break;
    id = id.substr(0, slash);
  }
  return id;
}

std::vector<Group> make_groups(std::span<const Sides> all) {
  std::vector<const Sides*> judged;  // pointers alone: a table may have 100 000 rows
  for (const auto& sides : all)
    if (sides.can_be_judged && !sides.old_runs.empty() && !sides.new_runs.empty())
      judged.push_back(&sides);
  std::vector<Group> groups;
  if (judged.size() < 2) return groups;
  const auto place_of = [](const Sides& sides) {
    return std::pair(std::string_view(sides.row.device), std::string_view(sides.row.machine));
  };
  const auto function_of = [&](const Sides& sides) {
    return std::pair(group_name(sides.row.id), place_of(sides));
  };
  const auto add = [&](std::vector<const Sides*> members) -> GroupMean& {
    const auto& first = members.front()->row;
    auto& mean = groups.emplace_back(Group{{}, std::move(members)}).mean;
    mean.device = first.device;
    mean.machine = first.machine;
    return mean;
  };
  const auto is_part = [&](const auto& members) {
    return members.size() > 1 && members.size() < judged.size() &&
           std::ranges::find(groups, members, &Group::members) == groups.end();
  };
  for (auto& members : grouped(judged, function_of))
    if (is_part(members)) add(members).group = group_name(members.front()->row.id);
  const auto places = grouped(judged, place_of);
  for (const auto& members : places)
    if (is_part(members)) add(members);
  auto& whole_table = add(judged);
  whole_table.covers_table = true;
  if (places.size() > 1) whole_table.device = whole_table.machine = {};
  for (auto& group : groups) count_runs(group);
  return groups;
}

Group make_wall_group(std::span<const Sides> all) {
  Group group;
  group.mean.uses_wall_time = true;
  for (const auto& sides : all) group.members.push_back(&sides);
  count_runs(group);
  return group;
}

Question ask_of_pairs(std::span<const Look> looks, std::vector<double> series, double step) {
  return [looks, series = std::move(series), step](double alpha, double shift) {
    return centre_over(looks, series, alpha, step, shift);
  };
}

Question make_question(const Group& group, std::span<const Look> looks, const Options& options) {
  if (options.paired) return ask_of_pairs(looks, mean_log_ratios(group));
  return [&options, before = mean_logs(group, &Sides::old_runs),
          now = mean_logs(group, &Sides::new_runs)](
             double alpha, double shift) -> std::optional<inference::Centre> {
    const bool has_spread = before.size() > 1 && now.size() > 1;
    // A known spread is that of a benchmark: the members of a run may all vary alike.
    if (before.empty() || now.empty() || (!has_spread && options.run_spread.value_or(0) <= 0))
      return std::nullopt;
    auto shifted = now;
    for (double& value : shifted) value -= shift;
    return centre_between(before, shifted, options, alpha);
  };
}

}  // namespace tickbench::compare
