// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "base/throw_error.hpp"
#include "conditions/conditions.hpp"
#include "floors/floor_report.hpp"
#include "metrics/metric_info.hpp"
#include "outputs/ctest_elements.hpp"
#include "process/files.hpp"
#include "process/guards.hpp"
#include "programs/instructions.hpp"
#include "results/fields.hpp"
#include "results/json_document.hpp"
#include "statistics/statistics.hpp"
#include "text/escape.hpp"
#include "text/plain_names.hpp"
#include "text/table.hpp"
#include "text/wording.hpp"

namespace tickbench::programs {
namespace {

namespace fields = results::fields;

constexpr double kShownLevel = 0.95;

void take_values(const results::Benchmark& benchmark, PlainRun& run) {
  const auto take = [&](const std::vector<results::Metric>& metrics) {
    for (const auto& metric : metrics) run.values[std::string(metric.name)].push_back(metric.value);
  };
  for (const auto& repetition : benchmark.repetitions) take(repetition.metrics);
  // It asks itself for aggregates only.
  if (benchmark.repetitions.empty()) take(benchmark.median);
}

/// Rows of this benchmark alone, with its id, and with the device that no plain file has.
void label(const PlainBenchmark& benchmark, results::RunRecord& record) {
  auto rows = results::Json::array();
  for (auto& row : record.rows) {
    const auto run_name = row.find("run_name");
    const auto& name = run_name == row.end() ? row.at(fields::kName) : *run_name;
    if (name != benchmark.name) continue;
    row[fields::kTickbench][fields::kId] = benchmark.id;
    rows.push_back(std::move(row));
  }
  record.rows = std::move(rows);
  record.entry[fields::kContext][fields::kCpu] = conditions::cpu_model();
}

/// Within the benchmark's loop, of all repetitions.
Seconds measured(const results::RunRecord& record, const std::vector<double>& times) {
  Seconds all{};
  std::size_t at = 0;
  for (const auto& row : record.rows) {
    const auto iterations = row.find("iterations");
    if (at < times.size() && iterations != row.end() && iterations->is_number())
      all += Seconds(iterations->get<double>() * times[at++]);
  }
  return all;
}

/// Of a process whose results do not count.
std::string_view bad_outcome(const process::ChildResult& end) {
  using End = process::ChildResult::End;
  if (end.is_success()) return kInvalidResults;
  return end.end == End::kTimedOut ? kTimedOut : end.end == End::kKilled ? kCrashed : kError;
}

void take_results(ProgramEnd& process, const std::string& program, const PlainBenchmark& benchmark,
                  PlainRun& run) {
  const auto& all = process.record.results->benchmarks;
  // The one that was asked for, however many others a program's own main runs.
  const auto found = std::ranges::find(all, benchmark.name, &results::Benchmark::id);
  const bool has_row = found != all.end();
  if (!has_row && !all.empty() && !all.front().is_plain)
    throw_usage_error(
        "{0}: expected a plain Google Benchmark program, found a suite of tickbench's, which "
        "judges itself: {0} --tickbench_floors=FILE",
        program);
  if (!has_row || (found->is_good() && !found->has_time())) {
    run.message =
        fmt::format("its process ended well, and its results have no {}; {}",
                    has_row ? "time that is a number" : "row of this name", process.last_lines());
    return;
  }
  take_values(*found, run);
  run.outcome = found->is_good() ? "passed" : found->is_skipped() ? kSkipped : kError;
  run.message = found->message;
  if (!found->is_good()) return;
  label(benchmark, process.record);
  run.measured = measured(process.record, run.values[std::string(metrics::kRealTime)]);
  run.record = std::move(process.record);
}

class Check {
 public:
  explicit Check(const PlainCheck& check) : check_(check), device_(conditions::cpu_model()) {
    for (const auto& file : check.floors) floors_.push_back(FloorFile::load(file));
    list_ = list_plain(check.program, check.program_flags.flags, check.program_flags.timeout);
    for (const auto& file : floors_) file.require_benchmarks(list_.ids());
  }

  /// At least one. Throws UsageError where there is none, or two of one name.
  std::vector<PlainBenchmark> benchmarks() const {
    auto chosen = list_.chosen;
    if (!check_.benchmark.empty()) chosen = {list_.find(check_.benchmark)};
    if (chosen.empty())
      throw UsageError("expected flags that choose a benchmark, found none; " + list_.last_lines);
    const auto repeated = std::ranges::find(chosen, false, &PlainBenchmark::is_single);
    if (repeated != chosen.end())
      throw_usage_error(
          "{}: expected names that differ, found two benchmarks named '{}', which no filter tells "
          "apart: give each a name, or leave both out ({}=-{})",
          check_.program, repeated->name, kFilterFlag, text::exact_filter(repeated->name));
    return chosen;
  }

