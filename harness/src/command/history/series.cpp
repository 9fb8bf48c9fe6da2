// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "history/series.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "programs/program.hpp"
#include "statistics/statistics.hpp"

namespace tickbench::history {
namespace {

constexpr std::size_t kFewestForCanary = 8;  // points; below, a gain may be chance
constexpr std::size_t kNeighbours = 5;       // points, of which a break shows the median

Point make_point(std::size_t place, const std::vector<const StoredValue*>& runs) {
  Point point{.place = place, .low = runs[0]->low, .high = runs[0]->high, .runs = runs.size()};
  std::vector<double> values, canaries;
  point.digest = runs[0]->digest;
  for (const auto* run : runs) {
    if (run->digest != point.digest) point.digest.clear();
    values.push_back(run->value);
    if (run->canary > 0) canaries.push_back(run->canary);
    point.low = std::min(point.low, run->low);
    point.high = std::max(point.high, run->high);
  }
  point.value = median(values);
  if (canaries.size() == runs.size()) point.canary = median(canaries);
  return point;
}

bool canary_explains(Series series) {
  static constexpr double kGain = 0.8;  // less is no reason to add the canary's own noise
  const auto is_known = [](const Point& point) { return point.canary > 0; };
  if (series.points.size() < kFewestForCanary || !std::ranges::all_of(series.points, is_known))
    return false;
  series.divides_canary = false;
  const double plain = typical_change(series.levels());
  series.divides_canary = true;
  return typical_change(series.levels()) < kGain * plain;
}

double median_value(std::span<const Point> points) {
  std::vector<double> values;
  for (const auto& point : points) values.push_back(point.value);
  return median(values);
}

/// What differs, a condition a part: "driver: 1 before, 2 now".
std::string difference(const SeriesKey& before, const SeriesKey& now) {
  std::map<std::string, std::array<std::string, 2>> conditions;  // by name: before, now
  for (const auto* key : {&before, &now})
    for (const auto& line : programs::split_lines(fmt::format(
             "machine: {}\ndevice: {}\n{}", key->machine, key->device, key->conditions))) {
      const auto colon = line.find(": ");
      conditions[line.substr(0, colon)].at(key == &now ? 1 : 0) = line.substr(colon + 2);
    }
  std::vector<std::string> parts;
  for (const auto& [condition, values] : conditions)
    if (const auto& [a, b] = values; a != b)
      parts.push_back(fmt::format("{}: {} before, {} now", condition, a.empty() ? "none" : a,
                                  b.empty() ? "none" : b));
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// Series of one id, each with the latest one before it on its machine and device: some commits may
/// be in both. Where there is none, it stands beside the latest one elsewhere, if that had ended.
std::vector<Break> find_breaks(const std::vector<Series>& all) {
  std::map<std::string, std::vector<std::size_t>> by_id;
  for (std::size_t i = 0; i < all.size(); ++i) by_id[all[i].key.id].push_back(i);
  std::vector<Break> breaks;
  for (auto& [id, members] : by_id) {
    std::ranges::sort(members, {}, [&](std::size_t i) { return all[i].points.front().place; });
    for (std::size_t i = 1; i < members.size(); ++i) {
      const auto& b = all[members[i]];
      const auto earlier = std::span(members).first(i);
      const auto own = std::find_if(earlier.rbegin(), earlier.rend(), [&](std::size_t j) {
        return all[j].key.machine == b.key.machine && all[j].key.device == b.key.device;
      });
      const bool is_own = own != earlier.rend();
      const auto before = is_own ? *own : earlier.back();
      const auto& a = all[before];
      if (!is_own && a.points.back().place > b.points.front().place) continue;
      const auto of_a = std::min(kNeighbours, a.points.size()),
                 of_b = std::min(kNeighbours, b.points.size());
      breaks.push_back({before, members[i], difference(a.key, b.key),
                        median_value(std::span(b.points).first(of_b)) /
                            median_value(std::span(a.points).last(of_a))});
    }
  }
  return breaks;
}

}  // namespace

std::string name_text(const SeriesKey& key) {
  return fmt::format("{}{}{}{}{}", key.id, key.device.empty() ? "" : " on ", key.device,
                     key.machine.empty() ? "" : " of ", key.machine);
}

std::vector<double> Series::levels() const {
  std::vector<double> levels;
  for (const auto& point : points) {
    const double canary = divides_canary ? std::log(point.canary) : 0;
    levels.push_back(std::log(point.value) - (higher_is_better ? -canary : canary));
  }
  return levels;
}

History make_history(const StoredValues& values, Line line, bool higher_is_better) {
  History history{std::move(line), {}, {}};
  std::map<SeriesKey, std::map<std::size_t, std::vector<const StoredValue*>>> runs;
  std::set<std::string> elsewhere;
  for (const auto& value : values.values)
    if (const auto place = history.line.find(value.commit))
      runs[value.key][*place].push_back(&value);
    else
      elsewhere.insert(value.commit);
  history.elsewhere = elsewhere.size();
  for (const auto& [key, points] : runs) {
    auto& series = history.series.emplace_back(Series{key, {}});
    series.higher_is_better = higher_is_better;
    for (const auto& [place, members] : points) series.points.push_back(make_point(place, members));
    series.divides_canary = canary_explains(series);
  }
  history.breaks = find_breaks(history.series);
  return history;
}

}  // namespace tickbench::history
