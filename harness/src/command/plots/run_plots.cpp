// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "metrics/metric_info.hpp"
#include "plots/plots.hpp"
#include "statistics/statistics.hpp"
#include "summaries/wording.hpp"

/// Plots whose axis is no size: the phases of a launch, the samples of a benchmark.
namespace tickbench::html_report {
namespace {

// A bar so much longer than the middle one would leave the others unreadable.
constexpr double kLongestOverMedian = 10;
constexpr std::array<const char*, 3> kPhases{"queued_to_submit", "submit_to_start", "start_to_end"};

struct Launch {
  const Row* row = nullptr;
  Bar bar{};  ///< with one segment a phase
  double total() const { return bar.segments[0] + bar.segments[1] + bar.segments[2]; }
};

bool has_phases(const Row& row) {
  return row.benchmark->is_good() && std::ranges::all_of(kPhases, [&](const char* name) {
           const auto* phase = row.benchmark->metric(name);
           return phase != nullptr && phase->value >= 0;
         });
}

/// Of every curve the smallest size: where the launch, not the work, is what takes the time.
/// The same benchmark of two runs or devices side by side.
std::vector<Launch> launches_of(const Rows& rows) {
  std::vector<Launch> launches;
  std::map<std::string, std::size_t> places;
  for (const auto& curve : make_curves(rows_where(rows, has_phases))) {
    const auto& row = *curve.rows.front();
    auto& launch = launches.emplace_back(Launch{&row, {row.benchmark->id + curve.where, {}}});
    for (const auto* phase : kPhases)
      launch.bar.segments.push_back(row.benchmark->metric(phase)->value);
    places.emplace(row.series(), places.size());
  }
  std::ranges::stable_sort(launches, {},
                           [&](const Launch& launch) { return places[launch.row->series()]; });
  return launches;
}

void drop_long_launches(std::vector<Launch>& launches, PlotSection& section) {
  std::vector<double> totals;
  std::ranges::transform(launches, std::back_inserter(totals), &Launch::total);
  const double longest = kLongestOverMedian * median(totals);
  std::erase_if(launches, [&](const Launch& launch) {
    if (launch.total() <= longest) return false;
    section.notes.push_back(fmt::format("{} takes {}, too long to be drawn beside the others.",
                                        launch.row->benchmark->id,
                                        metric_value(metrics::kTime, launch.total())));
    return true;
  });
  keep_first(launches, kMostBars, "{} further launches are not drawn (at most {} are).", section);
}

constexpr std::size_t kMostSamplePlots = 12;  // the noisiest tell most; the table has the others
constexpr std::size_t kFewestSamples = 3;     // fewer show no course

struct Noisy {
  std::string run_text;  ///< for the heading; empty where there is but one
  const results::Benchmark* benchmark = nullptr;
  std::int64_t repetition = 0;
  const results::RawSamples* samples = nullptr;
  double noise = 0;
};

/// Of the device, or of the host where there is no device time.
const std::vector<double>& sample_seconds(const results::RawSamples& samples) {
  return samples.device_seconds.empty() ? samples.host_seconds : samples.device_seconds;
}

std::vector<Noisy> by_noise(const std::vector<RunSummary>& runs, const Rows& rows) {
  std::vector<Noisy> all;
  std::set<std::string_view> ids;
  for (const auto& row : rows) ids.insert(row.benchmark->id);
  for (const auto& run : runs)
    for (const auto& benchmark : run.file.benchmarks) {
      if (!ids.contains(benchmark.id)) continue;
      for (const auto& repetition : benchmark.repetitions)
        for (const auto& samples : repetition.samples)
          if (const auto& seconds = sample_seconds(samples); seconds.size() >= kFewestSamples)
            all.push_back({runs.size() > 1 ? " (" + run.label + ")" : "", &benchmark,
                           repetition.index, &samples, noise(seconds)});
    }
  std::ranges::stable_sort(all, std::greater(), &Noisy::noise);
  return all;
}

Plot sample_plot(const Noisy& noisy, std::size_t number) {
  const auto& [mode, way, launches, device_seconds, host_seconds] = *noisy.samples;
  const auto& [id, device] = std::tie(noisy.benchmark->id, noisy.benchmark->device);
  const auto& seconds = sample_seconds(*noisy.samples);
  // The largest value on the axis; what lies above is counted in the caption. One interrupted
  // sample in a thousand must not flatten the other 999.
  static constexpr double kShownQuantile = 0.99, kOutlierFactor = 3;
  const auto time = [](double value) { return metric_value(metrics::kTime, value); };
  const double low = quantile(seconds, 0.25), middle = median(seconds),
               high = quantile(seconds, 0.75), most = std::ranges::max(seconds),
               limit = std::min(most, kOutlierFactor * quantile(seconds, kShownQuantile));
  const auto spread = metric_value(metrics::kNoise, noisy.noise),
             method = method_text(std::string(mode), std::string(way), launches);
  Plot plot{fmt::format("samples-{}-{}", number, file_slug(id)),
            fmt::format("Samples of {}, {}{}", id, mode, noisy.run_text)};
  Series dots{"samples", Series::Kind::kDots};
  std::vector<double> shown{low, high};
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    if (seconds[i] > limit) continue;
    dots.points.push_back({static_cast<double>(i + 1), seconds[i], seconds[i], seconds[i]});
    shown.push_back(seconds[i]);
  }
  const auto figures = fmt::format(
      "median {}, middle half {} to {}, noise {}, correlation of neighbours {}", time(middle),
      time(low), time(high), spread, plain(lag1_autocorrelation(seconds)));
  plot.caption =
      fmt::format("{}{}{}, repetition {}, {} samples: {}.", device, device.empty() ? "" : ". ",
                  method, noisy.repetition, seconds.size(), figures);
  if (const auto above = seconds.size() - dots.points.size(); above > 0)
    plot.caption += fmt::format(" {} samples above {} are not drawn; the largest is {}.", above,
                                time(limit), time(most));
  plot.alt = plot.heading + ". " + figures + ".";
  const std::vector<Point> level{{1, middle, low, high},
                                 {static_cast<double>(seconds.size()), middle, low, high}};
  plot.series = {{"middle half", Series::Kind::kBand, 1, level},
                 dots,
                 {"median", Series::Kind::kLimit, 1, level}};
  plot.x.label = "Sample, in the order taken";
  plot.y = linear_axis("Time a launch", "s", shown);
  plot.table = {{"Figure", "Value", "Method"},
                {"Median", time(middle), method},
                {"Lower quartile", time(low), method},
                {"Upper quartile", time(high), method},
                {"Noise (half the interquartile range over the median)", spread, method}};
  return plot;
}

}  // namespace