  /// All its processes run within one time-out: of one benchmark alone that of all done here.
  /// `counter`: null where times are taken.
  PlainFindings run(const PlainBenchmark& benchmark, const ProgramRunner& processes,
                    InstructionCounter* counter) const {
    const auto selection = select(floors_, device_, benchmark.id);
    const auto begin = std::chrono::steady_clock::now();
    const auto end = (check_.benchmark.empty() ? begin : begin_) + check_.program_flags.timeout;
    const auto left = [&] {
      return std::max<Seconds>(end - std::chrono::steady_clock::now(), Seconds(1e-3));
    };
    std::size_t count = 0;
    const auto run_process = [&](const PlainBenchmark& next, int repetitions) {
      if (counter != nullptr) {
        auto counted = counter->count(check_.program, list_, next, left);
        if (counted.outcome == kNotCounted && selection.floors.empty()) counted.outcome = kSkipped;
        return counted;
      }
      auto process = processes.run(check_.program, fmt::format("{:04}", ++count),
                                   flags_of(next, repetitions), left());
      return read_plain_run(process, check_.program, next, end - begin);
    };
    const auto elapsed = [&] { return Seconds(std::chrono::steady_clock::now() - begin); };
    return sample_plain(benchmark, device_, find_ratio_partners(selection), selection,
                        check_.settings, {run_process, elapsed});
  }

 private:
  std::vector<std::string> flags_of(const PlainBenchmark& benchmark, int repetitions) const {
    auto flags = flags_for(benchmark, repetitions);
    if (!has_flag(check_.program_flags.flags, kMinTimeFlag))
      flags.push_back(fmt::format("{}={}{}", kMinTimeFlag, check_.settings.min_time.count(),
                                  list_.takes_suffix ? "s" : ""));
    return flags;
  }

  std::vector<PlainBenchmark> find_ratio_partners(const FloorSelection& selection) const {
    std::vector<PlainBenchmark> others;
    for (const auto& applied : selection.floors) {
      const auto& other = applied.other;
      if (other.empty() || std::ranges::count(others, other, &PlainBenchmark::id) > 0) continue;
      const auto found = std::ranges::find(list_.all, other, &PlainBenchmark::id);
      if (found == list_.all.end())
        throw_usage_error(
            "{}: expected a plain benchmark to compare with, found {}, which is one of tickbench's",
            applied.where, other);
      others.push_back(*found);
    }
    return others;
  }

  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  const PlainCheck& check_;
  std::string device_;
  std::vector<FloorFile> floors_;
  PlainList list_;
};

/// Where CTest gives out resources it keeps their users apart itself. Elsewhere nothing else that
/// is measured on this host's processors may run: the suites' references neither. Nothing where
/// another process holds the lock for too long.
std::optional<process::HostLock> lock_host(Seconds limit, std::ostream& err) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here sets it.
  if (std::getenv("CTEST_RESOURCE_GROUP_COUNT") != nullptr) return process::HostLock();
  process::HostLock lock(
      process::HostLock::default_folder(), "references",
      [&] { err << "waiting for another measurement on this host" << std::endl; }, limit);
  if (!lock.is_held() && lock.failure().empty()) {
    err << fmt::format(
        "tickbench: expected the lock of this host within {:g} s, found another "
        "measurement still at it\n",
        limit.count());
    return std::nullopt;
  }
  if (!lock.is_held())
    err << "note: nothing keeps other measurements away: " << text::visible(lock.failure()) << '\n';
  return lock;
}

/// The time that counts first, then the other one, then the rest.
std::vector<std::pair<std::string, std::vector<double>>> in_order(const PlainFindings& findings) {
  std::vector<std::pair<std::string, std::vector<double>>> metrics(findings.values.begin(),
                                                                   findings.values.end());
  // Another name of the real time.
  std::erase_if(metrics, [](const auto& one) { return one.first == metrics::kTime; });
  std::array times{metrics::kCpuTime, metrics::kRealTime};
  if (text::is_timed_by_wall(findings.benchmark.name)) std::ranges::reverse(times);
  std::ranges::stable_sort(metrics, {}, [&](const auto& one) {
    return std::ranges::find(times, std::string_view(one.first)) - times.begin();
  });
  return metrics;
}

/// " ±0.4 %"; empty where too few values tell.
std::string half_width_text(const Evidence& evidence, bool is_count) {
  const auto& [low, high, level] = evidence.interval;
  if ((level < kShownLevel && !is_count) || !(evidence.value > 0 && high > low)) return {};
  return " ±" + text::rough_percent((high - low) / 2 / evidence.value);
}

constexpr text::QuantityFormat kFigures{.digits = 3, .keeps_zeros = true};
constexpr std::size_t kMostName = 33;  // with the figures 80

/// The table of a check, row by row: each takes up to its budget.
class Table {
 public:
  Table(const std::vector<PlainBenchmark>& benchmarks, bool has_colour) : has_colour_(has_colour) {
    for (const auto& benchmark : benchmarks)
      if (const auto width = text::width(text::visible(benchmark.id)); width <= kMostName)
        names_ = std::max(names_, width);
  }

