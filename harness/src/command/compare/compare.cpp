// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "compare/table.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::compare {
namespace {

template <typename IsCounted>
std::size_t count_rows(const Comparison& comparison, const IsCounted& is_counted) {
  return static_cast<std::size_t>(std::ranges::count_if(
      comparison.rows, [&](const Row& row) { return row.ratio.has_value() && is_counted(row); }));
}

// Welch's interval relies on the shape of the noise. It is used where order alone cannot show a
// difference at this rate.
std::string on_shape(const Comparison& comparison, const char* link) {
  double chance = 0;
  std::size_t with_wall_times = 0;
  for (const auto& row : comparison.rows)
    if (row.ratio && !has_single_run(row)) {
      chance = std::max(chance, inference::separation_probability(row.old_runs, row.new_runs));
      with_wall_times += row.uses_cpu_time;
    }
  const double alpha =
      row_error_rate(comparison.error_rate, comparison.promised, false, with_wall_times);
  if (chance <= alpha) return {};
  return fmt::format(
      "{} the runs' logarithms vary normally (from {} runs a side on nothing is assumed of them; "
      "with fewer, runs of two kinds, of clocks or placement, part by chance in up to 1 of {} "
      "benchmarks)",
      link, inference::rank_sum_least(alpha), std::llround(1 / chance));
}

std::string promise(const Comparison& comparison, RunOrder order, bool is_paired) {
  std::string condition;
  if (is_paired) {
    condition = ", if each pair was taken together, now the one side first, now the other";
    if (count_rows(comparison, [](const Row& row) { return row.assumes_normal; }) > 0)
      condition += ", and the ratios' logarithms vary normally";
  } else if (order == RunOrder::kInTurn) {
    condition = ", their runs taken in turn" + on_shape(comparison, ", if");
  } else {
    condition = ", if no drift of the machine parts the sides: runs taken in turn" +
                on_shape(comparison, ", and if");
  }
  return fmt::format("Chance of any false alarm in this table: at most {}, over {} compared{}.",
                     text::percent(comparison.error_rate), comparison.promised, condition);
}

struct CanarySide {
  std::vector<double> times{};
  double low = std::numeric_limits<double>::infinity(), high = 0;

