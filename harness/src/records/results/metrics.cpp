// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "measurement/sampling.hpp"
#include "measurement/stopping_rule.hpp"
#include "metrics/metric_info.hpp"
#include "results/record.hpp"

namespace tickbench::results {
namespace {

using metrics::MetricKind;

/// A launch that reads zero is given this time, less than anything takes: its rate stays finite.
constexpr double kLeastTime = 1e-15;

/// Of what is written; a quantile without it is left out.
constexpr double kLevel = 0.95;

/// A metric of the kind kRate; not above 0 where the benchmark does not state what it takes.
double rate(const Record& record, std::string_view metric, double seconds) {
  const auto& declared = record.declared;
  const double bytes = (declared.bytes_read + declared.bytes_written) / seconds;
  const double flops = declared.flops / seconds;
  if (metric == metrics::kBytesPerSecond) return bytes;
  if (metric == metrics::kItemsPerSecond) return declared.items / seconds;
  if (metric == metrics::kFlopsPerSecond) return flops;
  if (metric == metrics::kFractionOfTheoretical)
    return fraction_of_peak(record.theoretical, bytes, flops);
  return metric == metrics::kFractionOfPeak ? fraction_of_peak(record.peaks, bytes, flops) : 0;
}

std::string speedup_name(std::string_view family, const ReferenceMeasurement& reference) {
  return fmt::format("{}{}", family, reference.name);
}

struct Collector {
  const Record& record;
  const Measurement& shown;
  std::vector<MetricValue> metrics{};

