// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/methods.hpp"

namespace tickbench::html_report {
namespace {

/// The mode whose samples Google Benchmark's Time is the median of.
std::string shown_mode(const Benchmark& benchmark) {
  return benchmark.methods.count("batched") != 0 || benchmark.methods.empty() ? "batched"
                                                                              : "isolated";
}

std::string method_name(const Benchmark& benchmark, const std::string& mode) {
  const auto found = benchmark.methods.find(mode);
  if (found == benchmark.methods.end()) return "method not stated";
  return found->second == "host" ? "host clock" : found->second;
}

std::string device_time(const Benchmark& benchmark) {
  const std::string mode = shown_mode(benchmark);
  std::string text = mode + ", " + method_name(benchmark, mode);
  if (mode == "batched" && benchmark.batch > 1) text += " ×" + std::to_string(benchmark.batch);
  return text;
}

std::string single_run(const Benchmark& benchmark, const std::string& metric) {
  if (benchmark.is_plain) return "host clock, Google Benchmark";
  if (metric == "isolated_time") return "isolated, " + method_name(benchmark, "isolated");
  if (metric == "host_time") return "isolated, host clock";
  if (metric == "launch_overhead")
    return "isolated, host clock − " + method_name(benchmark, "isolated");
  if (metric.starts_with("speedup_host")) return "paired, host clock";
  if (metric.starts_with("speedup"))
    return "paired, " + method_name(benchmark, shown_mode(benchmark));
  if (metric.ends_with("_to_submit") || metric.ends_with("_to_start") || metric == "start_to_end")
    return "isolated, event";
  return device_time(benchmark);
}

}  // namespace

std::string method_of(const Benchmark& benchmark, const std::string& metric) {
  std::string text = single_run(benchmark, metric);
  if (benchmark.repetitions > 1)
    text += ", median of " + std::to_string(benchmark.repetitions) + " repetitions";
  return text;
}

std::string short_method_of(const Benchmark& benchmark, const std::string& metric) {
  std::string text = method_of(benchmark, metric);
  const bool says_mode =
      metric == "isolated_time" || metric == "host_time" || metric == "launch_overhead";
  const std::string mode = says_mode ? "isolated, " : "batched, ";
  if (text.starts_with(mode)) text.erase(0, mode.size());
  return text;
}

std::string sampling_of(const Benchmark& benchmark) {
  std::string text;
  for (const auto& [mode, count] : benchmark.samples) {
    text += (text.empty() ? "" : "; ") + std::to_string(count) + " " + mode;
    if (const auto reason = benchmark.stop_reasons.find(mode);
        reason != benchmark.stop_reasons.end())
      text += ", until " + reason->second;
  }
  return text;
}

}  // namespace tickbench::html_report
