// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "google/reporter.hpp"

#include <algorithm>
#include <clocale>
#include <cmath>
#include <locale>
#include <utility>

#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "results/json_document.hpp"

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
    case Format::kTable:
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
bool is_json_only(const std::string& counter) {
  const auto* metric = metrics::find_metric(counter);
  return counter == results::fields::kSamples || counter == results::fields::kBatch ||
         counter == results::fields::kConverged || (metric != nullptr && !metric->is_printed);
}

std::vector<Reporter::Run> for_console(std::vector<Reporter::Run> runs) {
  for (auto& run : runs) {
    std::erase_if(run.counters, [](const auto& counter) { return is_json_only(counter.first); });
    for (auto& [name, counter] : run.counters)
      if (name.ends_with("_per_second"))
        counter.flags = benchmark::Counter::kIsRate;  // prints "/s"
  }
  return runs;
}

/// Google Benchmark's streams take the global locale, and a body may have set one that writes a
/// decimal comma.
class ClassicLocale {
 public:
  ~ClassicLocale() {
    std::locale::global(cpp_);
    std::setlocale(LC_ALL, c_.c_str());
  }

 private:
  std::string c_ = std::setlocale(LC_ALL, nullptr);
  std::locale cpp_ = std::locale::global(std::locale::classic());
};

}  // namespace

std::string augment(std::string_view json, const std::vector<EntryKey>& keys,
                    const results::Json& context,
                    const std::function<results::Json(const EntryKey&)>& entry) {
  auto document = results::parse_json(json, "Google Benchmark's JSON").root;
  document["context"]["tickbench"] = context;
  auto& benchmarks = document["benchmarks"];
  for (std::size_t i = 0; i < keys.size() && i < benchmarks.size(); ++i)
    benchmarks[i]["tickbench"] = entry(keys[i]);
  // A byte that is not UTF-8 (a build log's, say) must not cost the whole file.
  return document.dump(2, ' ', true, results::Json::error_handler_t::replace) + "\n";
}

Reporter::Reporter(Settings settings)
    : settings_(std::move(settings)), inner_(make_inner(settings_)) {
  is_display_ = settings_.live != nullptr;
  if (settings_.format == Format::kTable)
    table_.emplace(settings_.ids, settings_.columns, settings_.color);
  else if (settings_.format != Format::kConsole)
    settings_.live = nullptr;
  collected_.imbue(std::locale::classic());
  inner_->SetOutputStream(settings_.live != nullptr ? settings_.live : &collected_);
  inner_->SetErrorStream(settings_.err);
}

bool Reporter::ReportContext(const Context& context) {
  const ClassicLocale locale;
  const std::lock_guard lock(mutex_);
  has_context_ = true;
  settings_.before_output();
  if (table_) return true;
  // A file's table needs no word about the host on standard error: the display has said it.
  std::ostringstream unread;
  const bool is_said = is_display_ || settings_.format == Format::kJson;
  return report_context(*inner_, context, is_said ? *settings_.err : unread);
}

void Reporter::ReportRuns(const std::vector<Run>& runs) {
  const ClassicLocale locale;
  const std::lock_guard lock(mutex_);
  if (is_finished_) return;
  settings_.before_output();
  for (const auto& run : runs) {
    keys_.push_back({run.family_index, run.repetition_index, run.run_type == Run::RT_Aggregate});
    if (!table_) continue;
    const auto row = table_->row(settings_.subject(keys_.back()), run);
    if (!row.empty() && !std::exchange(has_heading_, true)) *settings_.live << table_->heading();
    *settings_.live << row << std::flush;
  }
  if (table_) return;
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

void Reporter::finish() {
  const ClassicLocale locale;
  const std::lock_guard lock(mutex_);
  if (is_finished_ || !has_context_) return;
  is_finished_ = true;
  settings_.before_output();
  if (table_) *settings_.live << table_->legend() << std::flush;
  if (table_) return;
  // All at once: the first call fixes the columns, and a later row with another counter would end
  // the program. A counter that a row lacks is an empty cell.
  if (!csv_runs_.empty()) inner_->ReportRuns(csv_runs_);
  inner_->Finalize();
  if (settings_.live != nullptr) return;
  settings_.deliver(settings_.format == Format::kJson
                        ? augment(collected_.str(), keys_, settings_.context(), settings_.entry)
                        : collected_.str());
}

}  // namespace tickbench::google
