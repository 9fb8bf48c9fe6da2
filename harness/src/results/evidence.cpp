// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/evidence.hpp"

#include <algorithm>
#include <vector>

namespace tickbench::suite {
namespace {

/// A launch that reads zero is given this time, less than anything takes: its rate stays finite.
constexpr double kLeastTime = 1e-15;

Evidence evidence_of(const std::vector<double>& values, double level) {
  const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
  return {median(values), median_interval(values, level), values.size(), *lowest, *highest};
}

/// Of one sample of the metric's source; nothing where the benchmark does not state what it takes.
std::optional<double> value_of(const Record& record, std::string_view metric,
                               const Sample& sample) {
  const auto& declared = record.declared;
  const double time = std::max(sample.device.count(), kLeastTime);
  const double bytes = declared.bytes_read + declared.bytes_written;
  const auto rate = [time](double amount) {
    return amount > 0 ? std::optional(amount / time) : std::nullopt;
  };
  if (metric == "time" || metric == "isolated_time") return sample.device.count();
  if (metric == "host_time") return sample.host.count();
  if (metric == "launch_overhead") return (sample.host - sample.device).count();
  if (metric == "bytes_per_second") return rate(bytes);
  if (metric == "items_per_second") return rate(declared.items);
  if (metric == "flops_per_second") return rate(declared.flops);
  if (metric == "fraction_of_peak") {
    const double fraction = fraction_of_peak(record.peaks, bytes / time, declared.flops / time);
    return fraction > 0 ? std::optional(fraction) : std::nullopt;
  }
  return std::nullopt;
}

const Measurement* measurement_of(const Record& record, Source source) {
  if (source == Source::kShown) return record.shown();
  return record.isolated ? &*record.isolated : nullptr;
}

std::optional<Evidence> of_samples(const Record& record, std::string_view metric, double level) {
  const Measurement* measurement = measurement_of(record, source_of(metric));
  // A median of zero is below the clock's resolution: nothing follows from it.
  if (measurement == nullptr || measurement->median <= Seconds(0)) return std::nullopt;
  std::vector<double> values;
  for (const auto& sample : measurement->samples)
    if (const auto value = value_of(record, metric, sample)) values.push_back(*value);
  if (values.empty()) return std::nullopt;
  return evidence_of(values, level);
}

std::optional<Evidence> of_noise(const Record& record, double level) {
  const Measurement* shown = record.shown();
  if (shown == nullptr || shown->median <= Seconds(0)) return std::nullopt;
  const std::size_t count = shown->samples.size();
  return Evidence{shown->noise, noise_interval(shown->noise, count, level), count};
}

std::optional<Evidence> of_speedup(const Record& record, std::string_view metric, double level) {
  for (const auto& reference : record.references) {
    const bool is_host = metric == "speedup_host_" + reference.name;
    if (!is_host && metric != "speedup_" + reference.name) continue;
    const auto& times = is_host ? reference.host : reference.device;
    std::vector<double> ratios;
    for (std::size_t i = 0; i < times.size(); ++i)
      if (times[i] > Seconds(0)) ratios.push_back(reference.samples[i] / times[i]);
    if (ratios.empty() || ratios.size() < times.size()) return std::nullopt;
    return evidence_of(ratios, level);
  }
  return std::nullopt;
}

}  // namespace

Source source_of(std::string_view metric) {
  if (metric.starts_with("speedup_")) return Source::kReferences;
  const bool is_isolated =
      metric == "isolated_time" || metric == "host_time" || metric == "launch_overhead";
  return is_isolated ? Source::kIsolated : Source::kShown;
}

std::optional<Evidence> evidence(const Record& record, std::string_view metric, double level) {
  if (metric == "noise") return of_noise(record, level);
  return source_of(metric) == Source::kReferences ? of_speedup(record, metric, level)
                                                  : of_samples(record, metric, level);
}

std::optional<Evidence> ratio_evidence(const Record& record, const Record& other,
                                       const SamplePairs& pairs, std::string_view metric,
                                       double level) {
  if (metric == "noise" || source_of(metric) == Source::kReferences) {
    // Each interval may miss with half of the chance that both together may.
    const double each = (1 + level) / 2;
    const auto ours = evidence(record, metric, each);
    const auto theirs = evidence(other, metric, each);
    if (!ours || !theirs || theirs->interval.low <= 0) return std::nullopt;
    const auto reached =
        ours->interval.level + theirs->interval.level - 1;  // at least, by Bonferroni
    return Evidence{ours->value / theirs->value,
                    {ours->interval.low / theirs->interval.high,
                     ours->interval.high / theirs->interval.low, reached},
                    std::min(ours->samples, theirs->samples)};
  }
  std::vector<double> ratios;
  for (const auto& [ours, theirs] : pairs) {
    const auto value = value_of(record, metric, ours);
    const auto base = value_of(other, metric, theirs);
    if (value && base && *base > 0) ratios.push_back(*value / *base);
  }
  if (ratios.empty() || ratios.size() < pairs.size()) return std::nullopt;
  return evidence_of(ratios, level);
}

}  // namespace tickbench::suite
