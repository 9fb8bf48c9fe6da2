// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "commits/bisect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "history/steps.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::history {
namespace {

using compare::Row;
using compare::Verdict;

std::string ratio_with_interval(const Row& row) {
  if (row.is_equal_code) return std::string(compare::kEqualCode);
  return fmt::format("{} {}", compare::ratio_text(row.ratio), compare::interval_text(row.ratio));
}

/// How far from 1, in logarithms; 0 where there is none.
double distance(const Row& row) { return row.ratio ? std::abs(std::log(row.ratio->value)) : 0; }

class Bisection {
 public:
  Bisection(const std::vector<Commit>& commits, const BisectSettings& settings,
            const BisectWorld& world)
      : commits_(commits), settings_(settings), world_(world), high_(commits.size() - 1) {}

  BisectResult run() {
    for (const auto end : {low_, high_})
      if (!world_.build(commits_[end].hash))
        throw UsageError(fmt::format("{}: expected GOOD and BAD to build, found that it does not",
                                     short_hash(commits_[end].hash)));
    judge_ends();
    for (auto middle = next(); middle; middle = next()) narrow(*middle);
    result_.candidates.assign(commits_.begin() + static_cast<std::ptrdiff_t>(low_) + 1,
                              commits_.begin() + static_cast<std::ptrdiff_t>(high_) + 1);
    result_.before = commits_[low_].hash;
    const bool are_ends = high_ - low_ + 1 == commits_.size();
    if (result_.unclear.empty())
      result_.step = are_ends ? result_.ends : ab(low_, high_, settings_.ab);
    return std::move(result_);
  }

 private:
  /// Of the benchmark that is followed.
  Row ab(std::size_t from, std::size_t to, const pairs::AbSettings& settings) {
    ++result_.answers;
    Row absent;
    absent.verdict = Verdict::kMissing;
    try {
      const auto comparison =
          world_.ab(commits_[from].hash, commits_[to].hash, {result_.ends.id}, settings);
      for (const auto& row : comparison.rows)
        if (row.id == result_.ends.id && row.device == result_.ends.device) return row;
    } catch (const UsageError& error) {  // a run of it crashed, or did not know the benchmark
      absent.verdict = Verdict::kFailed;
      absent.reason = error.what();
    }
    return absent;
  }

  void judge_ends() {
    ++result_.answers;
    auto comparison =
        world_.ab(commits_[low_].hash, commits_[high_].hash, settings_.ids, settings_.ab);
    const auto slowness = [](const Row& row) {
      return std::pair(row.verdict == Verdict::kSlower, distance(row));
    };
    const auto followed = std::ranges::max_element(comparison.rows, {}, slowness);
    if (followed == comparison.rows.end() || (!followed->ratio && !followed->is_equal_code))
      throw UsageError(why_not_compared(comparison));
    if (followed->verdict != Verdict::kSlower)
      throw UsageError(fmt::format(
          "BAD is not shown to be slower than GOOD: {} is {} ({}){}", followed->id,
          to_string(followed->verdict), ratio_with_interval(*followed),
          followed->verdict == Verdict::kFaster ? "; exchange them to find what made it faster"
                                                : "; " + followed->reason));
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
    const auto& [id, device] = std::tie(result_.ends.id, result_.ends.device);
    BisectAnswer answer{hash, false, id, device, result_.ends.driver};
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
std::string code(const std::string& text) {
  return text.find('`') == std::string::npos ? fmt::format("`{}`", text::visible(text))
                                             : text::markdown(text);
}

}  // namespace

BisectResult bisect(const std::vector<Commit>& commits, const BisectSettings& settings,
                    const BisectWorld& world) {
  return Bisection(commits, settings, world).run();
}

std::string issue_text(const BisectResult& result, double error_rate, const std::string& costs) {
  static constexpr double kMostly = 0.7;  // of the whole slowdown
  const auto& ends = result.ends;
  std::string text = fmt::format("## {} got slower\n\n", code(ends.id));
  if (!ends.device.empty()) text += fmt::format("Device: {}\n\n", text::markdown(ends.device));
  text += result.is_proven()              ? "The commit is:\n\n"
          : result.candidates.size() == 1 ? "Most likely, but not proven, the commit is:\n\n"
                                          : "It is one of these commits:\n\n";
  for (const auto& commit : result.candidates)
    text += fmt::format("- `{}` ({}, {}): {}\n", commit.hash, commit.date.substr(0, 10),
                        text::markdown(commit.author), text::markdown(commit.subject));
  if (result.step)
    text += fmt::format("\nIts ratio to the commit before it (`{}`): {}, {}.",
                        short_hash(result.before), ratio_with_interval(*result.step),
                        to_string(result.step->verdict));
  text += fmt::format("\nBAD over GOOD: {}.\n", ratio_with_interval(ends));
  if (result.is_proven() && distance(*result.step) < kMostly * distance(ends))
    text +=
        "That is a part of the whole: other commits add to it. A bisect from this commit on "
        "finds the next one.\n";
  if (!result.unclear.empty()) text += text::markdown(result.unclear) + "\n";
  return text + fmt::format(
                    "\nEach of the {} answers is wrong in at most {} of comparisons. They "
                    "took {}.\n",
                    result.answers, text::percent(error_rate), costs);
}

}  // namespace tickbench::history