  void add(std::string_view name, double value, const Interval& interval = {0, 0, 0}) {
    if (!std::isfinite(value)) return;
    const bool is_finite = std::isfinite(interval.low) && std::isfinite(interval.high);
    metrics.push_back({{value, is_finite ? interval : Interval{0, 0, 0}}, std::string(name)});
  }
  void add_rate(std::string_view name) {
    const auto& [low, high, level] = shown.interval;
    const double time = shown.median.count();
    // The larger the time, the smaller the rate: the ends change places.
    if (time > 0 && rate(record, name, time) > 0)
      add(name, rate(record, name, time),
          Interval{rate(record, name, high), rate(record, name, low), level});
  }
  /// Those of which the samples are enough for an interval.
  void add_percentiles(const std::vector<double>& times) {
    for (const auto name : {metrics::kIsolatedP90, metrics::kIsolatedP99}) {
      const double p = metrics::find_metric(name)->quantile;
      const auto interval = quantile_interval(times, p);
      if (interval.level >= kLevel) add(name, quantile(times, p), interval);
    }
  }
  void add_times(const Measurement& isolated) {
    const auto &device = isolated.interval, &host = isolated.host_interval;
    add(metrics::kIsolatedTime, isolated.median.count(), device);
    if (!isolated.samples.empty()) add_percentiles(to_seconds(isolated.samples, &Sample::device));
    if (!isolated.held.empty())
      add(metrics::kIsolatedHeldTime, isolated.held_median.count(), isolated.held_interval);
    add(metrics::kHostTime, isolated.host_median.count(), host);
    const auto enqueue = to_seconds(isolated.samples, &Sample::enqueue);
    if (!enqueue.empty()) add(metrics::kEnqueueTime, median(enqueue), median_interval(enqueue));
    // The widest that the two intervals allow: they are not independent.
    add(metrics::kLaunchOverhead, (isolated.host_median - isolated.median).count(),
        Interval{host.low - device.high, host.high - device.low, device.level});
  }
};

/// Of one sample of the metric's source; nothing where it has no such value.
std::optional<double> value_of(const Record& record, std::string_view metric,
                               const Sample& sample) {
  const auto kind = metrics::info_of(metric).kind;
  if (kind == MetricKind::kDevice) return sample.device.count();
  if (kind == MetricKind::kEnqueue) return sample.enqueue.count();
  if (kind == MetricKind::kHost) return sample.host.count();
  if (kind == MetricKind::kOverhead) return (sample.host - sample.device).count();
  if (kind != MetricKind::kRate) return std::nullopt;
  const double value = rate(record, metric, std::max(sample.device.count(), kLeastTime));
  return value > 0 ? std::optional(value) : std::nullopt;
}

/// Of all checks; nothing where there was none.
std::optional<double> largest_error(const Record& record) {
  if (record.benchmark_case == nullptr) return std::nullopt;
  const auto& checks = record.checks.empty() ? record.benchmark_case->checks : record.checks;
  std::optional<double> largest;
  for (const auto& check : checks)
    largest = std::max(largest.value_or(0), check.result.comparison.largest_error);
  return largest;
}

/// Of a metric that is a count.
std::optional<double> exact_value(const Record& record, std::string_view metric) {
  const auto peak = static_cast<double>(record.device_memory.peak);
  if (metric == metrics::kDeviceMemory)
    return peak > 0 && !is_failure(record.outcome) ? std::optional(peak) : std::nullopt;
  const auto found = record.counters.find(std::string(metrics::counter_name(metric)));
  return found == record.counters.end() ? std::nullopt : std::optional(found->second);
}

const Measurement* find_measurement(const Record& record, metrics::SampleSource source) {
  if (source == metrics::SampleSource::kShown) return record.shown();
  return record.isolated ? &*record.isolated : nullptr;
}

std::optional<Evidence> sample_evidence(const Record& record, std::string_view metric,
                                        double level) {
  const Measurement* measurement = find_measurement(record, metrics::source_of(metric));
  // A median of zero is below the clock's resolution: nothing follows from it.
  if (measurement == nullptr || measurement->median <= Seconds(0)) return std::nullopt;
  std::vector<double> values;
  for (const auto& sample : measurement->samples)
    if (const auto value = value_of(record, metric, sample)) values.push_back(*value);
  if (values.empty()) return std::nullopt;
  const double p = metrics::info_of(metric).quantile;
  auto evidence = p == 0.5 ? median_evidence(values, level) : quantile_evidence(values, p, level);
  evidence.resolved = measurement->resolved;
  return evidence;
}

std::optional<Evidence> noise_evidence(const Record& record, double level) {
  const Measurement* shown = record.shown();
  if (shown == nullptr || shown->median <= Seconds(0)) return std::nullopt;
  const std::size_t count = shown->samples.size();
  return Evidence{{shown->noise, noise_interval(shown->noise, count, level)}, count};
}

std::optional<Evidence> speedup_evidence(const Record& record, std::string_view metric,
                                         double level) {
  for (const auto& reference : record.references) {
    const bool is_host = metric == speedup_name(metrics::kSpeedupHost, reference);
    if (!is_host && metric != speedup_name(metrics::kSpeedup, reference)) continue;
    const auto& times = is_host ? reference.host : reference.device;
    if (times.empty() || std::ranges::min(times) <= Seconds(0)) return std::nullopt;
    return paired_ratio(to_seconds(reference.samples), to_seconds(times), level);
  }
  return std::nullopt;
}

/// How many times as fast as the baseline. A launch below the clock's step has no ratio.
std::optional<Evidence> baseline_evidence(const Record& record, double level) {
  if (!record.baseline || record.baseline->pairs.empty()) return std::nullopt;
  const auto& pairs = record.baseline->pairs;
  const auto own = to_seconds(pairs, [](auto& pair) { return pair.first.device; });
  const auto baseline = to_seconds(pairs, [](auto& pair) { return pair.second.device; });
  if (std::min(std::ranges::min(own), std::ranges::min(baseline)) <= 0) return std::nullopt;
  auto found = paired_ratio(baseline, own, level);
  found.resolved = record.baseline->resolved;
  return found;
}

}  // namespace

std::vector<MetricValue> metrics(const Record& record) {
  const Measurement* shown = record.shown();
  if (shown == nullptr) return {};
  Collector result{record, *shown};
  result.add(metrics::kTime, shown->median.count(), shown->interval);
  for (const auto name :
       {metrics::kBytesPerSecond, metrics::kItemsPerSecond, metrics::kFlopsPerSecond})
    result.add_rate(name);
  if (record.isolated) result.add_times(*record.isolated);
  for (const auto& reference : record.references)
    for (const auto& [family, ratio] : {std::pair(metrics::kSpeedup, &reference.speedup),
                                        std::pair(metrics::kSpeedupHost, &reference.speedup_host)})
      if (ratio->value > 0)
        result.add(speedup_name(family, reference), ratio->value, ratio->interval);
  if (const auto ratio = baseline_evidence(record, kLevel))
    result.add(metrics::kSpeedupBaseline, ratio->value, ratio->interval);
  for (const auto name : {metrics::kFractionOfPeak, metrics::kFractionOfTheoretical})
    result.add_rate(name);
  if (const auto error = largest_error(record)) result.add(metrics::kLargestError, *error);
  // One value has no spread; 0 would read as "none at all".
  if (shown->samples.size() > 1) result.add(metrics::kNoise, shown->noise);
  if (const auto busy = record.device_busy) result.add(metrics::kDeviceBusy, busy->count());
  if (const auto& energy = record.conditions.energy)
    result.add(metrics::kEnergy, energy->value, energy->interval);
  if (const auto memory = exact_value(record, metrics::kDeviceMemory))
    result.add(metrics::kDeviceMemory, *memory);
  return std::move(result.metrics);
}

std::optional<Evidence> evidence(const Record& record, std::string_view metric, double level) {
  if (metric == metrics::kNoise) return noise_evidence(record, level);
  if (metric == metrics::kSpeedupBaseline) return baseline_evidence(record, level);
  if (metrics::is_exact(metric)) {
    const auto value = exact_value(record, metric);
    return value ? std::optional(median_evidence({&*value, 1}, level, true)) : std::nullopt;
  }
  return metrics::source_of(metric) == metrics::SampleSource::kReferences
             ? speedup_evidence(record, metric, level)
             : sample_evidence(record, metric, level);
}

std::optional<Evidence> ratio_evidence(const Record& record, const Record& other,
                                       const SamplePairs& pairs, std::string_view metric,
                                       double level) {
  std::vector<double> ratios;
  for (const auto& [ours, theirs] : pairs) {
    const auto value = value_of(record, metric, ours);
    const auto base = value_of(other, metric, theirs);
    if (value && base && *base > 0) ratios.push_back(*value / *base);
  }
  if (ratios.empty() || ratios.size() < pairs.size()) return std::nullopt;
  auto both = median_evidence(ratios, level);
  const auto is_resolved = [&](const Record& of) {
    const auto* measurement = find_measurement(of, metrics::source_of(metric));
    return measurement == nullptr || measurement->resolved;
  };
  both.resolved = is_resolved(record) && is_resolved(other);
  return both;
}

std::optional<double> half_width(const Measurement& measurement) {
  const bool is_known = measurement.interval.level >= 0.95 || measurement.converged;
  if (!is_known || measurement.median <= Seconds(0)) return std::nullopt;
  return relative_half_width(measurement.interval, measurement.median.count());
}

bool is_wide(const Record& record) {
  const auto* shown = record.shown();
  return shown != nullptr && half_width(*shown).value_or(1) > record.settings.wide;
}

}  // namespace tickbench::results
