// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <set>
#include <tuple>

#include "metrics/metric_info.hpp"
#include "plots/plots.hpp"
#include "statistics/statistics.hpp"
#include "summaries/wording.hpp"

/// Plots of a whole run: the roofline of each device, the samples of the noisiest measurements.
namespace tickbench::html_report {
namespace {

struct Roof {
  double bytes = 0, flops = 0;  ///< a second
  double ridge() const { return flops / bytes; }
  Point at(double intensity) const {
    const double most = std::min(flops, bytes * intensity);
    return {intensity, most, most, most};
  }
};

bool ran_on(const Row& row, const RunSummary& run, const results::Device& device) {
  if (row.run != &run) return false;
  if (!row.benchmark->device_id.empty() && !device.id.empty())
    return row.benchmark->device_id == device.id;
  return row.benchmark->device == device.name;
}

std::string fraction_text(const BenchmarkSummary& benchmark, std::string_view metric) {
  const auto* fraction = benchmark.metric(metric);
  return fraction == nullptr ? "unknown" : metric_value(metric, fraction->value);
}

void add_dots(const RowGroup& rows, Plot& plot) {
  plot.table.push_back({"Benchmark", "FLOP a byte", "Reached", "95 % interval", "Of the peak",
                        "Of the theoretical peak", "Method"});
  for (const auto& group : grouped(rows, &Row::series)) {
    Series dots{group.front()->series(), Series::Kind::kDots, plot.series.size()};
    for (const auto* row : group) {
      const auto& flops = *row->benchmark->metric(metrics::kFlopsPerSecond);
      const double x = arithmetic_intensity(*row->benchmark), y = flops.value;
      dots.points.push_back({x, y, y, y});
      plot.table.push_back({row->benchmark->id, plain(x), metric_value(metrics::kFlopsPerSecond, y),
                            metric_interval(metrics::kFlopsPerSecond, flops),
                            fraction_text(*row->benchmark, metrics::kFractionOfPeak),
                            fraction_text(*row->benchmark, metrics::kFractionOfTheoretical),
                            timing_text(*row->benchmark, metrics::kFlopsPerSecond)});
    }
    plot.series.push_back(std::move(dots));
  }
}

/// As far to both sides as there are markers, and always past the ridge. Where the theoretical peak
/// of arithmetic is not known, that slope ends at the height of the measured one.
void add_roofs(const Roof& measured, Roof theoretical, Plot& plot) {
  static constexpr double kPastRidge = 8, kRoom = 1.5;
  double low = measured.ridge() / kPastRidge, high = measured.ridge() * kPastRidge;
  for (const auto& series : plot.series)
    for (const auto& point : series.points) {
      low = std::min(low, point.x / kRoom);
      high = std::max(high, point.x * kRoom);
    }
  plot.x = log10_axis("FLOP a byte of memory traffic", "");
  plot.x.from = low;
  plot.x.to = high;
  plot.y = log10_axis("Floating-point rate", "FLOP/s");
  const auto add = [&](const char* title, std::size_t style, const Roof& roof, bool is_flat) {
    std::vector<Point> points{roof.at(low), roof.at(roof.ridge())};
    if (is_flat) points.push_back(roof.at(high));
    plot.series.push_back({title, Series::Kind::kLimit, style, std::move(points)});
  };
  add("measured peaks", 0, measured, true);
  if (!(theoretical.bytes > 0)) return;
  const bool has_flops = theoretical.flops > 0;
  if (!has_flops) theoretical.flops = measured.flops;
  add(has_flops ? "theoretical peaks" : "theoretical bandwidth", 4, theoretical,
      has_flops && high > theoretical.ridge());
}

Plot roofline(const std::string& device_label, const results::Device& device, const RowGroup& rows,
              std::size_t number) {
  const Roof roof{device.peak_bytes_per_second, device.peak_flops_per_second};
  const std::string peaks = metric_value(metrics::kBytesPerSecond, roof.bytes) + " and " +
                            metric_value(metrics::kFlopsPerSecond, roof.flops);
  const Roof theoretical{device.theoretical_bytes_per_second, device.theoretical_flops_per_second};
  std::string stated;
  if (device.states_theoretical)
    stated = fmt::format("By the device's clocks and widths: {} and {}. ",
                         peak_text(metrics::kBytesPerSecond, theoretical.bytes),
                         peak_text(metrics::kFlopsPerSecond, theoretical.flops));
  Plot plot{fmt::format("roofline-{}-{}", number, file_slug(device.name)),
            "Roofline of " + device_label,
            "Measured peaks: " + peaks + " (single precision). " + stated +
                "A marker under the slope is bound by memory, one under the "
                "flat part by arithmetic. Benchmarks without arithmetic have no place here: see "
                "their share of the peak in the table of all results. Rates count the bytes that "
                "the benchmark states, so that a cache can carry a marker above the slope."};
  add_dots(rows, plot);
  plot.alt = fmt::format("{}. Roof: {}, meeting at {} FLOP a byte.", plot.heading, peaks,
                         plain(roof.ridge()));
  for (const auto& series : plot.series)
    plot.alt += fmt::format(" {} reaches up to {}.", series.title,
                            metric_value(metrics::kFlopsPerSecond, highest(series)));
  add_roofs(roof, theoretical, plot);
  return plot;
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
    for (const auto& benchmark : run.benchmarks) {
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
  for (std::size_t i = 0; i < seconds.size(); ++i)
    if (seconds[i] <= limit)
      dots.points.push_back({static_cast<double>(i + 1), seconds[i], seconds[i], seconds[i]});
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
                 {"median", Series::Kind::kLimit, 0, level}};
  plot.x.label = "Sample, in the order taken";
  plot.y = linear_axis("Time a launch", "s", {high, highest(dots)});
  plot.table = {{"Figure", "Value", "Method"},
                {"Median", time(middle), method},
                {"Lower quartile", time(low), method},
                {"Upper quartile", time(high), method},
                {"Noise (half the interquartile range over the median)", spread, method}};
  for (const double p : {0.9, 0.99})
    if (quantile_interval(seconds, p).level >= 0.95)
      plot.table.push_back({fmt::format("p{:.0f}", 100 * p), time(quantile(seconds, p)), method});
  return plot;
}

}  // namespace

PlotSection roofline_section(const std::vector<RunSummary>& runs, const Rows& rows) {
  PlotSection section{"roofline", "Roofline"};
  for (const auto& run : runs)
    for (const auto& device : run.file.devices) {
      const auto shown = rows_where(rows, [&](const Row& row) {
        return ran_on(row, run, device) && row.benchmark->is_good() &&
               arithmetic_intensity(*row.benchmark) > 0;
      });
      if (shown.empty()) continue;
      const auto device_label = device.name + (runs.size() > 1 ? " (" + run.label + ")" : "");
      if (device.peak_bytes_per_second > 0 && device.peak_flops_per_second > 0)
        section.plots.push_back(roofline(device_label, device, shown, section.plots.size() + 1));
      else
        section.notes.push_back(device_label +
                                ": no roofline, since the file states no measured peaks.");
    }
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
