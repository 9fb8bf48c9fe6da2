// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "html_report/axis.hpp"
#include "html_report/clean_text.hpp"
#include "html_report/plots.hpp"
#include "html_report/units.hpp"
#include "tickbench/statistics.hpp"

namespace tickbench::html_report {
namespace {

constexpr std::size_t kMostSamplePlots = 12;  // the noisiest tell most; the table has the others
constexpr std::size_t kFewestSamples = 3;     // fewer show no course
// Of the values shown; what lies above is counted in the caption. One interrupted sample in a
// thousand must not flatten the other 999.
constexpr double kShownQuantile = 0.99;
constexpr double kOutlierFactor = 3;

struct Noisy {
  std::string which_run;  ///< for the heading; empty where there is but one
  const SampleSeries* samples = nullptr;
  double noise = 0;
};

std::vector<Noisy> by_noise(const std::vector<Run>& runs) {
  std::vector<Noisy> all;
  for (const auto& run : runs)
    for (const auto& samples : run.samples)
      if (samples.seconds.size() >= kFewestSamples)
        all.push_back(
            {runs.size() > 1 ? " (" + run.label + ")" : "", &samples, noise(samples.seconds)});
  std::stable_sort(all.begin(), all.end(),
                   [](const Noisy& a, const Noisy& b) { return a.noise > b.noise; });
  return all;
}

Series level(const std::string& title, Series::Kind kind, double count, double low, double middle,
             double high) {
  return {title, kind, 1, {{1, middle, low, high}, {count, middle, low, high}}};
}

/// The largest value on the axis: see kShownQuantile.
double limit_of(const std::vector<double>& seconds) {
  const double most = *std::max_element(seconds.begin(), seconds.end());
  const double usual = kOutlierFactor * quantile(seconds, kShownQuantile);
  return most > usual ? usual : most;
}

std::string method_text(const SampleSeries& samples) {
  std::string text =
      samples.mode + ", " + (samples.method == "host" ? "host clock" : samples.method);
  if (samples.launches_per_bracket > 1) text += " ×" + std::to_string(samples.launches_per_bracket);
  return text;
}

Plot plot_of(const Noisy& noisy, std::size_t number) {
  const auto& samples = *noisy.samples;
  const auto& seconds = samples.seconds;
  const double low = quantile(seconds, 0.25), middle = median(seconds),
               high = quantile(seconds, 0.75), limit = limit_of(seconds);
  const auto count = static_cast<double>(seconds.size());
  Plot plot;
  plot.name = "samples-" + std::to_string(number) + "-" + file_slug(samples.id);
  plot.heading = "Samples of " + samples.id + ", " + samples.mode + noisy.which_run;
  Series dots{"samples", Series::Kind::kDots, 0, {}};
  std::size_t above = 0;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    if (seconds[i] > limit)
      ++above;
    else
      dots.points.push_back({static_cast<double>(i + 1), seconds[i], seconds[i], seconds[i]});
  }
  const std::string figures = "median " + metric_value("time", middle) + ", middle half " +
                              metric_value("time", low) + " to " + metric_value("time", high) +
                              ", noise " + metric_value("noise", noisy.noise) +
                              ", correlation of "
                              "neighbours " +
                              plain(lag1_autocorrelation(seconds));
  plot.caption = (samples.device.empty() ? "" : samples.device + ". ") + method_text(samples) +
                 ", repetition " + std::to_string(samples.repetition) + ", " +
                 std::to_string(seconds.size()) + " samples: " + figures + ".";
  if (above > 0)
    plot.caption += " " + std::to_string(above) + " samples above " + metric_value("time", limit) +
                    " are not drawn; the largest is " +
                    metric_value("time", *std::max_element(seconds.begin(), seconds.end())) + ".";
  plot.alt = plot.heading + ". " + figures + ".";
  plot.series = {level("middle half", Series::Kind::kBand, count, low, middle, high), dots,
                 level("median", Series::Kind::kLimit, count, low, middle, high)};
  std::vector<double> shown{low, high};
  for (const auto& point : dots.points) shown.push_back(point.y);
  plot.x = linear_axis("Sample, in the order taken", {1, count}, plain_tic, false);
  plot.y = linear_axis(
      "Time a launch", shown, [](double value) { return si_tic(value, "s"); }, false);
  plot.table = {{"Figure", "Value", "Method"},
                {"Median", metric_value("time", middle), method_text(samples)},
                {"Lower quartile", metric_value("time", low), method_text(samples)},
                {"Upper quartile", metric_value("time", high), method_text(samples)},
                {"Noise (half the interquartile range over the median)",
                 metric_value("noise", noisy.noise), method_text(samples)}};
  return plot;
}

}  // namespace

PlotSection sample_section(const std::vector<Run>& runs) {
  PlotSection section{"samples", "Samples over time", {}, {}, {}};
  const auto all = by_noise(runs);
  if (all.empty()) return section;
  section.introduction =
      "Every sample in the order in which it was taken, the noisiest measurements first. A slope "
      "is "
      "drift, steps are another clock or another guest on the machine, single points are "
      "interruptions.";
  for (const auto& noisy : all) {
    if (section.plots.size() == kMostSamplePlots) break;
    section.plots.push_back(plot_of(noisy, section.plots.size() + 1));
  }
  if (all.size() > kMostSamplePlots)
    section.notes.push_back(std::to_string(all.size() - kMostSamplePlots) +
                            " less noisy measurements are not drawn (at most " +
                            std::to_string(kMostSamplePlots) + " are).");
  return section;
}

std::vector<PlotSection> plot_sections(const std::vector<Run>& runs) {
  const auto rows = rows_of(runs);
  std::vector<PlotSection> sections{throughput_section(rows), speedup_section(rows),
                                    transfer_section(rows),   roofline_section(runs, rows),
                                    phase_section(rows),      sample_section(runs)};
  std::erase_if(sections, [](const PlotSection& section) {
    return section.plots.empty() && section.notes.empty();
  });
  return sections;
}

}  // namespace tickbench::html_report
