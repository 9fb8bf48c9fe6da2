// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <utility>

#include "process/child_process.hpp"
#include "process/files.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"
#include "tools/compare.hpp"

namespace tickbench::tools {
namespace {

using compare::Comparison;
using compare::Sides;
using compare::Verdict;

class AbRun {
 public:
  AbRun(const AbSettings& settings, const AbWorld& world) : settings_(settings), world_(world) {
    auto& options = settings_.options;
    options.paired = true;
    result_ = compare::empty_comparison(options);
  }

  Comparison run() {
    rehearse();
    if (judged_ == 0 || is_refused_) return rehearsal_only();
    const auto pairs = affordable_pairs();
    if (pairs < kFewestPairs) {
      result_.notes.push_back(
          fmt::format("The budget of {} allows too few pairs; one pair takes {}.",
                      seconds_text(settings_.budget), seconds_text(pair_wall_)));
      return rehearsal_only();
    }
    const compare::Plan plan(pairs, settings_.options.error_rate / static_cast<double>(judged_));
    for (const auto& sides : rehearsal_)
      if (sides.can_be_judged)
        tests_.emplace(key_of(sides),
                       compare::SequentialTest{&plan, settings_.options.effect, result_.better});
    world_.on_progress(fmt::format("{} benchmarks, at most {} pairs of {}", judged_, pairs,
                                   seconds_text(pair_wall_)));
    sample(plan);
    return result(plan);
  }

 private:
  using Key = std::pair<std::string, std::string>;
  static constexpr std::size_t kFewestPairs = 2;  // a spread takes two

  static Key key_of(const Sides& sides) { return {sides.row.id, sides.row.device}; }

  static std::string seconds_text(Seconds seconds) {
    return fmt::format("{:.1f} s", seconds.count());
  }

  void run_pair(std::size_t number, bool old_first) {
    for (const bool is_new : {!old_first, old_first}) {
      auto run = world_.run(is_new, number);
      (is_new ? new_files_ : old_files_).push_back(std::move(run.results));
      pair_wall_ += run.wall;
    }
  }

  void rehearse() {
    run_pair(0, true);
    rehearsal_ = compare::sides_of(old_files_, new_files_, settings_.options);
    for (const auto& sides : rehearsal_) {
      if (sides.can_be_judged) ++judged_;
      if (sides.row.verdict == Verdict::kNotComparable) is_refused_ = true;
    }
    old_files_.clear();
    new_files_.clear();
  }

  std::size_t affordable_pairs() const {
    const double pairs =
        (settings_.budget - world_.elapsed()) / std::max(pair_wall_, Seconds(1e-9));
    const auto whole =
        static_cast<std::size_t>(std::clamp(pairs, 0.0, static_cast<double>(settings_.pairs)));
    return whole - whole % 2;  // whole blocks of the balanced order
  }

  void sample(const compare::Plan& plan) {
    std::mt19937_64 random(settings_.seed);
    const auto order = compare::balanced_order(plan.pairs, random);
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (world_.elapsed() + pair_wall_ > settings_.budget) {
        result_.notes.push_back(fmt::format("The budget of {} ended after {} of {} planned pairs.",
                                            seconds_text(settings_.budget), i, order.size()));
        break;
      }
      pair_wall_ = {};
      run_pair(i + 1, order[i]);
      const auto& looks = plan.looks;
      if (std::ranges::find(looks, i + 1) != looks.end() && look() == 0) return;
    }
    look();  // after a budget that ended early; elsewhere it spends nothing
  }

  // Returns how many verdicts are still unclear.
  std::size_t look() {
    std::size_t unclear = 0;
    last_ = compare::sides_of(old_files_, new_files_, settings_.options);
    for (const auto& sides : last_) {
      const auto test = tests_.find(key_of(sides));
      if (test == tests_.end()) continue;
      test->second.look(compare::log_ratios_of_pairs(sides), compare::step_of_pairs(sides));
      if (test->second.verdict == Verdict::kUnclear) ++unclear;
    }
    world_.on_progress(
        fmt::format("after {} pairs: {} of {} unclear", old_files_.size(), unclear, judged_));
    return unclear;
  }

