// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "commits/bisect.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ostream>
#include <tuple>

#include "base/digest.hpp"
#include "base/throw_error.hpp"
#include "conditions/conditions.hpp"
#include "history/steps.hpp"
#include "history/store.hpp"
#include "results/json_document.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::history {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BisectAnswer, commit, is_bad, id, device, driver)

namespace {

using compare::Row;
using compare::Verdict;

std::string ratio_with_interval(const Row& row) {
  if (row.is_equal_code) return std::string(compare::kEqualCode);
  return fmt::format("{} {}", compare::ratio_text(row.ratio), compare::interval_text(row.ratio));
}

/// How far from 1, in logarithms; 0 where there is none.
double distance(const Row& row) { return row.ratio ? std::abs(std::log(row.ratio->value)) : 0; }

/// As if its sides had been exchanged.
void exchange(Row& row) {
  if (row.ratio) {
    const auto [low, high, level] = row.ratio->interval;
    row.ratio = Estimate{1 / row.ratio->value, {1 / high, 1 / low, level}};
  }
  if (row.is_relative) row.reason.clear();  // it has the ratio of the former order
  if (row.verdict == Verdict::kSlower || row.verdict == Verdict::kFaster)
    row.verdict = row.verdict == Verdict::kSlower ? Verdict::kFaster : Verdict::kSlower;
}

class Bisection {
 public:
  Bisection(const std::vector<Commit>& commits, const BisectSettings& settings,
            const BisectWorld& world)
      : commits_(commits), settings_(settings), world_(world), high_(commits.size() - 1) {}

  BisectResult run() {
    for (const auto end : {low_, high_})
      if (!world_.build(commits_[end].hash))
        throw_usage_error("{}: expected GOOD and BAD to build, found that it does not",
                          short_hash(commits_[end].hash));
    judge_ends();
    for (auto middle = next(); middle; middle = next()) narrow(*middle);
    for (auto i = low_ + 1; i <= high_; ++i) result_.candidates.push_back(commits_[i]);
    result_.before = commits_[low_].hash;
    const bool are_ends = high_ - low_ + 1 == commits_.size();
    if (result_.unclear.empty())
      result_.step = are_ends ? result_.ends : ab(low_, high_, settings_.ab);
    return std::move(result_);
  }

 private:
  /// An improvement is asked for with its sides exchanged: `ab` has a margin of slowdowns alone.
  compare::Comparison compared(std::size_t from, std::size_t to, const auto& ids, const auto& ab) {
    ++result_.answers;
    if (settings_.seeks_faster) std::swap(from, to);
    auto comparison = world_.ab(commits_[from].hash, commits_[to].hash, ids, ab);
    if (settings_.seeks_faster) std::ranges::for_each(comparison.rows, exchange);
    return comparison;
  }

  Row ab(std::size_t from, std::size_t to, const pairs::AbSettings& settings) {
    Row absent;
    absent.verdict = Verdict::kMissing;
    try {
      auto names = result_.ends.former_ids;
      names.insert(names.begin(), result_.ends.id);
      const auto comparison = compared(from, to, names, settings);
      for (const auto& row : comparison.rows)
        if (std::ranges::count(names, row.id) > 0 && row.device == result_.ends.device) return row;
    } catch (const UsageError& error) {  // a run of it crashed, or did not know the benchmark
      absent.verdict = Verdict::kFailed;
      absent.reason = error.what();
    }
    return absent;
  }

  void judge_ends() {
    const auto sought = settings_.seeks_faster ? Verdict::kFaster : Verdict::kSlower;
    const auto comparison = compared(low_, high_, settings_.ids, settings_.ab);
    const auto rank = [&](auto& row) { return std::pair(row.verdict == sought, distance(row)); };
    const auto followed = std::ranges::max_element(comparison.rows, {}, rank);
    if (followed == comparison.rows.end() || (!followed->ratio && !followed->is_equal_code))
      throw UsageError(why_not_compared(comparison));
    if (followed->verdict != sought)
      throw_usage_error("BAD is not shown to be {} than GOOD: {} is {} ({}); {}", to_string(sought),
                        followed->id, to_string(followed->verdict), ratio_with_interval(*followed),
                        followed->verdict > Verdict::kSlower
                            ? followed->reason
                            : "a slowdown is sought without --faster, a gain with it");
    result_.ends = *followed;
    world_.on_progress(fmt::format("follows {}: BAD over GOOD {}", result_.ends.id,
                                   ratio_with_interval(result_.ends)));
  }

