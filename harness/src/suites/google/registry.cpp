// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "google/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>

#include "measurement/sampling.hpp"
#include "metrics/metric_info.hpp"
#include "text/escape.hpp"
#include "text/plain_names.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::google {
namespace {

struct Silent final : benchmark::BenchmarkReporter {
  bool ReportContext(const Context& /*context*/) override { return false; }
  void ReportRuns(const std::vector<Run>& /*runs*/) override {}
};

/// Google Benchmark's own display, without its word about its build.
class PlainDisplay final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& context) override {
    return report_context(*inner_, context, GetErrorStream());
  }
  void ReportRuns(const std::vector<Run>& runs) override { inner_->ReportRuns(runs); }
  void Finalize() override { inner_->Finalize(); }

 private:
  std::unique_ptr<BenchmarkReporter> inner_{benchmark::CreateDefaultDisplayReporter()};
};

/// Gives Google Benchmark its flags. Returns the first that it does not know.
std::optional<std::string_view> initialize(std::vector<std::string>& arguments) {
  std::vector<char*> pointers;
  for (auto& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);  // as argv ends
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, pointers.data());
  return count > 1 ? std::optional<std::string_view>(pointers[1]) : std::nullopt;
}

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

}  // namespace

std::vector<std::string> plain_benchmarks(const std::string& program) {
  std::vector<std::string> arguments{program, "--benchmark_list_tests=true",
                                     "--benchmark_out=", "--benchmark_format=console"};
  initialize(arguments);
  Silent silent;
  std::ostringstream out, err;
  silent.SetOutputStream(&out);
  silent.SetErrorStream(&err);
  benchmark::RunSpecifiedBenchmarks(&silent, "all");
  std::vector<std::string> names;
  std::istringstream lines(out.str());
  for (std::string name; std::getline(lines, name);) names.push_back(name);
  return names;
}

bool report_context(benchmark::BenchmarkReporter& reporter,
                    const benchmark::BenchmarkReporter::Context& context, std::ostream& err) {
  std::ostringstream said;
  auto& own = reporter.GetErrorStream();
  reporter.SetErrorStream(&said);
  const bool result = reporter.ReportContext(context);
  reporter.SetErrorStream(&own);
  auto words = said.str();
  if (const auto warning = words.find(text::kDebugLibrary); warning != words.npos)
    words.erase(warning, words.find('\n', warning) - warning + 1);
  err << words;
  return result;
}

int run_plain(std::vector<std::string> arguments, const std::vector<std::string>& flags) {
  const bool is_explicit =
      std::ranges::find(arguments, "--benchmark_format=console") != arguments.end();
  if (const auto unknown = initialize(arguments)) {
    const auto name = unknown->substr(0, unknown->find('='));
    throw UsageError(
        fmt::format("unknown flag {}{} (beside --tickbench_plain all flags are Google Benchmark's)",
                    name, text::did_you_mean(name, flags)));
  }
  // Google Benchmark has one default display, and deletes it: not both of them.
  std::optional<PlainDisplay> display;
  if (!is_explicit) display.emplace();
  benchmark::RunSpecifiedBenchmarks(display ? &*display : nullptr);
  return 0;
}

Registry::Registry(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {
  if (const auto unknown = initialize(arguments_))
    throw UsageError(fmt::format("this Google Benchmark ({}) does not know the flag {}",
                                 TICKBENCH_GOOGLE_BENCHMARK_VERSION, *unknown));
}

void Registry::add(const api::Instance& instance,
                   const std::function<void(benchmark::State&)>& run) {
  auto* registered = benchmark::RegisterBenchmark(instance.registered_name.c_str(), run);
  registered->UseManualTime();
  const auto& description = *instance.description;
  if (description.unit) registered->Unit(*description.unit);
  if (description.repetitions > 0) registered->Repetitions(description.repetitions);
  if (description.report_aggregates_only)
    registered->ReportAggregatesOnly(*description.report_aggregates_only);
  if (description.display_aggregates_only)
    registered->DisplayAggregatesOnly(*description.display_aggregates_only);
}

std::string reach(const results::Record& record) {
  const auto half = results::half_width(*record.shown());
  const auto text = half ? "±" + text::rough_percent(*half) : "±?";
  return results::is_wide(record) ? text + " !" : text;
}

std::string error_text(const results::Record& record) {
  return fmt::format("{}: {}", to_string(record.outcome),
                     text::visible(record.message.substr(0, record.message.find('\n'))));
}

std::vector<std::string> remarks(const results::Record& record) {
  std::vector<std::string> words;
  const auto* shown = record.shown();
  if (record.outcome == Outcome::kNothingToCheck) words.emplace_back("nothing_to_check");
  if (shown == nullptr) words.emplace_back("not measured");
  if (shown != nullptr && shown->method == TimeMethod::kHost)
    words.emplace_back("timed by the host");
  else if (shown != nullptr && shown->mode == Mode::kBatched)
    words.push_back(shown->hold != HoldMethod::kNone
                        ? std::string(kHeld)
                        : fmt::format("host-bound {:.0f} %", 100 * shown->host_share));
  if (shown != nullptr && !shown->resolved)
    words.emplace_back(least_bracket(*shown, record.settings.precision).reason_if_shorter);
  if (record.baseline && record.baseline->id == record.benchmark_case->id)
    words.emplace_back("baseline");
  words.insert(words.end(), record.words.begin(), record.words.end());
  for (const auto& said : conditions::remarks(record.conditions)) words.push_back(said.words);
  return words;
}

std::string label(const results::Record& record, const std::string& device) {
  auto words = remarks(record);
  if (record.shown() != nullptr) words.insert(words.begin(), reach(record));
  if (!device.empty()) words.insert(words.begin(), device);
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
