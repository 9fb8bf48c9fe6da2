// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "google/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "metrics/metric_info.hpp"
#include "results/result_file.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::google {
namespace {

using text::Colour, text::cut, text::left, text::right;

constexpr std::string_view kGap = "  ";
/// Left for words beside the figures, before a column is added: "nothing to check".
constexpr std::size_t kWords = 16;
constexpr text::QuantityFormat kFigures{.digits = 3, .keeps_zeros = true};

struct Column {
  std::string_view heading;
  std::size_t width;
  std::string_view metric{};
};
constexpr std::array kColumns{
    Column{"time", 7},
    Column{"±  ", 9},
    Column{"rate", 12},
    Column{"peak", 6, metrics::kFractionOfPeak},
    Column{"x tbb", 5, "speedup_tbb"},
    Column{"x serial", 8, "speedup_serial"},
    Column{"host", 7, metrics::kHostTime},
    Column{"isolated", 8, metrics::kIsolatedTime},
    Column{"overhead", 8, metrics::kLaunchOverhead},
    Column{"noise", 6, metrics::kNoise},
};
/// The first four stay. The columns behind that of the last reference need room for words beside
/// them.
constexpr std::size_t kFewest = 4;

struct Explanation {
  std::string_view beginning, meaning;
};
constexpr std::array kColumnMeanings{
    Explanation{"time", "median device time of one launch; ±: half of its 95 % interval"},
    Explanation{"rate", "of bytes or operations: the one that is nearer to its peak"},
    Explanation{"peak", "share of the highest rate measured; data in caches exceed it"},
    Explanation{"x", "how many times as fast as this reference on the CPU"},
    Explanation{"x baseline", "how many times as fast as the benchmark that it is compared to"},
    Explanation{"host", "one launch alone, from the call to the end of the wait"},
    Explanation{"isolated", "device time of one launch into an empty queue"},
    Explanation{"overhead", "host less isolated"},
    Explanation{"noise", "half the interquartile range of the samples over their median"},
};
constexpr std::array kWordMeanings{
    Explanation{"baseline", "others are compared to this benchmark"},
    Explanation{"host-bound", "the device may have waited for the host; others were held"},
    Explanation{"timed by the host", "there is no time by the device's clock"},
    Explanation{"below the clock's resolution", "too short for the steps of the clock"},
    Explanation{"marks too long", "the timestamps take too large a part of the time"},
    Explanation{"nothing to check", "the benchmark has no result"},
    Explanation{"loose tolerance", "the check accepts more than its arithmetic explains"},
    Explanation{"not tried for waits", "a wait inside of the call would be in the time"},
    Explanation{"with the host's waits", "the time has gaps in which the device waits"},
    Explanation{"device busy", "how long the device worked, without these gaps"},
    Explanation{"host pressure", "tasks waited for a processor, as others took some"},
    Explanation{"steal", "other guests of this machine took time of its processors"},
};

std::string factor(double value) {
  return value < 0.01 ? fmt::format("{:.2g}", value) : text::in_prefix(value, 0, kFigures);
}

std::string formatted(const Column& column, double value) {
  if (column.metric == metrics::kFractionOfPeak || column.metric == metrics::kNoise)
    return text::rough_percent(value);
  const auto unit = metrics::find_metric(column.metric)->unit;
  return unit.empty() ? factor(value) : text::quantity(value, unit, kFigures);
}

/// "opencl/saxpy" of "opencl/saxpy/1024".
std::string group_of(const std::string& id) {
  const auto slash = id.find('/');
  return id.substr(0, slash == std::string::npos ? slash : id.find('/', slash + 1));
}

/// Of bytes or operations: the larger share of the peak, where both are known.
const results::MetricValue* rate(const results::Record& record,
                                 const std::vector<results::MetricValue>& all) {
  using results::find_named;
  const auto* bytes = find_named(all, metrics::kBytesPerSecond);
  const auto* flops = find_named(all, metrics::kFlopsPerSecond);
  const auto& peaks = record.peaks;
  if (bytes != nullptr && flops != nullptr && peaks.bytes_per_second > 0 &&
      peaks.flops_per_second > 0 &&
      flops->value / peaks.flops_per_second > bytes->value / peaks.bytes_per_second)
    return flops;
  return bytes != nullptr   ? bytes
         : flops != nullptr ? flops
                            : find_named(all, metrics::kItemsPerSecond);
}

/// Of an aggregate or a plain benchmark: its time, or the share that a coefficient of variation is.
std::string time_of(const Run& run) {
  const bool is_share = run.aggregate_unit == benchmark::kPercentage;
  const double value =
      is_share ? run.real_accumulated_time
               : run.GetAdjustedRealTime() / benchmark::GetTimeUnitMultiplier(run.time_unit);
  // The coefficient of variation of what is 0 in all repetitions is 0/0: there is no spread.
  const double finite = std::isfinite(value) ? value : 0;
  return is_share ? text::rough_percent(finite) : text::quantity(finite, "s", kFigures);
}

}  // namespace