  Comparison rehearsal_only() {
    for (const auto& sides : rehearsal_) result_.rows.push_back(sides.row);
    result_.notes.emplace_back("Judged nothing: only the rehearsal was run.");
    return result_;
  }

  Comparison result(const compare::Plan& plan) {
    if (plan.assumes_normal)
      result_.notes.push_back(fmt::format(
          "So few pairs that the noise had to be assumed normal: at this error rate the "
          "signed-rank interval takes at least {}.",
          inference::signed_rank_least(plan.spent(plan.pairs))));
    result_.notes.push_back(fmt::format(
        "Runs were taken in pairs, in a balanced random order (seed {}); after {} of {} "
        "planned pairs it stopped.",
        settings_.seed, old_files_.size(), plan.pairs));
    result_.notes.push_back(
        fmt::format("Chance of any false alarm in this table, over all looks: at most {}, over {} "
                    "compared.",
                    text::percent(settings_.options.error_rate), judged_));
    for (auto& note : compare::canary_notes(old_files_, new_files_, settings_.options.effect))
      result_.notes.push_back(std::move(note));
    result_.promised = judged_;
    for (auto& sides : last_) {
      auto& row = sides.row;
      const auto test = tests_.find(key_of(sides));
      if (test != tests_.end() && test->second.ratio) {
        row.verdict = test->second.verdict;
        row.ratio = test->second.ratio;
        row.source = compare::SpreadSource::kPairs;
      }
      result_.rows.push_back(std::move(row));
    }
    return result_;
  }

  AbSettings settings_;
  const AbWorld& world_;
  Comparison result_;
  std::vector<Sides> rehearsal_, last_;
  std::size_t judged_ = 0;
  bool is_refused_ = false;
  std::vector<results::ResultFile> old_files_, new_files_;
  Seconds pair_wall_{};
  std::map<Key, compare::SequentialTest> tests_;
};

// An assertion and its surroundings.
constexpr std::size_t kTailLines = 8, kTailLineLength = 400;

std::string last_lines(const std::string& path) {
  std::ifstream log(path);
  std::deque<std::string> lines;
  for (std::string line; std::getline(log, line);) {
    lines.push_back(line.substr(0, kTailLineLength));
    if (lines.size() > kTailLines) lines.pop_front();
  }
  return lines.empty() ? "it printed nothing"
                       : fmt::format("it printed last: {}", fmt::join(lines, " | "));
}

struct Programs {
  std::string old_program, new_program;
  std::vector<std::string> flags;  ///< given to both
  Seconds timeout{600};            ///< of one run
};

/// Runs the programs and reads what they write: `folder`/old/0001.json, `folder`/new/0001.json,
/// with what each printed beside it, and the rehearsal in `folder`/rehearsal.
class ProgramRunner {
 public:
  /// Throws UsageError where the flags already say where results go.
  ProgramRunner(Programs programs, std::filesystem::path folder)
      : programs_(std::move(programs)), folder_(std::move(folder)) {
    for (const auto& flag : programs_.flags)
      if (flag.starts_with("--benchmark_out"))
        throw UsageError(
            fmt::format("expected no '{}' among the programs' flags: ab itself says where each "
                        "run's results go (--keep keeps them)",
                        flag));
    for (const char* part : {"old", "new", "rehearsal"})
      std::filesystem::create_directories(folder_ / part);
  }

  /// Throws UsageError that says which run failed, how, and what it printed last.
  ProgramRun run(bool is_new, std::size_t number) const {
    const auto* part = number == 0 ? "rehearsal" : is_new ? "new" : "old";
    // The rehearsal's two runs share a folder.
    const auto name = fmt::format("{:04}", number == 0 ? static_cast<std::size_t>(is_new) : number);
    const auto results = (folder_ / part / (name + ".json")).string();
    process::ChildCommand command;
    command.program = is_new ? programs_.new_program : programs_.old_program;
    command.arguments = programs_.flags;
    command.arguments.push_back("--benchmark_out=" + results);
    command.arguments.emplace_back("--benchmark_out_format=json");
    command.output = (folder_ / part / (name + ".log")).string();
    command.timeout = programs_.timeout;
    const auto child = process::run_child(command, signals_);
    const auto who =
        fmt::format("{} ({}), {}", is_new ? "NEW" : "OLD", command.program,
                    number == 0 ? std::string("rehearsal") : fmt::format("run {}", number));
    if (!child.is_success())
      throw UsageError(fmt::format("{}: {}; {}", who, child.text(), last_lines(command.output)));
    if (!std::filesystem::exists(results))
      throw UsageError(fmt::format(
          "{}: ended well but wrote no result file; is it a Google Benchmark program? {}", who,
          last_lines(command.output)));
    try {
      return {results::read_results(results), child.wall};
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: its result file is damaged: {}", who, error.what()));
    }
  }