PlotSection phase_section(const Rows& rows) {
  PlotSection section{"phases", "Phases of a launch"};
  auto launches = launches_of(rows);
  if (launches.empty()) return section;
  drop_long_launches(launches, section);
  Plot plot{"launch-phases", "Phases of one launch",
            "Medians over the isolated samples. Queued: the host enqueued it; submitted: the "
            "driver handed it to the device; start to end: it ran. All by the device's own stamps; "
            "some drivers have none for the first two, which are the host's then.",
            "Stacked bars of the three phases of a launch. "};
  plot.segment_names = {"queued to submit", "submit to start", "start to end"};
  plot.table.push_back({"Launch", "Queued to submit", "Submit to start", "Start to end", "Method"});
  std::vector<double> totals;
  for (const auto& launch : launches) {
    plot.bars.push_back(launch.bar);
    totals.push_back(launch.total());
    auto& line = plot.table.emplace_back(std::vector{launch.bar.label});
    for (const double phase : launch.bar.segments)
      line.push_back(metric_value(metrics::kTime, phase));
    plot.alt += fmt::format("{}: {}, {}, {}. ", line[0], line[1], line[2], line[3]);
    line.push_back(timing_text(*launch.row->benchmark, "start_to_end"));
  }
  plot.x = linear_axis("Time", "s", totals);
  plot.x.from = 0;
  section.plots.push_back(std::move(plot));
  return section;
}

PlotSection sample_section(const std::vector<RunSummary>& runs, const Rows& rows) {
  PlotSection section{"samples", "Samples over time"};
  auto all = by_noise(runs, rows);
  keep_first(all, kMostSamplePlots, "{} less noisy measurements are not drawn (at most {} are).",
             section);
  for (const auto& noisy : all)
    section.plots.push_back(sample_plot(noisy, section.plots.size() + 1));
  return section;
}

}  // namespace tickbench::html_report
