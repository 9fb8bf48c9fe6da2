// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "commits/builds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/throw_error.hpp"
#include "process/child_process.hpp"
#include "results/json_document.hpp"

namespace tickbench::history {
namespace {

std::filesystem::path folder_in(const Git& git, const BuildSettings& settings) {
  const std::filesystem::path folder =
      settings.folder.empty()
          ? std::filesystem::path(git.ask({"rev-parse", "--show-toplevel"})) / "build" / "commits"
          : std::filesystem::path(settings.folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw_usage_error("--builds {}: expected a folder that can be made: {}", folder.string(),
                      error.message());
  return std::filesystem::canonical(folder);
}

}  // namespace

Builds::Builds(Git git, BuildSettings settings, Progress progress)
    : git_(std::move(git)),
      settings_(std::move(settings)),
      progress_(std::move(progress)),
      folder_(folder_in(git_, settings_)),
      lock_(
          folder_.string(), "builds", [] {}, Seconds(0.1)) {
  if (settings_.command.empty())
    throw UsageError("expected the command that builds a commit behind --, found none");
  if (settings_.program.empty())
    throw UsageError("--program: expected the program that a build leaves, found none");
  // Elsewhere it would be all commits' one, and a file of the user's that `make` removes.
  const std::filesystem::path program(settings_.program);
  if (program.is_absolute() || std::find(program.begin(), program.end(), "..") != program.end())
    throw_usage_error("--program {}: expected a path within the work tree, found another",
                      settings_.program);
  if (!lock_.is_held())
    throw_usage_error("--builds {}: expected no other process at work there{}", folder_.string(),
                      lock_.failure().empty() ? "" : ": " + lock_.failure());
}

/// How its build ended, by the same command.
std::optional<bool> Builds::recorded(const std::string& commit) const try {
  const auto path = folder_ / (commit + ".json");
  if (!std::filesystem::is_regular_file(path)) return std::nullopt;
  const auto json = nlohmann::json::parse(results::read_text(path.string()));
  const bool is_same =
      json.at("command") == settings_.command && json.at("program") == settings_.program;
  return is_same ? std::optional(json.at("built").get<bool>()) : std::nullopt;
} catch (const nlohmann::json::exception&) {
  return std::nullopt;
}

std::optional<std::string> Builds::build(const std::string& commit) {
  const auto program = folder_ / commit / settings_.program;
  const auto before = recorded(commit);
  if (before == false && !settings_.retries) return std::nullopt;
  const bool is_kept = before == true && std::filesystem::is_regular_file(program);
  if (!is_kept && !make(commit)) return std::nullopt;
  return program.string();
}

void Builds::check_out(const std::string& commit, bool keeps_objects) const {
  const auto tree = folder_ / commit;
  if (keeps_objects && std::filesystem::exists(tree / ".git")) try {
      Git(tree.string()).ask({"reset", "--hard", commit});
      return;
    } catch (const UsageError&) {  // git was cut off there, and left its lock
    }
  process::remove_folder(tree);
  // Twice: git may know the folder still, as one that it had locked when it was cut off.
  git_.ask({"worktree", "add", "--force", "--force", "--detach", tree.string(), commit});
}

bool Builds::make(const std::string& commit) try {
  const auto tree = folder_ / commit, log = folder_ / (commit + ".log"),
             record = folder_ / (commit + ".json");
  progress_("builds " + short_hash(commit));
  const bool is_same = recorded(commit).has_value();
  std::error_code error;
  std::filesystem::remove(record, error);  // so that a build that is cut off has none
  check_out(commit, is_same);
  std::filesystem::remove(tree / settings_.program, error);  // one of an earlier command
  process::ChildCommand command;
  command.program = settings_.command.front();
  command.searches_path = true;
  command.arguments.assign(settings_.command.begin() + 1, settings_.command.end());
  command.folder = tree.string();
  command.output = log.string();
  command.timeout = settings_.timeout;
  ++made_;
  const auto end = process::run_child(command, process::HeldSignals(SIGCHLD));
  const bool has_program = std::filesystem::is_regular_file(tree / settings_.program);
  const bool is_built = end.is_success() && has_program;
  if (!is_built)
    progress_(fmt::format("{} does not build and is left out: the command {}; {}",
                          short_hash(commit),
                          end.is_success() ? "left no " + settings_.program : end.text(),
                          programs::ProgramEnd{end, log.string()}.last_lines()));
  const nlohmann::json json{{"command", settings_.command},
                            {"program", settings_.program},
                            {"built", is_built},
                            {"ended", end.text()}};
  process::OutputFile("builds", record.string()).write(json.dump(1) + "\n");
  return is_built;
} catch (const UsageError& problem) {
  // git's, such as that of a filter, or a command that it lacks. The next call tries again.
  progress_(
      fmt::format("{} does not build and is left out: {}", short_hash(commit), problem.what()));
  return false;
}

compare::Comparison run_ab(const std::string& old_program, const std::string& new_program,
                           const std::vector<std::string>& ids, programs::ProgramFlags flags,
                           const pairs::AbSettings& settings, const Progress& progress) {
  if (!ids.empty()) flags.flags.push_back(pairs::filter_flag(ids));
  const programs::ProgramRunner programs(flags);
  pairs::PairRunner runner({old_program, new_program}, programs);
  return pairs::run_ab(settings, pairs::make_world(runner, progress));
}

}  // namespace tickbench::history
