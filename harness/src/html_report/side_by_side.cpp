// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/side_by_side.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "html_report/axis.hpp"
#include "html_report/methods.hpp"
#include "html_report/units.hpp"

namespace tickbench::html_report {
namespace {

constexpr std::size_t kMostRatios = 30;  // one screen; the table has all

Interval ends_of(const Estimate& estimate) {
  return estimate.interval.value_or(Interval{estimate.value, estimate.value, 0.95});
}

void add_ratio(Pair& pair) {
  if (pair.old_one == nullptr || pair.new_one == nullptr) {
    pair.note = pair.old_one == nullptr ? "new" : "missing";
    return;
  }
  if (!is_good(*pair.old_one) || !is_good(*pair.new_one)) {
    pair.note = "not good on both sides";
    return;
  }
  const auto* before = pair.old_one->metric("time");
  const auto* after = pair.new_one->metric("time");
  if (before == nullptr || after == nullptr || !(before->value > 0) || !(after->value > 0)) {
    pair.note = "no time on both sides";
    return;
  }
  // Of the launches a bracket only the method counts: they follow the speed of the kernel.
  if (pair.old_one->methods != pair.new_one->methods) {
    pair.note = "taken by another method";
    return;
  }
  const auto old_ends = ends_of(*before), new_ends = ends_of(*after);
  pair.ratio = Estimate{after->value / before->value, {}};
  if (old_ends.low > 0 && (before->interval || after->interval))
    pair.ratio->interval =
        Interval{new_ends.low / old_ends.high, new_ends.high / old_ends.low, 0.95};
  if (pair.old_one->settings != pair.new_one->settings) pair.note = "other settings";
}

std::set<std::string> devices_of(const Run& run) {
  std::set<std::string> devices;
  for (const auto& benchmark : run.benchmarks) devices.insert(device_name(benchmark));
  return devices;
}

bool shares_a_device(const Run& a, const Run& b) {
  const auto in_b = devices_of(b);
  const auto in_a = devices_of(a);
  return std::any_of(in_a.begin(), in_a.end(),
                     [&](const std::string& device) { return in_b.count(device) != 0; });
}

double distance(const Pair& pair) { return std::abs(std::log(pair.ratio->value)); }

}  // namespace

SideBySide side_by_side(const Run& old_run, const Run& new_run) {
  SideBySide both{&old_run, &new_run, !shares_a_device(old_run, new_run), {}};
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  const auto add = [&](const Benchmark& benchmark, const Benchmark* Pair::*side) {
    const std::string device = both.has_other_device ? "" : device_name(benchmark);
    const auto [place, is_new] = places.emplace(std::pair(benchmark.id, device), both.pairs.size());
    if (is_new) both.pairs.push_back({benchmark.id, device, nullptr, nullptr, {}, {}});
    both.pairs[place->second].*side = &benchmark;
  };
  for (const auto& benchmark : old_run.benchmarks) add(benchmark, &Pair::old_one);
  for (const auto& benchmark : new_run.benchmarks) add(benchmark, &Pair::new_one);
  for (auto& pair : both.pairs) add_ratio(pair);
  const bool is_one_device =
      std::all_of(both.pairs.begin(), both.pairs.end(),
                  [&](const Pair& pair) { return pair.device == both.pairs.front().device; });
  if (is_one_device)
    for (auto& pair : both.pairs) pair.device.clear();
  return both;
}

PlotSection ratio_section(const SideBySide& both, std::size_t number) {
  const std::string names = both.new_run->label + " over " + both.old_run->label;
  PlotSection section{"ratio-" + std::to_string(number), "Ratios of time, " + names, {}, {}, {}};
  std::vector<const Pair*> shown;
  for (const auto& pair : both.pairs)
    if (pair.ratio) shown.push_back(&pair);
  if (shown.empty()) return section;
  std::stable_sort(shown.begin(), shown.end(),
                   [](const Pair* a, const Pair* b) { return distance(*a) > distance(*b); });
  if (shown.size() > kMostRatios) {
    section.notes.push_back(std::to_string(shown.size() - kMostRatios) +
                            " ratios nearer to 1 are not drawn; all are in the table.");
    shown.resize(kMostRatios);
  }
  Plot plot;
  plot.name = section.id;
  plot.heading = "Time of " + names + ", farthest from 1 first";
  plot.caption =
      "Below 1 is faster. Intervals are the widest that those of the two times allow. No "
      "verdict: tickbench compare judges, with error rates over the whole table.";
  plot.mark = 1;
  plot.alt = "Dots with intervals. ";
  plot.table.push_back({"Benchmark", "Ratio", "95 % interval", "Method"});
  std::vector<double> values{1};
  for (const auto* pair : shown) {
    const auto ends = ends_of(*pair->ratio);
    plot.bars.push_back({pair->id + (pair->device.empty() ? "" : ", " + pair->device),
                         {},
                         {pair->ratio->value, 0, ends.low, ends.high}});
    values.insert(values.end(), {ends.low, ends.high});
    plot.alt += pair->id + ": " + plain(pair->ratio->value) + ". ";
    plot.table.push_back({pair->id, metric_value("speedup", pair->ratio->value),
                          metric_interval("speedup", *pair->ratio),
                          method_of(*pair->new_one, "time")});
  }
  const TicLabel tic = [](double value) { return plain_tic(value) + "×"; };
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  static constexpr double kLinearUpTo = 4;  // 2× and 0.5× are still told apart
  plot.x = *high < kLinearUpTo * *low ? linear_axis("Ratio of times", values, tic, false)
                                      : log10_axis("Ratio of times", values, tic);
  section.plots.push_back(std::move(plot));
  return section;
}

}  // namespace tickbench::html_report
