// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "html_report/axis.hpp"
#include "html_report/methods.hpp"
#include "html_report/plots.hpp"
#include "html_report/units.hpp"

namespace tickbench::html_report {
namespace {

constexpr std::size_t kMostBars = 24;  // one screen
// A bar so much longer than the middle one would leave the others unreadable.
constexpr double kLongestOverMedian = 10;

constexpr std::array<const char*, 3> kPhases{"queued_to_submit", "submit_to_start", "start_to_end"};

struct Launch {
  const Row* row = nullptr;
  std::array<double, 3> seconds{};
  double total() const { return seconds[0] + seconds[1] + seconds[2]; }
};

std::vector<Launch> launches_of(const Rows& rows) {
  std::vector<Launch> launches;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> places;
  for (const auto& row : rows) {
    Launch launch{&row, {}};
    bool has_all = is_good(*row.benchmark);
    for (std::size_t i = 0; i < kPhases.size() && has_all; ++i) {
      const auto* phase = row.benchmark->metric(kPhases[i]);
      has_all = phase != nullptr && phase->value >= 0;
      if (has_all) launch.seconds[i] = phase->value;
    }
    if (!has_all) continue;
    // The smallest size: where the launch, not the work, is what takes the time.
    const auto [place, is_new] =
        places.emplace(std::tuple(row.run->label, device_name(*row.benchmark),
                                  row.benchmark->backend + "/" + row.name.series()),
                       launches.size());
    if (is_new)
      launches.push_back(launch);
    else if (row.name.size < launches[place->second].row->name.size)
      launches[place->second] = launch;
  }
  return launches;
}

/// What is the same for all of them is not repeated, nor what the id tells.
std::string label_of(const Launch& launch, const std::vector<Launch>& all) {
  const auto differs = [&](auto value_of) {
    return std::any_of(all.begin(), all.end(), [&](const Launch& other) {
      return value_of(*other.row) != value_of(*launch.row);
    });
  };
  std::vector<const Row*> rows;
  rows.reserve(all.size());
  for (const auto& other : all) rows.push_back(other.row);
  std::string label = launch.row->benchmark->id;
  if (!is_told_by_backend(rows) &&
      differs([](const Row& row) { return device_name(*row.benchmark); }))
    label += ", " + device_name(*launch.row->benchmark);
  if (differs([](const Row& row) { return row.run->label; }))
    label += ", " + launch.row->run->label;
  return label;
}

/// The same benchmark of two runs or devices side by side.
void put_together(std::vector<Launch>& launches) {
  std::map<std::string, std::size_t> places;
  for (const auto& launch : launches) places.emplace(launch.row->name.series(), places.size());
  std::stable_sort(launches.begin(), launches.end(), [&](const Launch& a, const Launch& b) {
    return places[a.row->name.series()] < places[b.row->name.series()];
  });
}

void drop_long_ones(std::vector<Launch>& launches, PlotSection& section) {
  std::vector<double> totals;
  totals.reserve(launches.size());
  for (const auto& launch : launches) totals.push_back(launch.total());
  const double longest = kLongestOverMedian * median(totals);
  for (const auto& launch : launches)
    if (launch.total() > longest)
      section.notes.push_back(launch.row->benchmark->id + " takes " +
                              metric_value("time", launch.total()) +
                              ", too long to be drawn beside the others.");
  std::erase_if(launches, [&](const Launch& launch) { return launch.total() > longest; });
  if (launches.size() <= kMostBars) return;
  section.notes.push_back(std::to_string(launches.size() - kMostBars) +
                          " further launches are not drawn (at most " + std::to_string(kMostBars) +
                          " are).");
  launches.resize(kMostBars);
}

}  // namespace

PlotSection phase_section(const Rows& rows) {
  PlotSection section{"phases",
                      "Phases of a launch",
                      "Where the time of one isolated launch goes: the smallest size of every "
                      "benchmark whose launches tell it.",
                      {},
                      {}};
  auto launches = launches_of(rows);
  if (launches.empty()) return section;
  put_together(launches);
  drop_long_ones(launches, section);
  Plot plot;
  plot.name = "launch-phases";
  plot.heading = "Phases of one launch";
  plot.caption =
      "Medians over the isolated samples. Queued: the host enqueued it; submitted: the "
      "driver handed it to the device; start to end: it ran. All by the device's own stamps, but "
      "Level Zero's first two, which are the host's.";
  plot.segment_names = {"queued to submit", "submit to start", "start to end"};
  plot.table.push_back({"Launch", "Queued to submit", "Submit to start", "Start to end", "Method"});
  std::vector<double> totals;
  plot.alt = "Stacked bars of the three phases of a launch. ";
  for (const auto& launch : launches) {
    const auto& benchmark = *launch.row->benchmark;
    const std::string label = label_of(launch, launches);
    plot.bars.push_back({label, {launch.seconds.begin(), launch.seconds.end()}, {}});
    totals.push_back(launch.total());
    std::vector<std::string> line{label};
    for (const double phase : launch.seconds) line.push_back(metric_value("time", phase));
    plot.alt += label + ": " + line[1] + ", " + line[2] + ", " + line[3] + ". ";
    line.push_back(method_of(benchmark, "start_to_end"));
    plot.table.push_back(std::move(line));
  }
  plot.x = linear_axis(
      "Time", totals, [](double value) { return si_tic(value, "s"); }, true);
  section.plots.push_back(std::move(plot));
  return section;
}

}  // namespace tickbench::html_report
