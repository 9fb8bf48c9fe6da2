// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/ranges.h>

#include <iterator>
#include <numeric>

#include "metrics/metric_info.hpp"
#include "plots/plots.hpp"
#include "results/fields.hpp"
#include "statistics/statistics.hpp"
#include "summaries/wording.hpp"

/// Where the time of a launch goes, and the host's time beside the device's.
namespace tickbench::html_report {
namespace {

std::string time_text(double seconds) { return metric_value(metrics::kTime, seconds); }

double total(const std::vector<double>& segments) {
  return std::accumulate(segments.begin(), segments.end(), 0.0);
}

/// Stacked bars of seconds; segments that no bar has are left out.
void add_bars(Plot plot, PlotSection& section) {
  if (plot.bars.empty()) return;
  static constexpr std::size_t kMostBars = 24;  // one screen
  keep_first(plot.bars, kMostBars, "{} further bars are not drawn (at most {} are).", section);
  for (std::size_t i = plot.segment_names.size(); i-- > 0;) {
    const auto at = static_cast<std::ptrdiff_t>(i);
    if (std::ranges::any_of(plot.bars, [&](const Bar& bar) { return bar.segments[i] > 0; }))
      continue;
    plot.segment_names.erase(plot.segment_names.begin() + at);
    for (auto& bar : plot.bars) bar.segments.erase(bar.segments.begin() + at);
  }
  std::vector<double> totals;
  std::ranges::transform(plot.bars, std::back_inserter(totals), total, &Bar::segments);
  plot.x = linear_axis("Time", "s", totals);
  plot.x.from = 0;
  if (plot.alt.empty()) plot.alt = plot.heading + ". ";
  for (std::size_t i = 1; i < plot.table.size(); ++i)
    plot.alt += fmt::format("{}: {}. ", plot.table[i][0],
                            fmt::join(plot.table[i].begin() + 1, plot.table[i].end(), ", "));
  section.plots.push_back(std::move(plot));
}

std::optional<double> value_of(const Row& row, std::string_view metric) {
  const auto* found = row.benchmark->metric(metric);
  return found != nullptr && found->value >= 0 ? std::optional(found->value) : std::nullopt;
}

// A bar so much longer than the middle one would leave the others unreadable.
constexpr double kLongestOverMedian = 10;

/// Of one launch: queued to submit, submit to start, start to end; empty where one is not told.
std::vector<double> launch_phases(const Row& row) {
  std::vector<double> phases;
  for (const char* name : {"queued_to_submit", "submit_to_start", "start_to_end"})
    if (const auto phase = value_of(row, name)) phases.push_back(*phase);
  return row.benchmark->is_good() && phases.size() == 3 ? phases : std::vector<double>();
}

/// The moments of one isolated launch, in seconds from the first call.
struct Moments {
  double submitted = 0, returned = 0, running = 0;
  std::optional<double> started;  ///< nothing where the back end does not tell it
};

std::optional<Moments> launch_moments(const Row& row) {
  const auto enqueue = value_of(row, metrics::kEnqueueTime),
             host = value_of(row, metrics::kHostTime),
             device = value_of(row, metrics::kIsolatedTime);
  if (!row.benchmark->is_good() || !enqueue || !host || !device) return std::nullopt;
  Moments moments{*enqueue, std::max(*host, *enqueue), *device, {}};
  const auto queued = value_of(row, "queued_to_submit"), waiting = value_of(row, "submit_to_start");
  if (queued && waiting) moments.started = *queued + *waiting;
  return moments;
}

/// Submission, lag to the start, execution behind the submission, until the wait returned; or the
/// first, the third, and the others together. A launch may start before its submission has ended.
std::vector<double> bar_segments(const Moments& moments) {
  const double waited = moments.returned - moments.submitted;
  const double start = moments.started.value_or(moments.submitted) - moments.submitted;
  const double lag = std::clamp(start, 0.0, waited);
  const double running = std::clamp(start + moments.running - lag, 0.0, waited - lag);
  const double rest = waited - lag - running;
  return {moments.submitted, lag, running, moments.started ? rest : 0, moments.started ? 0 : rest};
}

std::string lag_text(const Moments& moments) {
  if (!moments.started) return "not told";
  const double lag = *moments.started - moments.submitted;
  return lag < 0 ? "started before the submission's end" : time_text(lag);
}

Plot later_launches(const RowGroup& rows, PlotSection& section) {
  Plot plot{"submission-later", "Where the time of one launch goes",
            "Medians over isolated launches, each with a wait behind it. Submission is the host's "
            "time in the enqueue, execution the device's time, and the whole bar the host's time "
            "until the wait returned."};
  plot.segment_names = {"submission", "lag to the start", "execution behind the submission",
                        "until the wait returned", "lag and return, not told apart"};
  plot.table.push_back(
      {"Launch", "Submission", "Lag to the start", "Execution", "Whole", "Method"});
  std::vector<std::string> untold;
  for (const auto& curve : make_curves(rows)) {
    const auto& row = *curve.rows.front();
    const auto moments = launch_moments(row);
    if (!moments) continue;
    const std::string label = row.benchmark->id + curve.where;
    plot.bars.push_back({label, bar_segments(*moments)});
    plot.table.push_back({label, time_text(moments->submitted), lag_text(*moments),
                          time_text(moments->running), time_text(moments->returned),
                          timing_text(*row.benchmark, metrics::kHostTime) + "; " +
                              timing_text(*row.benchmark, metrics::kIsolatedTime)});
    if (!moments->started) untold.push_back(label);
  }
  if (!untold.empty())
    section.notes.push_back(
        fmt::format("{}: no lag between submission and start, since nothing "
                    "here tells when a launch was submitted.",
                    fmt::join(untold, ", ")));
  return plot;
}

Plot first_launches(const RowGroup& rows) {
  namespace fields = results::fields;
  Plot plot{"submission-first", "The first launch",
            "Building the benchmark's kernels, then its first launch: once a process, and behind "
            "the check where there is one. A driver may build at either. What a later launch takes "
            "is in the table."};
  plot.segment_names = {"build", "submission", "until the wait returned"};
  plot.table.push_back(
      {"Launch", "Build", "Submission", "Whole launch", "A later launch", "Method"});
  for (const auto& curve : make_curves(rows)) {
    const auto& row = *curve.rows.front();
    const auto build = value_of(row, fields::kFirstBuild),
               enqueue = value_of(row, fields::kFirstEnqueue),
               host = value_of(row, fields::kFirstHost);
    const auto later = value_of(row, metrics::kHostTime);
    if (!row.benchmark->is_good() || !build || !enqueue || !host || !later) continue;
    const std::string label = row.benchmark->id + curve.where;
    plot.bars.push_back({label, {*build, *enqueue, std::max(*host - *enqueue, 0.0)}});
    plot.table.push_back({label, time_text(*build), time_text(*enqueue), time_text(*host),
                          time_text(*later), "host clock, once"});
  }
  return plot;
}

/// Device and host time of the regions of one benchmark, each beside the same work as one launch.
void add_regions(const Row& row, const std::string& where, Plot& plot) {
  const auto regions = row.benchmark->regions();
  const auto add = [&](const char* clock, double results::Region::*time, std::string_view whole) {
    const std::string label = row.benchmark->id + where + ", " + clock;
    std::vector<double> segments(plot.segment_names.size());
    std::vector<std::string> cells;
    double sum = 0;
    for (const auto& region : regions) {
      const auto at = std::ranges::find(plot.segment_names, region.name);
      segments[static_cast<std::size_t>(at - plot.segment_names.begin())] = region.*time;
      sum += region.*time;
      cells.push_back(
          fmt::format("{} {} (mean of {})", region.name, time_text(region.*time), region.count));
    }
    const auto one = value_of(row, whole);
    plot.table.push_back({label, fmt::format("{}", fmt::join(cells, ", ")), time_text(sum),
                          one ? time_text(*one) : "not taken",
                          "one launch: " + timing_text(*row.benchmark, whole)});
    plot.bars.push_back({label, std::move(segments)});
    if (!one) return;
    std::vector<double> alone(plot.segment_names.size());
    alone.back() = *one;
    plot.bars.push_back({label + ", one launch", std::move(alone)});
  };
  add("device", &results::Region::device, metrics::kIsolatedTime);
  add("host", &results::Region::host, metrics::kHostTime);
}

}  // namespace

PlotSection phase_section(const Rows& rows) {
  PlotSection section{"phases", "Phases of a launch"};
  Plot plot{"launch-phases", "Phases of one launch",
            "Medians over the isolated samples. Queued: the host enqueued it; submitted: the "
            "driver handed it to the device; start to end: it ran. All by the device's own stamps; "
            "some drivers have none for the first two, which are the host's then.",
            "Stacked bars of the three phases of a launch. "};
  plot.segment_names = {"queued to submit", "submit to start", "start to end"};
  plot.table.push_back({"Launch", "Queued to submit", "Submit to start", "Start to end", "Method"});
  const auto curves =
      make_curves(rows_where(rows, [](const Row& row) { return !launch_phases(row).empty(); }));
  if (curves.empty()) return section;
  // Of every curve the smallest size: where the launch, not the work, is what takes the time.
  const auto phases = [](const Curve& curve) { return launch_phases(*curve.rows.front()); };
  std::vector<const Curve*> launches;
  std::vector<double> totals;
  for (const auto& curve : curves) {
    launches.push_back(&curve);
    totals.push_back(total(phases(curve)));
  }
  const double longest = kLongestOverMedian * median(totals);
  // The same benchmark of two runs or devices side by side.
  const auto series = [](const Curve& curve) { return curve.rows.front()->series(); };
  for (const auto& group : grouped(launches, series))
    for (const auto* curve : group) {
      const auto& benchmark = *curve->rows.front()->benchmark;
      const auto segments = phases(*curve);
      if (total(segments) > longest) {
        section.notes.push_back(fmt::format("{} takes {}, too long to be drawn beside the others.",
                                            benchmark.id, time_text(total(segments))));
        continue;
      }
      plot.bars.push_back({benchmark.id + curve->where, segments});
      plot.table.push_back({plot.bars.back().label, time_text(segments[0]), time_text(segments[1]),
                            time_text(segments[2]), timing_text(benchmark, "start_to_end")});
    }
  add_bars(std::move(plot), section);
  return section;
}

PlotSection submission_section(const Rows& rows) {
  PlotSection section{"submission", "Submission and execution"};
  const auto all = rows_where(rows, [](const Row&) { return true; });
  add_bars(later_launches(all, section), section);
  add_bars(first_launches(all), section);
  for (const auto& family : grouped(rows_where(rows, is_sized), &Row::family))
    add_family(family,
               {{std::string(metrics::kHostTime), "submission with execution", true},
                {std::string(metrics::kEnqueueTime), "submission alone", true},
                {std::string(metrics::kIsolatedTime), "execution alone", true}},
               {.heading = "time of one of many launches",
                .caption = "The times of all launches up to one wait, divided by their number.",
                .y = {"Time a launch"}},
               section, false);
  return section;
}

PlotSection clock_section(const Rows& rows) {
  PlotSection section{"clocks", "Device time beside host time"};
  for (const auto& family : grouped(rows_where(rows, is_sized), &Row::family))
    add_family(family,
               {{std::string(metrics::kHostTime), "host's clock"},
                {std::string(metrics::kIsolatedTime), "device's clock"}},
               {.heading = "one launch by both clocks",
                .caption = "Isolated launches. The host's clock runs from the enqueue until the "
                           "wait returned, the device's between its own stamps.",
                .y = {"Time of one launch"}},
               section);
  return section;
}

PlotSection region_section(const Rows& rows) {
  PlotSection section{"regions", "Regions"};
  const auto all = rows_where(rows, [](const Row& row) {
    return row.benchmark->is_good() && !row.benchmark->regions().empty();
  });
  for (const auto& family : grouped(all, &Row::family)) {
    const auto& name = family.front()->family;
    Plot plot{fmt::format("regions-{}-{}", section.plots.size() + 1, file_slug(name)),
              name + ": its regions, and the whole",
              "Each region ends with a wait; means over its rounds. Beside them the same work as "
              "one isolated launch, with one wait. The difference is what the regions' fences and "
              "waits cost."};
    for (const auto* row : family)
      for (const auto& region : row->benchmark->regions())
        if (std::ranges::find(plot.segment_names, region.name) == plot.segment_names.end())
          plot.segment_names.push_back(region.name);
    plot.segment_names.emplace_back("as one launch");
    plot.table.push_back({"Benchmark", "Regions", "Their sum", "As one launch", "Method"});
    // Of each curve the largest size: there the fences are the least of it.
    for (const auto& curve : make_curves(family))
      add_regions(*curve.rows.back(), curve.where, plot);
    add_bars(std::move(plot), section);
  }
  return section;
}

}  // namespace tickbench::html_report