  void add(const Estimate& time) {
    times.push_back(time.value);
    low = std::min(low, time.interval.low);
    high = std::max(high, time.interval.high);
  }
  double range() const {  // 1: the highest is twice the lowest
    return low > 0 ? high / low - 1 : std::numeric_limits<double>::infinity();
  }
};

/// Of one device, by the kernel's name and amount: the old side, the new one.
using CanaryTimes = std::map<std::pair<std::string_view, double>, std::array<CanarySide, 2>>;

/// It moved where a kernel did by more than the effect, and nothing within a side reaches as far.
/// It stood still where no kernel did, and none ranges further within a side either.
std::string canary_note(const std::string& where, const CanaryTimes& canary, double effect) {
  std::vector<std::string> ratios;
  bool has_moved = false, is_unclear = false;
  double range = 0;
  for (const auto& [kernel, sides] : canary) {
    const auto& [before, now] = sides;
    if (before.times.empty() || now.times.empty()) continue;
    const double ratio = median(now.times) / median(before.times);
    const bool overlaps = before.low <= now.high && now.low <= before.high;
    const bool differs = std::abs(ratio - 1) > effect;
    range = std::max({range, before.range(), now.range()});
    has_moved |= differs && !overlaps;
    is_unclear |= differs && overlaps;
    ratios.push_back(fmt::format("{} {:.4f}", kernel.first, ratio));
  }
  if (ratios.empty()) return {};
  const auto figures = fmt::format("new/old: {}", fmt::join(ratios, ", "));
  if (has_moved)
    return fmt::format(
        "The machine moved: the canary of {} did between the sides ({}), and a difference of that "
        "size need not be the code's.",
        where, figures);
  if (is_unclear || range > effect)
    return fmt::format(
        "Whether the machine moved is unclear: the canary of {} varies by up to {:.1f} % within a "
        "side ({}).",
        where, 100 * range, figures);
  return fmt::format(
      "The machine stood still: the canary of {} did not move between the sides ({}).", where,
      figures);
}

/// What the spread is taken from, and what the order of the runs allows to promise of false alarms.
void add_notes(Comparison& comparison, RunOrder order, const Options& options) {
  std::set<SpreadSource> sources;  // the best first
  for (const auto& row : comparison.rows)
    if (row.ratio) sources.insert(row.source);
  std::vector<std::string> names;
  for (const auto source : sources) names.emplace_back(to_string(source));
  if (!names.empty())
    comparison.notes.push_back(
        fmt::format("The spread is taken from: {}.", fmt::join(names, ", ")));
  const auto single_runs = count_rows(comparison, has_single_run);
  if (single_runs > 0)
    comparison.notes.push_back(
        "One run cannot show the spread between runs: " +
        (options.run_spread
             ? fmt::format("{} was given (--run-spread).", text::percent(*options.run_spread))
             : fmt::format("nothing is claimed of {} compared. Give several runs on both sides, "
                           "taken in turn, or the spread between runs (--run-spread).",
                           single_runs)));
  const auto single = count_rows(comparison, [](const Row& row) {
    return row.source == SpreadSource::kNone && row.verdict == Verdict::kUnclear;
  });
  if (single > 0 && !options.run_spread)
    comparison.notes.push_back(fmt::format(
        "One value a side says nothing on its spread: nothing is claimed for {} compared.",
        single));
  if (order == RunOrder::kParted) return;
  comparison.promised = count_rows(comparison, [](const Row& row) { return !has_single_run(row); });
  if (comparison.promised > 0)
    comparison.notes.push_back(promise(comparison, order, options.paired));
}

/// For runs that were not taken in turn: takes back each verdict that a drift could have made, and
/// names the command that would show it.
void only_propose(Comparison& comparison, Runs old_files, Runs new_files) {
  const auto take_back = [&](Verdict& verdict, std::string& reason) {
    if (verdict > Verdict::kSame) return;  // nothing is claimed
    reason = fmt::format("proposed: {}{}{}", comparison.word(verdict), reason.empty() ? "" : "; ",
                         reason);
    verdict = Verdict::kUnclear;
  };
  for (auto& row : comparison.rows) {
    if (has_single_run(row) || row.is_equal_code) continue;
    take_back(row.verdict, row.reason);
    row.is_within_margin.reset();
  }
  for (auto& mean : comparison.groups) take_back(mean.verdict, mean.reason);
  const auto program_name = [](Runs files, const char* unknown) {
    for (const auto& [name, value] : files.front().context.facts)
      if (name == "executable") return value;
    return std::string(unknown);
  };
  const auto before = program_name(old_files, "OLD_PROGRAM"),
             now = program_name(new_files, "NEW_PROGRAM");
  comparison.notes.push_back(
      fmt::format("No rate of false alarms is promised, and verdicts are no more than proposed: "
                  "the runs were not taken in turn, and a drift of the machine between the sides "
                  "looks like a difference. What takes them in turn: {}",
                  text::command({"tickbench", "ab", before == now ? "OLD_PROGRAM" : before,
                                 before == now ? "NEW_PROGRAM" : now})));
}

std::string list_commits(Runs files) {
  std::vector<std::string> commits;
  for (const auto& file : files)
    if (const auto& commit = file.context.commit;
        !commit.empty() && std::ranges::find(commits, commit) == commits.end())
      commits.push_back(commit);
  return fmt::format("{}", fmt::join(commits, ", "));
}

}  // namespace

Comparison empty_comparison(const Options& options) {
  const auto metric = options.metric.empty() ? std::string(metrics::kTime) : options.metric;
  const auto* known = metrics::find_metric(metric);
  const auto better = options.better || known == nullptr ? options.better : known->better;
  Comparison comparison{metric, better, options.effect, options.error_rate, {}, {}};
  comparison.margin = options.margin;
  return comparison;
}