Table::Table(const std::vector<std::string>& ids, std::size_t columns, bool has_colour)
    : columns_(columns), has_colour_(has_colour) {
  for (std::size_t i = 0; i < kColumns.size(); ++i) figures_.push_back(i);
  for (const auto& id : ids) ++groups_[group_of(id)];
  for (const auto& id : ids) {
    const auto name = text::visible(id);
    whole_ = std::max(whole_, text::width(name));
    const auto rest = text::visible(id.substr(group_of(id).size()));
    within_group_ = std::max(within_group_, text::width(rest) + 2);
  }
  fit();
}

void Table::fit() {
  const auto is_usual = [](std::size_t column) {
    return column < kFewest || kColumns.at(column).heading.starts_with("x ");
  };
  const auto usual = static_cast<std::size_t>(std::ranges::count_if(figures_, is_usual));
  const auto fit_names = [&](std::size_t names) {
    names_ = names;
    const auto is_too_wide = [&] {
      const auto words = shown_ > usual ? kGap.size() + kWords : 0;
      return columns_ > 0 && names_ + figures_width() + words > columns_;
    };
    for (shown_ = figures_.size(); shown_ > kFewest && is_too_wide();) --shown_;
  };
  fit_names(whole_);
  has_whole_ids_ = shown_ >= usual;
  if (!has_whole_ids_) fit_names(within_group_);
  if (columns_ == 0) return;
  const auto room = columns_ - std::min(columns_, figures_width());
  names_ = std::min(names_, std::max(room, kLeastName));
}

/// Where the first row has one of both references: the other one, should it come, is a word.
void Table::leave_out_references(const std::vector<results::MetricValue>& all) {
  const auto is_absent = [&](std::size_t column) {
    const auto& [heading, width, metric] = kColumns.at(column);
    return heading.starts_with("x ") && results::find_named(all, metric) == nullptr;
  };
  if (std::ranges::count_if(figures_, is_absent) != 1) return;
  std::erase_if(figures_, is_absent);
  fit();
}

std::size_t Table::figures_width() const {
  std::size_t width = 0;
  for (std::size_t i = 0; i < shown_; ++i) width += kGap.size() + kColumns.at(figures_[i]).width;
  return width;
}

std::string Table::heading() const {
  std::string text = left("benchmark", names_);
  for (std::size_t i = 0; i < shown_; ++i) {
    const auto& column = kColumns.at(figures_[i]);
    text += std::string(kGap) + right(std::string(column.heading), column.width);
  }
  return paint(Colour::kBold, text) + '\n';
}

/// What stands between the row before and this one; `name`: what this one is then called.
std::string Table::begin(const RowSubject& subject, std::string& name) {
  std::string text;
  const bool is_other_device = subject.device != device_;
  if (is_other_device)
    text = (group_.empty() ? "" : "\n") +
           paint(Colour::kBold, "on " + text::visible(subject.device)) + '\n';
  device_ = subject.device;
  name = text::visible(subject.id);
  const auto group = group_of(subject.id);
  const auto size = [&](const std::string& of) { return groups_.contains(of) ? groups_[of] : 1U; };
  const bool is_new = group != group_ || is_other_device;
  if (is_new && !is_other_device && !group_.empty() && std::max(size(group), size(group_)) > 1)
    text = "\n";
  group_ = group;
  const auto rest = text::visible(subject.id.substr(group.size()));
  const bool is_short = size(group) < 2 && text::width(name) <= names_;
  if (has_whole_ids_ || rest.empty() || is_short) return text;
  if (is_new) text += paint(Colour::kBold, text::visible(group)) + '\n';
  name = "  " + rest;
  return text;
}

std::string Table::line(const std::string& name, const std::vector<std::string>& cells,
                        const Words& words) const {
  constexpr std::size_t kIndent = 4;
  const bool is_long = columns_ > 0 && text::width(name) > names_;
  const std::string begin = is_long ? name + '\n' : "";
  std::string figures = left(is_long ? "" : name, names_);
  for (std::size_t i = 0; i < cells.size(); ++i)
    figures += std::string(kGap) + right(cells[i], kColumns.at(figures_[i]).width);
  const auto room = [&](std::size_t used) {
    return columns_ == 0 ? std::string::npos : columns_ - std::min(columns_, used);
  };
  const auto beside = room(text::width(figures) + kGap.size());
  const auto all = fmt::format("{}", fmt::join(words.all, ", "));
  const auto below = [&](const std::string& word) {
    return '\n' + std::string(kIndent, ' ') + paint(words.colour, cut(word, room(kIndent)));
  };
  if (!all.empty() && (words.is_cut || text::width(all) <= beside))
    return begin + figures + std::string(kGap) + paint(words.colour, cut(all, beside)) + '\n';
  auto text = begin + figures.substr(0, figures.find_last_not_of(' ') + 1);
  if (text::width(all) <= room(kIndent)) return text + (all.empty() ? "" : below(all)) + '\n';
  for (const auto& word : words.all) text += below(word);
  return text + '\n';
}

