// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "commits/builds.hpp"
#include "compare/comparison.hpp"

/// The search for the commit that made a benchmark slower, with a judge that may be unclear.
namespace tickbench::history {

/// What the search needs of the world; replaced in tests.
struct BisectWorld {
  std::function<bool(const std::string& commit)> build;  ///< whether it can be built
  /// `ab` of two commits that are built, of these benchmarks; none: all.
  std::function<compare::Comparison(const std::string& old_commit, const std::string& new_commit,
                                    const std::vector<std::string>& ids,
                                    const pairs::AbSettings& settings)>
      ab;
  Progress on_progress;
};

/// Whether a commit after GOOD has the step of a benchmark.
struct BisectAnswer {
  std::string commit;
  bool is_bad = false;
  std::string id{}, device{}, driver{};
};

struct BisectSettings {
  std::vector<std::string> ids{};     ///< those to look at; empty: all
  pairs::AbSettings ab{};             ///< of one answer; its error rate is that of one
  bool seeks_faster = false;          ///< what made it faster: BAD is the faster end
  std::vector<BisectAnswer> known{};  ///< of an earlier call, to whatever benchmark it followed
  std::function<void(const BisectAnswer&)> on_answer = [](const auto&) {};
};

struct BisectResult {
  compare::Row ends;  ///< of the benchmark that was followed, BAD against GOOD
  /// The commits of which one has the step, in their order. One: it is found.
  std::vector<Commit> candidates;
  std::string before;                ///< the last commit without the step
  std::optional<compare::Row> step;  ///< `ab` of both sides of the candidates
  std::string unclear{};             ///< why the search ended early
  std::size_t answers = 0;           ///< of `ab`, those of an earlier call included

  bool has_step() const { return step && step->verdict == ends.verdict; }
  bool is_proven() const { return candidates.size() == 1 && has_step(); }
};

/// `commits`: GOOD first and BAD last, each the first parent of the next one.
///
/// First `ab` of both ends: of the benchmarks that are slower the one with the largest ratio is
/// followed. Then halves: a commit has the step where the interval of its ratio to GOOD lies above
/// the square root of the ends' ratio, and has it not where it lies below. An unclear answer is
/// asked again with twice the budget, and once more: each at a third of the error rate. A commit
/// that does not build, or of which `ab` fails, is passed over. Last, `ab` of the two neighbours
/// that are left. With several steps it finds one that crosses the middle. Throws UsageError where
/// BAD is not slower than GOOD, or is not faster where that is sought.
BisectResult bisect(const std::vector<Commit>& commits, const BisectSettings& settings,
                    const BisectWorld& world);

/// The text of an issue. `costs`: "9 builds, 46 min". `escape`: of what comes from outside, for
/// Markdown or for a terminal.
std::string issue_text(const BisectResult& result, double error_rate, const std::string& costs,
                       std::string (*escape)(std::string_view));

}  // namespace tickbench::history