 private:
  Programs programs_;
  std::filesystem::path folder_;
  process::HeldSignals signals_{SIGCHLD};
};

struct AbFlags {
  CompareFlags common;
  Programs programs;
  AbSettings settings;
  double budget = 0, timeout = 0;
  std::optional<std::uint64_t> seed;
  std::string keep;
};

void run(AbFlags flags, ToolContext& context) {
  if (std::filesystem::exists(flags.keep) &&
      !(std::filesystem::is_directory(flags.keep) && std::filesystem::is_empty(flags.keep)))
    throw UsageError(
        fmt::format("{}: expected a new or an empty folder to keep the runs in", flags.keep));
  check_outputs(flags.common, {flags.programs.old_program, flags.programs.new_program});
  auto& settings = flags.settings;
  settings.options = options_of(flags.common);
  settings.budget = Seconds(flags.budget);
  settings.seed = flags.seed ? *flags.seed : std::random_device{}();
  flags.programs.timeout = Seconds(flags.timeout);
  std::optional<process::TemporaryFolder> temporary;
  if (flags.keep.empty()) temporary.emplace();
  const ProgramRunner runner(flags.programs,
                             temporary ? temporary->path() : std::filesystem::path(flags.keep));
  const auto begin = std::chrono::steady_clock::now();
  const AbWorld world{
      [&](bool is_new, std::size_t number) { return runner.run(is_new, number); },
      [&] { return Seconds(std::chrono::steady_clock::now() - begin); },
      [&](const std::string& text) { context.err << "ab: " << text::visible(text) << '\n'; }};
  print(run_ab(settings, world), flags.common, context);
}

}  // namespace

Comparison run_ab(const AbSettings& settings, const AbWorld& world) {
  return AbRun(settings, world).run();
}

void add_ab(CLI::App& app, ToolContext& context) {
  auto* command = app.add_subcommand(
      "ab", "Run two programs in turn until it is clear which is faster: ab OLD NEW [-- FLAGS...]");
  auto flags = std::make_shared<AbFlags>();
  flags->budget = flags->settings.budget.count();
  flags->timeout = flags->programs.timeout.count();
  command->add_option("old", flags->programs.old_program, "The old program")->required();
  command->add_option("new", flags->programs.new_program, "The new program")->required();
  command->add_option("flags", flags->programs.flags, "After --: flags for both programs");
  // A day: beyond any run that someone waits for, and far from the clock's limits.
  static constexpr double kLongest = 86400;
  command->add_option("--budget", flags->budget, "Wall time for all runs, in seconds")
      ->check(within(0.0, kLongest))
      ->capture_default_str();
  // Signed-rank intervals are computed exactly, at a cost that grows with the cube of the pairs.
  static constexpr std::size_t kMostPairs = 500;
  command->add_option("--pairs", flags->settings.pairs, "The most pairs of runs")
      ->check(CLI::Range(std::size_t{2}, kMostPairs))
      ->capture_default_str();
  command->add_option("--run-timeout", flags->timeout, "Kill a run after this, in seconds")
      ->check(within(0.001, kLongest))
      ->capture_default_str();
  command->add_option("--seed", flags->seed, "Of the order of the runs; default: random, printed");
  command->add_option("--keep", flags->keep, "Keep each run's results and output in this folder");
  add_flags(*command, flags->common);
  command->callback([flags, &context] { run(*flags, context); });
}

}  // namespace tickbench::tools
