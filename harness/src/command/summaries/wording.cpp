// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "summaries/wording.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "metrics/metric_info.hpp"
#include "text/escape.hpp"
#include "text/plain_names.hpp"
#include "text/wording.hpp"

namespace tickbench::html_report {
namespace {

constexpr text::QuantityFormat kThreeDigits{
    .digits = 3, .keeps_zeros = true, .least = -5, .micro = "µ"};

bool has_prefix(std::string_view unit) { return unit != "×" && unit != "%" && !unit.empty(); }

std::string method_in(const BenchmarkSummary& benchmark, const std::string& mode) {
  const auto* found = results::find_named(benchmark.methods, mode);
  if (found == nullptr) return "method not stated";
  return std::string(found->value == "host" ? "host clock" : found->value);
}

std::string single_run(const BenchmarkSummary& benchmark, std::string_view metric) {
  // The mode whose samples Google Benchmark's Time is the median of.
  const bool is_batched =
      benchmark.methods.empty() || results::find_named(benchmark.methods, "batched") != nullptr;
  const std::string mode = is_batched ? "batched" : "isolated", method = method_in(benchmark, mode),
                    isolated = method_in(benchmark, "isolated");
  if (benchmark.is_plain) {
    const bool is_manual = benchmark.full_name.find("/manual_time") != std::string::npos;
    const bool is_over_time =
        metric == metrics::kTime || text::has_real_time_rates(benchmark.full_name);
    if (!metrics::counter_name(metric).empty()) return "Google Benchmark";
    if (metric == metrics::kCpuTime || !is_over_time) return "processor time, Google Benchmark";
    return is_manual ? "manual time, Google Benchmark" : "host clock, Google Benchmark";
  }
  if (metric == metrics::kIsolatedTime || metric == metrics::kIsolatedP90 ||
      metric == metrics::kIsolatedP99)
    return "isolated, " + isolated;
  if (metric == metrics::kDeviceMemory) return "counted";
  if (metric == metrics::kIsolatedHeldTime) return "isolated behind a hold, " + isolated;
  if (metric == metrics::kHostTime || metric == metrics::kEnqueueTime)
    return "isolated, host clock";
  if (metric == metrics::kLaunchOverhead) return "isolated, host clock − " + isolated;
  if (!metrics::reference_name(metric).empty())
    return "paired, " + (metric.starts_with(metrics::kSpeedupHost) ? "host clock" : method);
  if (metric.ends_with("_to_submit") || metric.ends_with("_to_start") || metric == "start_to_end")
    return "isolated, event";
  return method_text(mode, method, is_batched ? benchmark.batch : 1);
}

}  // namespace

std::string file_slug(std::string_view text) {
  static constexpr std::size_t kLongest = 40;  // of the 255 bytes of a name, with room for numbers
  static const RE2 kOthers("[^a-z0-9]+", RE2::Latin1);
  auto slug = text::lower(text);
  RE2::GlobalReplace(&slug, kOthers, "-");
  slug = slug.substr(slug.starts_with('-') ? 1 : 0, kLongest);
  while (slug.ends_with('-')) slug.pop_back();
  return slug.empty() ? "unnamed" : slug;
}

std::string binary(double value, const std::string& unit) {
  static constexpr std::array<std::string_view, 6> kPrefixes{"", "Ki", "Mi", "Gi", "Ti", "Pi"};
  std::size_t prefix = 0;
  for (; value >= 1024 && std::fmod(value, 1024) == 0 && prefix + 1 < kPrefixes.size(); ++prefix)
    value /= 1024;
  const auto digits = fmt::format("{:.{}f}", value, value == std::floor(value) ? 0 : 2);
  return prefix == 0 && unit.empty() ? digits
                                     : fmt::format("{} {}{}", digits, kPrefixes[prefix], unit);
}

std::string plain(double value) {
  const double size = std::abs(value);
  if (value == 0) return "0";
  if (size >= 99.95 && size < 1e6) return fmt::format("{:.0f}", value);
  return fmt::format("{:#.3g}", value);
}

std::string metric_unit(std::string_view metric) {
  if (metric.starts_with("speedup")) return "×";
  if (metric == metrics::kItemsPerSecond) return "/s";  // no prefix stands before a word
  const auto* info = metrics::find_metric(metric);
  if (!metrics::counter_name(metric).empty()) return "";
  if (info == nullptr) return "s";  // a phase of an event
  return info->unit.empty() ? "%" : std::string(info->unit);
}

std::pair<double, std::string> axis_unit(double largest, const std::string& unit) {
  if (!has_prefix(unit)) return {1, unit};
  const int power = text::prefix_power(largest, unit, kThreeDigits);
  return {std::pow(1000.0, power), text::prefixed_unit(power, unit, kThreeDigits)};
}

std::string metric_value(std::string_view metric, double value) {
  // In the unit of the results, which nobody states.
  if (metric == metrics::kLargestError) return fmt::format("{:.3g}", value);
  const auto unit = metric_unit(metric);
  if (unit.empty() && value == std::trunc(value)) return fmt::format("{}", value);
  if (has_prefix(unit)) return text::quantity(value, unit, kThreeDigits);
  return unit == "%" ? plain(100 * value) + " %" : plain(value) + unit;
}

std::string peak_text(std::string_view metric, double peak) {
  return peak > 0 ? metric_value(metric, peak) : metric_unit(metric) + " unknown";
}

std::string metric_interval(std::string_view metric, const RunsEstimate& estimate) {
  const bool is_constant = estimate.interval.low == estimate.interval.high;
  if (!estimate.has_interval() || (is_constant && metrics::is_exact(metric))) return {};
  const auto unit = metric_unit(metric);
  // In the value's own prefix, so that the eye need not convert.
  const int power = text::prefix_power(estimate.value, unit, kThreeDigits);
  const auto end = [&](double value) {
    return has_prefix(unit) ? text::in_prefix(value, power, kThreeDigits)
                            : plain(unit == "%" ? 100 * value : value);
  };
  return fmt::format("{} to {}", end(estimate.interval.low), end(estimate.interval.high));
}

std::string method_text(const std::string& mode, const std::string& method, std::int64_t launches) {
  return fmt::format("{}, {}{}", mode, method == "host" ? "host clock" : method,
                     launches > 1 ? fmt::format(" ×{}", launches) : "");
}

std::string timing_text(const BenchmarkSummary& benchmark, std::string_view metric) {
  auto text = single_run(benchmark, metric);
  const auto repetitions = benchmark.repetition_count();
  if (benchmark.runs > 1)
    return fmt::format("{}, median of {} runs{}", text, benchmark.runs,
                       repetitions == benchmark.runs
                           ? ""
                           : fmt::format(" with {} repetitions in all", repetitions));
  if (repetitions == 1) return text;
  return fmt::format("{}, median of {} repetitions", text, repetitions);
}

std::string short_timing_text(const BenchmarkSummary& benchmark, std::string_view metric) {
  const auto text = timing_text(benchmark, metric);
  const bool says_mode = metrics::source_of(metric) == metrics::SampleSource::kIsolated;
  const std::string_view mode = says_mode ? "isolated, " : "batched, ";
  return text.substr(text.starts_with(mode) ? mode.size() : 0);
}

std::string sampling_text(const BenchmarkSummary& benchmark) {
  std::string text;
  if (benchmark.repetitions.empty()) return text;
  const auto& first = benchmark.repetitions.front();
  auto counts = first.sample_counts;
  std::ranges::sort(counts, {}, &results::Count::name);
  for (const auto& [mode, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", count, mode);
    if (const auto* reason = results::find_named(first.stop_reasons, mode))
      text += fmt::format(", until {}", reason->value);
  }
  return text;
}

std::string outcome_text(std::string_view outcome) {
  static constexpr std::array kSigns{"✓", "–", "✗"};
  std::string word(outcome.empty() ? "not stated" : outcome);
  std::ranges::replace(word, '_', ' ');
  return fmt::format("{} {}", kSigns.at(static_cast<std::size_t>(results::outcome_kind(outcome))),
                     word);
}

}  // namespace tickbench::html_report
