// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <utility>

#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"
#include "tools/compare.hpp"
#include "tools/programs.hpp"

namespace tickbench::tools {
namespace {

using compare::Comparison;
using compare::Sides;
using compare::Verdict;

// Signed-rank intervals are computed exactly, at a cost that grows with the cube of the pairs.
constexpr std::size_t kMostPairs = 500;

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
    // After a budget that ended early; elsewhere it spends nothing.
    if (look() > 0) tell_of_unspent_budget(plan);
  }

  /// The number of pairs is fixed before the first one is judged, by what one took then.
  void tell_of_unspent_budget(const compare::Plan& plan) {
    const auto left = settings_.budget - world_.elapsed();
    const auto more = static_cast<std::size_t>(left / std::max(pair_wall_, Seconds(1e-9)));
    if (old_files_.size() < plan.pairs || more < kFewestPairs) return;
    result_.notes.push_back(fmt::format(
        "{} of the budget are left: all {} pairs are taken that were planned. {} plans more.",
        seconds_text(left), plan.pairs,
        plan.pairs + 1 < settings_.pairs
            ? "A larger --budget (the rehearsal took longer than these)"
            : fmt::format("--pairs {}", std::min(plan.pairs + more, kMostPairs))));
  }

  // Returns how many verdicts are still unclear.
  std::size_t look() {
    std::size_t unclear = 0;
    last_ = compare::sides_of(old_files_, new_files_, settings_.options);
    for (const auto& sides : last_) {
      const auto test = tests_.find(key_of(sides));
      if (test == tests_.end() || !sides.can_be_judged) continue;
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
      if (sides.can_be_judged && test != tests_.end() && test->second.ratio) {
        row.verdict = test->second.verdict;
        row.ratio = test->second.ratio;
        row.source = compare::SpreadSource::kPairs;
      }
      add_failure_of_rehearsal(row);
      result_.rows.push_back(std::move(row));
    }
    return result_;
  }

  /// Its times are not judged, but a run that failed has failed.
  void add_failure_of_rehearsal(compare::Row& row) const {
    for (const auto& sides : rehearsal_) {
      const auto& rehearsed = sides.row;
      if (rehearsed.verdict != Verdict::kFailed || row.verdict == Verdict::kFailed ||
          rehearsed.id != row.id || rehearsed.device != row.device)
        continue;
      row.verdict = Verdict::kFailed;
      row.ratio.reset();
      row.reason = "in the rehearsal: " + rehearsed.reason;
    }
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

struct Programs {
  std::string old_program, new_program;
};

/// Runs the programs and reads what they write: `folder`/old/0001.json, `folder`/new/0001.json,
/// with what each printed beside it, and the rehearsal in `folder`/rehearsal.
class PairRunner {
 public:
  PairRunner(Programs programs, ProgramFlags flags, std::filesystem::path folder)
      : programs_(std::move(programs)), runner_(std::move(flags)), folder_(std::move(folder)) {
    for (const char* part : {"old", "new", "rehearsal"})
      std::filesystem::create_directories(folder_ / part);
  }

  /// Throws UsageError that says which run failed, how, and what it printed last.
  ProgramRun run(bool is_new, std::size_t number) const {
    const auto* part = number == 0 ? "rehearsal" : is_new ? "new" : "old";
    // The rehearsal's two runs share a folder.
    const auto name = fmt::format("{:04}", number == 0 ? static_cast<std::size_t>(is_new) : number);
    const auto& program = is_new ? programs_.new_program : programs_.old_program;
    const auto run = runner_.run(program, folder_ / part / name);
    const auto who =
        fmt::format("{} ({}), {}", is_new ? "NEW" : "OLD", program,
                    number == 0 ? std::string("rehearsal") : fmt::format("run {}", number));
    if (!run.end.is_success())
      throw UsageError(fmt::format("{}: {}; {}", who, run.end.text(), run.last_lines()));
    if (!run.has_results()) throw UsageError(fmt::format("{}: {}", who, run.why_no_results()));
    try {
      return {results::read_results(run.results), run.end.wall};
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: its result file is damaged: {}", who, error.what()));
    }
  }

 private:
  Programs programs_;
  ProgramRunner runner_;
  std::filesystem::path folder_;
};

struct AbFlags {
  CompareFlags common;
  Programs programs;
  ProgramFlags of_programs;
  AbSettings settings;
  double budget = 0;
  std::optional<std::uint64_t> seed;
};

void run(AbFlags flags, ToolContext& context) {
  check_outputs(flags.common, {flags.programs.old_program, flags.programs.new_program});
  auto& settings = flags.settings;
  settings.options = options_of(flags.common);
  settings.budget = Seconds(flags.budget);
  settings.seed = flags.seed ? *flags.seed : std::random_device{}();
  const RunFolder folder(flags.of_programs.keep);
  const PairRunner runner(flags.programs, flags.of_programs, folder.path());
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
  command->add_option("old", flags->programs.old_program, "The old program")->required();
  command->add_option("new", flags->programs.new_program, "The new program")->required();
  command->add_option("flags", flags->of_programs.flags, "After --: flags for both programs");
  add_flags(*command, flags->of_programs);
  command->add_option("--budget", flags->budget, "Wall time for all runs, in seconds")
      ->check(within(0.0, kLongestWait))
      ->capture_default_str();
  command->add_option("--pairs", flags->settings.pairs, "The most pairs of runs")
      ->check(CLI::Range(std::size_t{2}, kMostPairs))
      ->capture_default_str();
  command->add_option("--seed", flags->seed, "Of the order of the runs; default: random, printed")
      ->check(CLI::NonNegativeNumber);  // -1 would become the largest
  add_flags(*command, flags->common);
  command->callback([flags, &context] { run(*flags, context); });
}

}  // namespace tickbench::tools
