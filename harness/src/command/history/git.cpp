// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "history/git.hpp"

#include <fmt/ranges.h>

#include "process/child_process.hpp"
#include "process/files.hpp"
#include "results/json_document.hpp"

namespace tickbench::history {

std::string Git::ask(const std::vector<std::string>& words) const {
  static constexpr Seconds kTimeout{600};  // a work tree of a large repository
  const process::HeldSignals signals(SIGCHLD);
  const process::TemporaryFolder folder;
  process::ChildCommand command;
  command.program = "env";
  command.searches_path = true;
  // A hook's variables are of its own work tree, and a user's settings may change a log.
  command.arguments = {"-u", "GIT_DIR",       "-u",       "GIT_INDEX_FILE",
                       "-u", "GIT_WORK_TREE", "LC_ALL=C", "git",
                       "-C", repository_,     "-c",       "log.showSignature=false"};
  command.arguments.insert(command.arguments.end(), words.begin(), words.end());
  command.output = folder.path() / "out";
  command.errors = folder.path() / "errors";
  command.timeout = kTimeout;
  const bool is_success = process::run_child(command, signals).is_success();
  auto text = results::read_text(is_success ? command.output : command.errors);
  while (text.ends_with('\n')) text.pop_back();
  if (is_success) return text;
  throw_usage_error("git {} failed in {}: {}", fmt::join(words, " "), repository_, text);
}

std::optional<std::string> Git::resolve(const std::string& name) const try {
  return ask({"rev-parse", "--quiet", "--verify", "--end-of-options", name + "^{commit}"});
} catch (const UsageError&) {
  ask({"rev-parse", "--git-dir"});  // no repository, or none that git opens: in its own words
  return std::nullopt;
}

std::vector<Commit> Git::first_parents(const std::string& range) const {
  // Fields end with the byte 1, which no name or subject has.
  std::istringstream log(
      ask({"log", "--first-parent", "--reverse", "--decorate=short", "--decorate-refs=refs/tags/*",
           "--format=%H%x01%cI%x01%an%x01%s%x01%D%x01", "--end-of-options", range, "--"}));
  std::vector<Commit> commits;
  for (std::string line; std::getline(log, line);) {
    std::istringstream fields(line);
    auto& commit = commits.emplace_back();
    for (auto* field : {&commit.hash, &commit.date, &commit.author, &commit.subject, &commit.tags})
      std::getline(fields, *field, '\x01');
  }
  return commits;
}

}  // namespace tickbench::history