  /// The device is the same for all.
  std::string heading(const std::string& device, bool has_counts) const {
    using Cells = std::array<std::string, 4>;
    const auto cells = has_counts ? Cells{"", "", "±", "instructions"}
                                  : Cells{"cpu time", "real time", "±", "rate"};
    const auto lines = fmt::format("on {}\n{}", text::visible(device), line("benchmark", cells));
    return text::paint(text::Colour::kBold, lines, has_colour_) + '\n';
  }

  std::string row(const PlainFindings& findings) const {
    const auto name = text::visible(findings.benchmark.id);
    if (!findings.is_good()) {
      const bool is_skip = findings.outcome == kSkipped;
      const auto why = text::visible(fmt::format("{}: {}", findings.outcome, findings.message));
      return fmt::format("{}  {}\n", text::left(name, names_),
                         text::paint(is_skip ? text::Colour::kYellow : text::Colour::kRed,
                                     (is_skip ? "" : "FAILED  ") + why, has_colour_));
    }
    std::array<std::string, 4> cells;
    std::string words;
    for (const auto& [metric, values] : in_order(findings)) {
      const auto evidence = median_evidence(values, kShownLevel);
      const bool is_count = metric == metrics::kInstructions;
      auto figures = kFigures;
      if (is_count) figures.digits = 6;
      const auto text = text::quantity(evidence.value, metrics::unit_of(metric), figures);
      const std::size_t column = metric == metrics::kCpuTime    ? 0
                                 : metric == metrics::kRealTime ? 1
                                                                : 3;
      if (cells[2].empty()) cells[2] = half_width_text(evidence, is_count);  // of what counts
      if (metrics::find_metric(metric) != nullptr && cells.at(column).empty())
        cells.at(column) = text;
      else
        words += fmt::format("  {}={}", text::visible(metric), text);
    }
    auto text = line(name, cells) + words;
    return text.erase(text.find_last_not_of(' ') + 1) + '\n';
  }

 private:
  std::string line(const std::string& name, const std::array<std::string, 4>& cells) const {
    const bool is_long = text::width(name) > names_;
    return fmt::format("{}{}{:>11}{:>11}{:>9}{:>16}", is_long ? name + '\n' : "",
                       text::left(is_long ? "" : name, names_), cells[0], cells[1], cells[2],
                       cells[3]);
  }

  bool has_colour_;
  std::size_t names_ = 9;  ///< of "benchmark"
};

std::string make_reproducer(const PlainCheck& check, const PlainFindings& findings) {
  std::vector<std::string> more;
  const PlainCheck usual;
  const auto add = [&](const char* flag, Seconds given) {
    more.push_back(fmt::format("{}={}", flag, given.count()));
  };
  const auto& [budget, min_time, is_count] = check.settings;
  if (budget != usual.settings.budget) add("--budget", budget);
  if (min_time != usual.settings.min_time) add("--min-time", min_time);
  if (is_count) more.push_back("--metric=" + check.metric);
  if (findings.outcome == kTimedOut) add("--timeout", check.program_flags.timeout);
  return repeating_command({"tickbench", "check", check.program}, findings.benchmark.id, check,
                           more, check.program_flags);
}

bool is_failure(const PlainFindings& findings, bool is_strict) {
  return findings.outcome != kSkipped &&
         (!findings.is_good() || tickbench::is_failure(findings.report, is_strict));
}

/// The heading of the table has the device.
void print(const PlainCheck& check, const Table& table, const PlainFindings& findings,
           std::ostream& out) {
  auto report = findings.report;
  report.device.clear();
  out << table.row(findings);
  if (!check.floors.empty() && findings.is_good()) out << to_text(report, check.is_strict);
  if (is_failure(findings, check.is_strict))
    out << "    " << make_reproducer(check, findings) << '\n';
  out << std::flush;
}

results::Json to_json(const PlainFindings& findings) {
  results::Json metrics = results::Json::object();
  for (const auto& [name, values] : in_order(findings)) {
    const auto evidence = median_evidence(values, kShownLevel);
    metrics[name] = {{"value", evidence.value},
                     {"low", evidence.interval.low},
                     {"high", evidence.interval.high},
                     {"level", evidence.interval.level},
                     {"samples", evidence.samples}};
  }
  return {{"id", findings.benchmark.id},      {"name", findings.benchmark.name},
          {"device", findings.report.device}, {"outcome", findings.outcome},
          {"message", findings.message},      {"processes", findings.turns.size()},
          {"metrics", std::move(metrics)},    {"floors", floors::to_json(findings.report)}};
}

std::string ctest_text(const PlainCheck& check, const PlainFindings& findings) {
  outputs::CtestBenchmark benchmark{{}, std::string(findings.outcome), findings.report.device, {}};
  if (findings.is_good()) {
    for (const auto& [name, values] : in_order(findings))
      benchmark.metrics.emplace_back(name, median(values));
    benchmark.metrics.emplace_back("processes", static_cast<double>(findings.turns.size()));
  }
  if (!check.floors.empty()) benchmark.floors = findings.report;
  if (check.benchmark.empty()) benchmark.prefix = findings.benchmark.id + " ";
  return outputs::ctest_elements(benchmark, check.is_strict);
}

}  // namespace

