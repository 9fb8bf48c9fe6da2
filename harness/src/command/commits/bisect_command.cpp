// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <ostream>

#include "base/digest.hpp"
#include "commits/bisect.hpp"
#include "commits/commands.hpp"
#include "conditions/conditions.hpp"
#include "history/store.hpp"
#include "results/json_document.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::history {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BisectAnswer, commit, is_bad, id, device, driver)

namespace {

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
    throw UsageError(
        fmt::format("expected two commits, found {} and {} to be one", flags.good, flags.bad));
  auto commits = git.first_parents(good + ".." + bad);
  if (commits.empty() || git.resolve(commits.front().hash + "^1") != good)
    throw UsageError(
        fmt::format("expected {} on the line of first parents of {}, found it beside; "
                    "`git merge-base` has where they part",
                    flags.good, flags.bad));
  commits.insert(commits.begin(), git.first_parents(good).back());
  flags.build.settings.command = context.after_dashes;
  std::optional<process::OutputFile> issue;
  if (!flags.issue_out.empty()) issue.emplace("issue-out", flags.issue_out);
  const auto progress = tools::make_progress("bisect", context);
  Builds builds(git, flags.build.settings, progress);
  auto& settings = flags.settings;
  const auto kept =
      keep_answers(builds.folder(),
                   {good, bad, flags.build.settings.command, flags.build.settings.program,
                    flags.build.program_flags.flags, settings.ids, settings.ab.options.metric,
                    settings.ab.options.error_rate, conditions::host_name()},
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
  const auto text =
      issue_text(result, settings.ab.options.error_rate,
                 fmt::format("{}, {}", text::counted(builds.count(), "build"),
                             duration_text(std::chrono::steady_clock::now() - begin)));
  context.out << text::visible_lines(text);
  if (issue) issue->write(text);
  context.status = result.is_proven() ? 0 : 1;
}

}  // namespace

void add_bisect(CLI::App& app, tools::ToolContext& context) {
  auto* command = app.add_subcommand(
      "bisect",
      "Find the commit that made a benchmark slower: bisect GOOD BAD --program FILE -- BUILD...; "
      "0: found and proven, 1: not, 2: wrong usage, or BAD is not slower");
  auto flags = std::make_shared<BisectFlags>();
  command->add_option("good", flags->good, "A commit before it")->required();
  command->add_option("bad", flags->bad, "A commit behind it")->required();
  add_flags(*command, flags->build, flags->settings.ab);
  command->add_option("--repository", flags->repository, "The git repository")
      ->capture_default_str();
  command->add_option("--benchmark", flags->settings.ids, "Only this one, by its id; repeatable")
      ->allow_extra_args(false);
  command->add_option("--metric", flags->settings.ab.options.metric,
                      "What to compare; default: as `ab` chooses");
  command->add_option("--issue-out", flags->issue_out, "Also write the text into this file");
  command->callback([flags, &context] { run(*flags, context); });
}

}  // namespace tickbench::history
