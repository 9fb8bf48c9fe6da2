// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "google/reporter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <locale>
#include <ostream>
#include <sstream>

#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "results/json_document.hpp"

namespace tickbench::google {
namespace {

// After the name: the header's word Time ends two columns before a row's longest unit does.
constexpr std::size_t kTimeInHeader = 14, kTimeInRow = 17;

/// Where column `column` of a line begins, colours not counted; the end where it has fewer.
std::size_t column_offset(const std::string& line, std::size_t column) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\x1b') {
      at = line.find('m', at);
      if (at == std::string::npos) break;
    } else if (column-- == 0) {
      return at;
    }
  }
  return line.size();
}

/// What lies in the column CPU that begins there, without the colour that follows.
std::string cpu_cell(const std::string& line, std::size_t column) {
  const auto begin = column_offset(line, column);
  return line.substr(begin, column_offset(line, column + kCpuColumn - 1) + 1 - begin);
}

std::string without_cpu(std::string line, std::size_t column) {
  return line.erase(column_offset(line, column), cpu_cell(line, column).size());
}

/// "64.2 ns": a row that has failed has no times there.
bool is_time(const std::string& text) {
  double value = 0;
  char unit[8] = {};
  int end = 0;
  return std::sscanf(text.c_str(), " %lf %7s %n", &value, unit, &end) == 2 &&
         static_cast<std::size_t>(end) == text.size();
}

/// Time, CPU and Iterations, with their units and the spaces before them.
constexpr std::size_t kTimes = 43;
/// A counter is printed this wide, or as wide as its name, with a space before it.
constexpr std::size_t kNarrowest = 10;

/// The less, the more important.
int rank(const std::string& counter, bool is_only_rate) {
  if (is_only_rate && counter == metrics::kItemsPerSecond) return 0;
  const auto* info = metrics::find_metric(counter);
  return info == nullptr ? metrics::MetricInfo::kOwnCounterRank : info->rank;
}

template <class Names>
std::vector<std::string> by_importance(const Names& names, bool items_are_only_rate) {
  std::vector<std::string> sorted(names.begin(), names.end());
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    return rank(a, items_are_only_rate) < rank(b, items_are_only_rate);
  });
  return sorted;
}

