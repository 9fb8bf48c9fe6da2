// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "google/reporter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "metrics/metric_info.hpp"
#include "results/fields.hpp"

namespace tickbench::google {
namespace {

std::unique_ptr<benchmark::BenchmarkReporter> make_inner(const Reporter::Settings& settings) {
  using Console = benchmark::ConsoleReporter;
  switch (settings.format) {
    case Format::kJson:
      return std::make_unique<benchmark::JSONReporter>();
    case Format::kCsv:
// Deprecated since 2019, and still what --benchmark_format=csv gives.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
      return std::make_unique<benchmark::CSVReporter>();
#pragma GCC diagnostic pop
    case Format::kConsole:
      break;
  }
  const int options =
      (settings.color ? Console::OO_Color : 0) | (settings.tabular ? Console::OO_Tabular : 0);
  return std::make_unique<Console>(static_cast<Console::OutputOptions>(options));
}

/// The coefficient of variation of what is 0 in all repetitions is 0/0: there is no spread. (In
/// JSON it becomes null.)
void remove_non_finite(std::vector<Reporter::Run>& runs) {
  const auto repair = [](double& value) {
    if (!std::isfinite(value)) value = 0;
  };
  for (auto& run : runs) {
    repair(run.real_accumulated_time);
    repair(run.cpu_accumulated_time);
    for (auto& [name, counter] : run.counters) repair(counter.value);
  }
}

/// What a table row leaves to the JSON: they say how the figure was taken, and a row that did not
/// converge says so in its label.
bool is_left_to_the_json(const std::string& counter) {
  const auto* metric = metrics::find_metric(counter);
  return counter == results::fields::kSamples || counter == results::fields::kBatch ||
         counter == results::fields::kConverged ||
         (metric != nullptr && metric->rank == metrics::MetricInfo::kNoColumn);
}

/// Of all names here. A terminal has no room for what every row has.
constexpr std::string_view kTimeType = "/manual_time";

}  // namespace

Reporter::Reporter(Settings settings)
    : settings_(std::move(settings)), inner_(make_inner(settings_)) {
  is_display_ = settings_.live != nullptr;
  if (settings_.format != Format::kConsole) settings_.live = nullptr;
  inner_->SetOutputStream(settings_.live != nullptr ? settings_.live : &collected_);
  inner_->SetErrorStream(settings_.err);
}

bool Reporter::ReportContext(const Context& given) {
  const std::lock_guard lock(mutex_);
  has_context_ = true;
  Context context = given;
  if (settings_.format == Format::kConsole && settings_.tabular && settings_.columns > 0) {
    context.name_field_width -= std::min(context.name_field_width, kTimeType.size());
    columns_.emplace(settings_.columns, context.name_field_width);
  }
  settings_.before_output();
  std::ostringstream said;
  inner_->SetErrorStream(&said);
  const bool result = inner_->ReportContext(context);
  inner_->SetErrorStream(settings_.err);
  // A file's table needs no word about the host on standard error: the display has said it.
  if (!is_display_ && settings_.format != Format::kJson) return result;
  *settings_.err << said.str();
  if (said.str().find("Library was built as DEBUG") != std::string::npos)
    *settings_.err
        << "(That is about Google Benchmark's own loop, which times nothing here: device "
           "times are untouched.)\n";
  return result;
}

std::vector<Reporter::Run> Reporter::for_console(std::vector<Run> runs) {
  for (auto& run : runs) {
    std::erase_if(run.counters,
                  [](const auto& counter) { return is_left_to_the_json(counter.first); });
    for (auto& [name, counter] : run.counters)
      if (name.ends_with("_per_second"))
        counter.flags = benchmark::Counter::kIsRate;  // prints "/s"
    if (!columns_) continue;
    run.run_name.time_type.clear();
    columns_->fit(run, settings_.label(run.family_index));
  }
  return runs;
}

void Reporter::ReportRuns(const std::vector<Run>& runs) {
  const std::lock_guard lock(mutex_);
  if (is_finished_) return;
  settings_.before_output();
  for (const auto& run : runs)
    keys_.push_back({run.family_index, run.repetition_index, run.run_type == Run::RT_Aggregate});
  auto shown = settings_.format == Format::kConsole ? for_console(runs) : runs;
  if (settings_.format != Format::kJson) remove_non_finite(shown);
  if (settings_.format == Format::kCsv) {
    csv_runs_.insert(csv_runs_.end(), shown.begin(), shown.end());
    return;
  }
  inner_->ReportRuns(shown);
  inner_->GetOutputStream().flush();
}

void Reporter::add_unreported(std::vector<Run> runs) {
  const std::lock_guard lock(mutex_);
  std::erase_if(runs, [this](const Run& run) {
    return std::any_of(keys_.begin(), keys_.end(), [&run](const EntryKey& key) {
      return key.family == run.family_index && key.repetition == run.repetition_index;
    });
  });
  if (has_context_ && !runs.empty()) ReportRuns(runs);
}

void Reporter::say_what_is_left_out() const {
  const auto names = columns_ ? columns_->left_out() : std::vector<std::string>();
  if (names.empty()) return;
  *settings_.err << fmt::format(
      "\nNot in the table, which has {} columns: {}.\n"
      "--benchmark_out=FILE and --benchmark_format=json have all counters.\n",
      settings_.columns, fmt::join(names, ", "));
}

void Reporter::finish() {
  const std::lock_guard lock(mutex_);
  if (is_finished_ || !has_context_) return;
  is_finished_ = true;
  settings_.before_output();
  // All at once: the first call fixes the columns, and a later row with another counter would end
  // the program. A counter that a row lacks is an empty cell.
  if (!csv_runs_.empty()) inner_->ReportRuns(csv_runs_);
  inner_->Finalize();
  say_what_is_left_out();
  if (settings_.live != nullptr) return;
  settings_.deliver(settings_.format == Format::kJson
                        ? augment(collected_.str(), keys_, settings_.context(), settings_.entry)
                        : collected_.str());
}

}  // namespace tickbench::google
