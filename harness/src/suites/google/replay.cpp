// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "google/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measurement/resolution.hpp"
#include "metrics/metric_info.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::google {
namespace {

void set_counters(const results::Record& record, benchmark::UserCounters& counters) {
  for (const auto& metric : results::metrics(record))
    if (metric.name != metrics::kTime) counters[metric.name] = benchmark::Counter(metric.value);
  for (const auto& [name, value] : record.counters)
    if (std::isfinite(value)) counters[name] = benchmark::Counter(value);
  if (const auto* shown = record.shown()) {
    counters["samples"] = static_cast<double>(shown->samples.size());
    counters["batch"] = static_cast<double>(shown->launches_per_bracket);
    counters["converged"] = shown->converged ? 1.0 : 0.0;
  }
}

bool has_error_row(const results::Record& record) {
  return is_failure(record.outcome) || is_skip(record.outcome);
}

/// A row is one line.
std::string error_text(const results::Record& record) {
  return fmt::format("{}: {}", to_string(record.outcome),
                     text::visible(record.message.substr(0, record.message.find('\n'))));
}

/// Half the interval, in per cent of the median; marked where it is wider than was asked for.
std::string reach(const results::Record& record) {
  const auto half = results::half_width(*record.shown());
  const auto text = half ? "±" + text::rough_percent(*half) : "±?";
  return results::is_wide(record) ? text + " !" : text;
}

/// Whether the number is the device's alone.
std::string feeding(const Measurement& batched) {
  if (batched.hold != HoldMethod::kNone) return "held";
  return fmt::format("host-bound {:.0f} %", 100 * batched.host_share);
}

}  // namespace

std::string label(const results::Record& record, const std::string& device) {
  std::vector<std::string> words;
  if (!device.empty()) words.push_back(device);
  const auto* shown = record.shown();
  if (shown != nullptr) words.push_back(reach(record));
  if (record.outcome == Outcome::kNothingToCheck) words.emplace_back("nothing_to_check");
  if (shown == nullptr) words.emplace_back("not measured");
  if (shown != nullptr && shown->method == TimeMethod::kHost)
    words.emplace_back("timed by the host");
  else if (shown != nullptr && shown->mode == Mode::kBatched)
    words.push_back(feeding(*shown));
  if (shown != nullptr && !shown->resolved)
    words.emplace_back(least_bracket(*shown, record.settings.precision).reason_if_shorter);
  words.insert(words.end(), record.words.begin(), record.words.end());
  for (const auto& said : conditions::remarks(record.conditions)) words.push_back(said.words);
  return fmt::format("{}", fmt::join(words, ", "));
}

void replay(const results::Record& record, std::int64_t iterations, const std::string& device,
            benchmark::State& state) {
  // Google Benchmark ends the program where a failed repetition's count differs from the others'.
  if (has_error_row(record) && iterations > 0)
    while (state.KeepRunningBatch(iterations)) {
    }
  if (is_skip(record.outcome)) return skip(state, error_text(record));
  if (is_failure(record.outcome)) return state.SkipWithError(error_text(record).c_str());
  const auto* shown = record.shown();
  const auto count = std::max(iterations, std::int64_t{1});
  const double seconds = shown == nullptr ? 0.0 : shown->median.count();
  while (state.KeepRunningBatch(count))
    for (std::int64_t i = 0; i < count; ++i) state.SetIterationTime(seconds);
  set_counters(record, state.counters);
  if (const auto text = label(record, device); !text.empty()) state.SetLabel(text);
}

Run unreported_run(const results::Record& record, const api::Instance& instance, int repetitions,
                   const std::string& device) {
  Run run;
  run.run_name.function_name = instance.registered_name;
  if (instance.description->repetitions > 0)
    run.run_name.repetitions = "repeats:" + std::to_string(instance.description->repetitions);
  run.run_name.time_type = "manual_time";
  run.family_index = static_cast<std::int64_t>(record.benchmark_case->family);
  run.per_family_instance_index = 0;
  run.run_type = Run::RT_Iteration;
  run.repetition_index = record.repetition;
  run.repetitions = repetitions;
  run.threads = 1;
  run.statistics = nullptr;
  if (instance.description->unit) run.time_unit = *instance.description->unit;
  if (has_error_row(record)) {
    mark_failed(run, error_text(record));
    return run;
  }
  if (const auto* shown = record.shown()) {
    run.iterations = std::ssize(shown->samples);
    run.real_accumulated_time = shown->median.count() * static_cast<double>(run.iterations);
  }
  set_counters(record, run.counters);
  run.report_label = label(record, device);
  return run;
}

}  // namespace tickbench::google