  /// The commit nearest to the middle that may build; nothing where the search is at its end.
  std::optional<std::size_t> next() {
    while (result_.unclear.empty()) {
      const auto nearest = middle_between(low_, high_, failed_);
      if (!nearest || world_.build(commits_[*nearest].hash)) return nearest;
      failed_.insert(*nearest);
    }
    return std::nullopt;
  }

  void narrow(std::size_t middle) {
    const auto& hash = commits_[middle].hash;
    BisectAnswer answer{hash, false, result_.ends.id, result_.ends.device, result_.ends.driver};
    const auto question = [](const BisectAnswer& given) {
      return std::tie(given.commit, given.id, given.device, given.driver);
    };
    const auto known = std::ranges::find(settings_.known, question(answer), question);
    const bool is_known = known != settings_.known.end();
    const auto is_bad = is_known ? known->is_bad : ask(middle);
    if (!is_bad) return;
    answer.is_bad = *is_bad;
    if (is_known)
      ++result_.answers;
    else
      settings_.on_answer(answer);
    (*is_bad ? high_ : low_) = middle;
    world_.on_progress(fmt::format("{} is {}; {} left", short_hash(hash), *is_bad ? "bad" : "good",
                                   text::counted(high_ - low_, "commit")));
  }

  /// Nothing where it stays unclear, which ends the search, or where nothing can be said of it.
  std::optional<bool> ask(std::size_t middle) {
    static constexpr int kMostTries = 3;
    auto settings = settings_.ab;
    settings.options.effect = std::expm1(distance(result_.ends) / 2);
    settings.options.margin = settings.options.effect;  // on which side of it, for sure
    settings.options.error_rate /= kMostTries;          // any of them may be wrong
    Row row;
    for (int i = 0; i < kMostTries; ++i, settings.budget *= 2) {
      row = ab(0, middle, settings);
      if (row.is_within_margin) return !*row.is_within_margin;
      if (row.verdict >= Verdict::kMissing) {
        // Without this benchmark the commit says as little as one that does not build.
        world_.on_progress(fmt::format("{} cannot be judged and is left out: {}{}{}",
                                       short_hash(commits_[middle].hash), to_string(row.verdict),
                                       row.reason.empty() ? "" : ": ", row.reason));
        failed_.insert(middle);
        return std::nullopt;
      }
    }
    result_.unclear = fmt::format("{} stays unclear: {}; {}", short_hash(commits_[middle].hash),
                                  ratio_with_interval(row), row.reason);
    return std::nullopt;
  }

  const std::vector<Commit>& commits_;
  const BisectSettings& settings_;
  const BisectWorld& world_;
  std::size_t low_ = 0, high_;
  std::set<std::size_t> failed_;
  BisectResult result_;
};

/// As code, in which no character is escaped.
std::string code(const std::string& text, std::string (*escape)(std::string_view)) {
  return text.find('`') == std::string::npos ? fmt::format("`{}`", text::visible(text))
                                             : escape(text);
}

struct BisectFlags {
  std::string good, bad, repository = ".", issue_out;
  BuildFlags build;
  BisectSettings settings;
};

/// Keeps the answers to one question on one machine, beside the builds: in the file returned.
std::string keep_answers(const std::filesystem::path& folder, const nlohmann::json& question,
                         BisectSettings& settings) {
  const auto path =
      (folder / fmt::format("bisect-{}.json", digest_text(digest_of(question.dump())))).string();
  try {
    settings.known = nlohmann::json::parse(results::read_text(path));
  } catch (const std::exception&) {  // absent or torn: all is asked again
  }
  settings.on_answer = [path, answers = settings.known](const auto& answer) mutable {
    answers.push_back(answer);
    process::OutputFile("builds", path).write(nlohmann::json(answers).dump(1) + "\n");
  };
  return path;
}

void run(BisectFlags flags, tools::ToolContext& context) {
  const auto begin = std::chrono::steady_clock::now();
  const Git git(flags.repository);
  const auto good = git.commit(flags.good), bad = git.commit(flags.bad);
  if (good == bad)
    throw_usage_error("expected two commits, found {} and {} to be one", flags.good, flags.bad);
  auto commits = git.first_parents(good + ".." + bad);
  if (commits.empty() || git.resolve(commits.front().hash + "^1") != good)
    throw_usage_error(
        "expected {} on the line of first parents of {}, found it beside; `git merge-base` has "
        "where they part",
        flags.good, flags.bad);
  commits.insert(commits.begin(), git.first_parents(good).back());
  flags.build.settings.command = context.after_dashes;
  std::optional<process::OutputFile> issue;
  if (!flags.issue_out.empty()) issue.emplace("issue-out", flags.issue_out);
  const auto progress = tools::make_progress("bisect", context);
  Builds builds(git, flags.build.settings, progress);
  auto& settings = flags.settings;
  settings.ab.options.all = flags.build.all;
  const auto kept =
      keep_answers(builds.folder(),
                   {good, bad, flags.build.settings.command, flags.build.settings.program,
                    flags.build.program_flags.flags, settings.ids, settings.ab.options.metric,
                    settings.ab.options.error_rate, settings.seeks_faster, conditions::host_name()},
                   settings);
  const auto result =
      bisect(commits, settings,
             {[&](const std::string& commit) { return builds.build(commit).has_value(); },
              [&](const auto& before, const auto& now, const auto& ids, const auto& ab) {
                return run_ab(*builds.build(before), *builds.build(now), ids,
                              flags.build.program_flags, ab, progress);
              },
              progress});
  // No step where the answers say that one is: some answer is wrong.
  if (result.step && !result.has_step()) std::filesystem::remove(kept);
  const auto costs = fmt::format("{}, {}", text::counted(builds.count(), "build"),
                                 duration_text(std::chrono::steady_clock::now() - begin));
  const auto error_rate = settings.ab.options.error_rate;
  context.out << issue_text(result, error_rate, costs, text::visible);
  if (issue) issue->write(issue_text(result, error_rate, costs, text::markdown));
  context.status = result.is_proven() ? 0 : 1;
}

}  // namespace