std::vector<std::string> flags_for(const PlainBenchmark& benchmark, int repetitions) {
  return {"--benchmark_filter=" + text::exact_filter(benchmark.name),
          fmt::format("--benchmark_repetitions={}", repetitions), "--benchmark_list_tests=false",
          "--benchmark_report_aggregates_only=false", "--benchmark_display_aggregates_only=false"};
}

PlainRun read_plain_run(ProgramEnd& process, const std::string& program,
                        const PlainBenchmark& benchmark, Seconds timeout) {
  PlainRun run;
  run.wall = process.end.wall;
  run.outcome = bad_outcome(process.end);
  run.message = "its process " + process.complaint();
  if (run.outcome == kTimedOut)
    run.message = fmt::format("its process {} ({:.3g} s for all processes); {}", process.end.text(),
                              timeout.count(), process.last_lines());
  if (process.is_success() && process.fault.empty()) take_results(process, program, benchmark, run);
  return run;
}

int check_plain(const PlainCheck& check, std::ostream& out, std::ostream& err) {
  std::unique_ptr<process::OutputFile> file;
  if (!check.out.empty()) file = std::make_unique<process::OutputFile>("out", check.out);
  const Check checker(check);
  const auto benchmarks = checker.benchmarks();
  const auto lock = lock_host(check.program_flags.timeout, err);
  if (!lock) return process::kFailed;
  std::ostringstream verdicts;  // for CTest: below the measurements
  std::ostream& shown = check.is_ctest ? verdicts : check.as_json ? err : out;
  const Table table(benchmarks, check.has_colour && &shown == &out);
  shown << table.heading(conditions::cpu_model(), check.settings.is_count) << std::flush;
  auto json = results::Json::array();
  std::vector<results::RunRecord> turns;
  std::string measurements;
  std::vector<FloorReport> reports;
  std::size_t failed = 0, skipped = 0;
  const auto write = [&] {
    if (file && !turns.empty()) file->write(results::to_runs_file(std::move(turns)));
  };
  auto program_flags = check.program_flags;
  take_flag(program_flags.flags, kFilterFlag);
  // Holds interruptions back, except where it waits for a process.
  const ProgramRunner processes(program_flags);
  std::optional<InstructionCounter> counter;
  if (check.settings.is_count) counter.emplace(processes);
  for (const auto& benchmark : benchmarks) try {
      auto findings = checker.run(benchmark, processes, counter ? &*counter : nullptr);
      std::ranges::move(findings.turns, std::back_inserter(turns));
      print(check, table, findings, shown);
      json.push_back(to_json(findings));
      measurements += ctest_text(check, findings);
      failed += is_failure(findings, check.is_strict);
      if (findings.is_good()) reports.push_back(findings.report);
      skipped += findings.outcome == kSkipped;
    } catch (...) {
      err << fmt::format("interrupted: {} of {} were checked\n", json.size(),
                         text::counted(benchmarks.size(), "benchmark"));
      write();
      throw;
    }
  write();
  if (check.as_json)
    out << json.dump(2, ' ', true, results::Json::error_handler_t::replace) << '\n';
  if (check.is_ctest)
    out << measurements << outputs::ctest_attachment("results", check.out) << std::flush;
  err << verdicts.str() << std::flush;
  if (failed > 0 || tickbench::is_failure(reports, check.is_strict)) return process::kFailed;
  return skipped == benchmarks.size() ? process::kSkipped : process::kGood;
}

std::vector<std::string> plain_ids(const PlainCheck& check) {
  std::vector<std::string> ids;
  for (const auto& benchmark : Check(check).benchmarks()) ids.push_back(benchmark.id);
  return ids;
}

}  // namespace tickbench::programs