std::vector<std::string> Table::cells(const results::Record& record,
                                      const std::vector<results::MetricValue>& all) {
  const auto* shown = record.shown();
  if (shown == nullptr) return {};
  explained_.insert("time");
  std::vector<std::string> cells{text::quantity(shown->median.count(), "s", kFigures),
                                 reach(record) + (results::is_wide(record) ? "" : "  ")};
  const auto* best = rate(record, all);
  cells.emplace_back(
      best == nullptr
          ? ""
          : text::quantity(best->value, metrics::find_metric(best->name)->unit, kFigures));
  if (best != nullptr) explained_.insert("rate");
  for (std::size_t i = cells.size(); i < shown_; ++i) {
    const auto& column = kColumns.at(figures_[i]);
    const auto* value = results::find_named(all, column.metric);
    cells.push_back(value == nullptr ? "" : formatted(column, value->value));
    if (value != nullptr)
      explained_.insert(column.heading.starts_with("x ") ? "x" : column.heading);
  }
  return cells;
}

/// What is not usual of it, and what has no column.
std::vector<std::string> Table::words(const results::Record& record,
                                      const std::vector<results::MetricValue>& all) {
  std::vector<std::string> words;
  for (const auto& metric : all) {
    const bool has_column = std::ranges::any_of(
        figures_, [&](std::size_t column) { return kColumns.at(column).metric == metric.name; });
    const auto reference = metrics::reference_name(metric.name);
    if (metric.name == metrics::kEnergy)
      words.push_back(text::quantity(metric.value, "J", kFigures) + " a launch");
    if (metric.name == metrics::kDeviceBusy)
      words.push_back("device busy " + text::quantity(metric.value, "s", kFigures));
    if (reference.empty() || has_column || metric.name.starts_with(metrics::kSpeedupHost)) continue;
    const bool is_baseline = metric.name == metrics::kSpeedupBaseline;
    words.push_back(fmt::format("x {} {}", reference, factor(metric.value)));
    if (is_baseline && metric.has_interval())
      words.back() += " ±" + text::rough_percent((metric.interval.high - metric.interval.low) / 2 /
                                                 metric.value);
    explained_.insert(is_baseline ? "x baseline" : "x");
  }
  for (const auto& [name, value] : record.counters)
    if (std::isfinite(value)) words.push_back(name + '=' + text::plain_number(value));
  for (const auto& remark : remarks(record))
    if (remark != kHeld) words.push_back(remark);
  if (record.shown() == nullptr) {
    words = {results::in_words(record.outcome)};
    if (!is_failure(record.outcome)) std::ranges::copy(record.words, std::back_inserter(words));
  }
  for (auto& word : words) {
    if (word == to_string(Outcome::kNothingToCheck))
      word = results::in_words(Outcome::kNothingToCheck);
    for (const auto& explanation : kWordMeanings)
      if (word.starts_with(explanation.beginning)) explained_.insert(explanation.beginning);
    word = text::visible(word);
  }
  return words;
}

std::string Table::row(const RowSubject& subject, const Run& run) {
  const auto* record = subject.record;
  if (record != nullptr &&
      (record->outcome == Outcome::kUnsupported || record->outcome == Outcome::kNoDevice))
    return "";
  if (!std::exchange(has_rows_, true) && record != nullptr && record->shown() != nullptr)
    leave_out_references(results::metrics(*record));
  std::string name;
  auto text = begin(subject, name);
  if (run.run_type == Run::RT_Aggregate) name += '_' + run.aggregate_name;
  if (record != nullptr) {
    if (has_error_row(*record)) {
      const bool has_failed = is_failure(record->outcome);
      return text + line(name, {},
                         {{(has_failed ? "FAILED  " : "skipped  ") + error_text(*record)},
                          has_failed ? Colour::kRed : Colour::kYellow,
                          true});
    }
    const auto all = results::metrics(*record);
    return text + line(name, cells(*record, all), {words(*record, all), Colour::kYellow});
  }
  if (const auto message = error_of(run))
    return text + line(name, {}, {{"FAILED  " + text::visible(*message)}, Colour::kRed, true});
  return text + line(name, {time_of(run)}, {});
}

std::string Table::legend() const {
  std::size_t width = 0;
  for (const auto& name : explained_) width = std::max(width, text::width(name));
  std::string text;
  const auto add = [&](const auto& meanings) {
    for (const auto& [name, meaning] : meanings)
      if (explained_.contains(name))
        text += fmt::format("{}  {}\n", left(std::string(name), width), meaning);
  };
  add(kColumnMeanings);
  add(kWordMeanings);
  if (shown_ < figures_.size())
    text += "--benchmark_out=FILE and --benchmark_format=json have all figures.\n";
  return text.empty() ? text : '\n' + text;
}

}  // namespace tickbench::google