BisectResult bisect(const std::vector<Commit>& commits, const BisectSettings& settings,
                    const BisectWorld& world) {
  return Bisection(commits, settings, world).run();
}

std::string issue_text(const BisectResult& result, double error_rate, const std::string& costs,
                       std::string (*escape)(std::string_view)) {
  static constexpr double kMostly = 0.7;  // of the whole change
  const auto& ends = result.ends;
  auto text = fmt::format("## {} got {}\n\n", code(ends.id, escape), to_string(ends.verdict));
  if (!ends.device.empty()) text += fmt::format("Device: {}\n\n", escape(ends.device));
  text += result.is_proven()              ? "The commit is:\n\n"
          : result.candidates.size() == 1 ? "Most likely, but not proven, the commit is:\n\n"
                                          : "It is one of these commits:\n\n";
  for (const auto& commit : result.candidates)
    text += fmt::format("- `{}` ({}, {}): {}\n", commit.hash, commit.date.substr(0, 10),
                        escape(commit.author), escape(commit.subject));
  if (result.step)
    text += fmt::format("\nIts ratio to the commit before it (`{}`): {}, {}.",
                        short_hash(result.before), ratio_with_interval(*result.step),
                        to_string(result.step->verdict));
  text += fmt::format("\nBAD over GOOD: {}.\n", ratio_with_interval(ends));
  if (result.is_proven() && distance(*result.step) < kMostly * distance(ends))
    text +=
        "That is a part of the whole: other commits add to it. A bisect from this commit on "
        "finds the next one.\n";
  if (!result.unclear.empty()) text += escape(result.unclear) + "\n";
  return text + fmt::format(
                    "\nEach of the {} answers is wrong in at most {} of comparisons. They "
                    "took {}.\n",
                    result.answers, text::percent(error_rate), costs);
}

}  // namespace tickbench::history

void tickbench::tools::add_bisect(CLI::App& app, ToolContext& context) {
  const auto [command, flags] = add_command<history::BisectFlags>(
      app, context, "bisect",
      "Find the commit that made a benchmark slower, or faster: bisect GOOD BAD --program FILE -- "
      "BUILD...; 0: found and proven, 1: not, 2: wrong usage, or BAD is not slower",
      history::run);
  command->add_option("good", flags->good, "A commit before it")->required();
  command->add_option("bad", flags->bad, "A commit behind it")->required();
  add_flags(*command, flags->build, flags->settings.ab);
  command->add_option("--repository", flags->repository, "The git repository")
      ->capture_default_str();
  command->add_option("--benchmark", flags->settings.ids, "Only this one, by its id; repeatable")
      ->allow_extra_args(false);
  command->add_flag("--faster", flags->settings.seeks_faster, "Find what made it faster instead");
  command->add_option("--metric", flags->settings.ab.options.metric,
                      "What to compare; default: as `ab` chooses");
  command->add_option("--issue-out", flags->issue_out, "Also write the text into this file");
}