void name_metric(Comparison& comparison, const Options& options) {
  const auto& rows = comparison.rows;
  if (comparison.metric == metrics::kInstructions)
    comparison.notes.emplace_back(
        "Instructions in user space are no time: misses of caches and of branches, and what the "
        "kernel does, are not in them.");
  const auto count = std::ranges::count(rows, true, &Row::uses_cpu_time);
  if (!options.metric.empty() || count == 0) return;
  if (count == std::ranges::count_if(rows, [](const Row& row) { return row.ratio.has_value(); }))
    comparison.metric = metrics::kCpuTime;
  comparison.notes.push_back(
      fmt::format("The processor time is compared of {} of {}, whose names state no real time, "
                  "manual time or threads; --metric time compares wall times.",
                  count, text::counted(rows.size(), "benchmark")));
}

Comparison compare(Runs old_files, Runs new_files, const Options& options) {
  auto comparison = empty_comparison(options);
  results::refuse_repeats(old_files);
  results::refuse_repeats(new_files);
  auto all = make_sides(old_files, new_files, options);
  const Look once{std::max(old_files.size(), new_files.size()), 1};
  comparison.groups = judge_all(all, std::span(&once, 1), options, comparison.better);
  comparison.rows.reserve(all.size());
  for (auto& sides : all) comparison.rows.push_back(std::move(sides.row));
  all = {};
  name_metric(comparison, options);
  add_commits(comparison, old_files, new_files);
  const auto order = run_order(old_files, new_files);
  add_notes(comparison, order, options);
  if (order == RunOrder::kParted) only_propose(comparison, old_files, new_files);
  for (auto& note : canary_notes(old_files, new_files, options.effect))
    comparison.notes.push_back(std::move(note));
  return comparison;
}

RunOrder run_order(Runs old_files, Runs new_files) {
  std::vector<std::pair<std::string_view, bool>> runs;
  for (const auto& file : old_files) runs.emplace_back(file.context.started, false);
  for (const auto& file : new_files) runs.emplace_back(file.context.started, true);
  static const RE2 kTime(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(.+))");
  std::set<std::string> zones;
  for (const auto& [started, is_new] : runs) {
    std::string zone;
    if (!RE2::FullMatch(std::string(started), kTime, &zone)) return RunOrder::kUnknown;
    zones.insert(zone);
  }
  if (zones.size() != 1) return RunOrder::kUnknown;
  std::sort(runs.begin(), runs.end());
  std::size_t changes = 0;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].second == runs[i - 1].second) continue;
    if (runs[i].first == runs[i - 1].first) return RunOrder::kUnknown;
    ++changes;
  }
  return changes >= std::min(old_files.size(), new_files.size()) ? RunOrder::kInTurn
                                                                 : RunOrder::kParted;
}

std::vector<std::string> canary_notes(Runs old_files, Runs new_files, double effect) {
  const bool has_machines = are_by_machine(old_files, new_files);
  std::map<std::string, CanaryTimes> devices;
  for (const bool is_new : {false, true})
    for (const auto& file : is_new ? new_files : old_files)
      for (const auto& device : file.devices) {
        const auto machine = has_machines ? file.context.host : "";
        const auto where = fmt::format("{} ({}){}{}", device.id, device.name,
                                       machine.empty() ? "" : " of ", machine);
        for (const auto& [kernel, amount, ends] : device.canary)
          for (const auto& end : ends) devices[where][{kernel, amount}].at(is_new ? 1 : 0).add(end);
      }
  std::vector<std::string> found;
  for (const auto& [where, canary] : devices)
    if (auto note = canary_note(where, canary, effect); !note.empty())
      found.push_back(std::move(note));
  return found;
}

void add_commits(Comparison& comparison, Runs old_files, Runs new_files) {
  comparison.old_commit = list_commits(old_files);
  comparison.new_commit = list_commits(new_files);
  if (comparison.old_commit.empty() && comparison.new_commit.empty()) return;
  const auto named = [](const std::string& commit) {
    return commit.empty() ? std::string("not stated") : commit;
  };
  comparison.notes.push_back(
      fmt::format("Commits of the source tree that tickbench was built in, or TICKBENCH_COMMIT: "
                  "old {}, new {}.",
                  named(comparison.old_commit), named(comparison.new_commit)));
}

}  // namespace tickbench::compare