std::unique_ptr<benchmark::BenchmarkReporter> make_inner(const Reporter::Settings& settings) {
  using Console = NarrowConsole;
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
bool is_json_only(const std::string& counter) {
  const auto* metric = metrics::find_metric(counter);
  return counter == results::fields::kSamples || counter == results::fields::kBatch ||
         counter == results::fields::kConverged ||
         (metric != nullptr && metric->rank == metrics::MetricInfo::kNoColumn);
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

/// Of all names here. A terminal has no room for what every row has.
constexpr std::string_view kTimeType = "/manual_time";

}  // namespace

void NarrowConsole::PrintHeader(const Run& run) {
  if (!omits_cpu_) return ConsoleReporter::PrintHeader(run);
  std::istringstream lines(printed([&] { ConsoleReporter::PrintHeader(run); }));
  for (std::string line; std::getline(lines, line);)
    GetOutputStream() << without_cpu(line, name_field_width_ + kTimeInHeader) << '\n';
}

void NarrowConsole::PrintRunData(const Run& run) {
  if (!omits_cpu_) return ConsoleReporter::PrintRunData(run);
  const auto line = printed([&] { ConsoleReporter::PrintRunData(run); });
  const auto column = name_field_width_ + kTimeInRow;
  GetOutputStream() << (is_time(cpu_cell(line, column)) ? without_cpu(line, column) : line);
}

std::string NarrowConsole::printed(const std::function<void()>& print) {
  auto& out = GetOutputStream();
  std::ostringstream text;
  SetOutputStream(&text);
  print();
  SetOutputStream(&out);
  return text.str();
}

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

TableColumns::TableColumns(std::size_t columns, std::size_t names)
    : columns_(columns),
      names_(names),
      omits_cpu_(columns < names + kTimes + 1 + metrics::kBytesPerSecond.size()) {}

void TableColumns::fit(Run& run, std::size_t label) {
  label = std::max(label, run.report_label.size());
  const std::size_t words = label > 0 ? label + 1 : 0;
  // Left beside what is sure to be there: it may become less than nothing.
  const auto times = omits_cpu_ ? kTimes - kCpuColumn : kTimes;
  auto room = static_cast<std::ptrdiff_t>(columns_) - static_cast<std::ptrdiff_t>(names_ + times);
  const bool items_are_only_rate = !run.counters.contains(std::string(metrics::kBytesPerSecond)) &&
                                   !run.counters.contains(std::string(metrics::kFlopsPerSecond));
  std::vector<std::string> names;
  for (const auto& [name, counter] : run.counters) names.push_back(name);
  std::ptrdiff_t kept_free = 0;  // for the first: the label may wrap
  for (const auto& name : by_importance(names, items_are_only_rate)) {
    const auto width = static_cast<std::ptrdiff_t>(1 + std::max(kNarrowest, name.size()));
    if (width + kept_free <= room) {
      room -= width;
    } else {
      omitted_.insert(name);
      run.counters.erase(name);
    }
    kept_free = static_cast<std::ptrdiff_t>(words);
  }
}

std::vector<std::string> TableColumns::omitted() const { return by_importance(omitted_, false); }

Reporter::Reporter(Settings settings)
    : settings_(std::move(settings)),
      inner_(make_inner(settings_)),
      console_(dynamic_cast<NarrowConsole*>(inner_.get())) {
  is_display_ = settings_.live != nullptr;
  if (settings_.format != Format::kConsole) settings_.live = nullptr;
  collected_.imbue(std::locale::classic());
  inner_->SetOutputStream(settings_.live != nullptr ? settings_.live : &collected_);
  inner_->SetErrorStream(settings_.err);
}

bool Reporter::ReportContext(const Context& given) {
  const ClassicLocale locale;
  const std::lock_guard lock(mutex_);
  has_context_ = true;
  Context context = given;
  if (settings_.format == Format::kConsole && settings_.tabular && settings_.columns > 0) {
    context.name_field_width -= std::min(context.name_field_width, kTimeType.size());
    columns_.emplace(settings_.columns, context.name_field_width);
    if (columns_->omits_cpu()) console_->omit_cpu();
  }
  settings_.before_output();
  std::ostringstream said;
  inner_->SetErrorStream(&said);
  const bool result = inner_->ReportContext(context);
  inner_->SetErrorStream(settings_.err);
  // A file's table needs no word about the host on standard error: the display has said it.
  if (!is_display_ && settings_.format != Format::kJson) return result;
  std::string words = said.str();
  // That slows Google Benchmark's own loop alone, which times nothing here.
  if (const auto warning = words.find("***WARNING*** Library was built as DEBUG");
      warning != words.npos)
    words.erase(warning, words.find('\n', warning) - warning + 1);
  *settings_.err << words;
  return result;
}

std::vector<Reporter::Run> Reporter::for_console(std::vector<Run> runs) {
  for (auto& run : runs) {
    std::erase_if(run.counters, [](const auto& counter) { return is_json_only(counter.first); });
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
  const ClassicLocale locale;
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

void Reporter::print_omitted() const {
  const auto names = columns_ ? columns_->omitted() : std::vector<std::string>();
  if (names.empty()) return;
  *settings_.err << fmt::format(
      "\nNot in the table, which has {} columns: {}.\n"
      "--benchmark_out=FILE and --benchmark_format=json have all counters.\n",
      settings_.columns, fmt::join(names, ", "));
}

bool Reporter::has_begun() {
  const std::lock_guard lock(mutex_);
  return has_context_;
}

void Reporter::finish() {
  const ClassicLocale locale;
  const std::lock_guard lock(mutex_);
  if (is_finished_ || !has_context_) return;
  is_finished_ = true;
  settings_.before_output();
  // All at once: the first call fixes the columns, and a later row with another counter would end
  // the program. A counter that a row lacks is an empty cell.
  if (!csv_runs_.empty()) inner_->ReportRuns(csv_runs_);
  inner_->Finalize();
  print_omitted();
  if (settings_.live != nullptr) return;
  settings_.deliver(settings_.format == Format::kJson
                        ? augment(collected_.str(), keys_, settings_.context(), settings_.entry)
                        : collected_.str());
}

}  // namespace tickbench::google
