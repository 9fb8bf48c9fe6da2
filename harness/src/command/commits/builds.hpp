// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compare/comparison.hpp"
#include "flags/flags.hpp"
#include "history/git.hpp"
#include "pairs/pairs.hpp"
#include "process/files.hpp"

namespace tickbench::history {

struct BuildSettings {
  std::vector<std::string> command;  ///< run in the commit's work tree, without a shell
  std::string program;               ///< that it leaves, relative to the work tree
  std::string folder;                ///< of the work trees; empty: build/commits of the repository
  Seconds timeout{3600};             ///< of one build
  bool retries = false;              ///< builds that failed before are tried again
};

using Progress = std::function<void(const std::string&)>;

/// Builds of commits, each in a work tree of its own. They stay, with a file that says how they
/// ended: one that was cut off, or is of another command, is built again in a new tree.
class Builds {
 public:
  /// Throws UsageError where another process works in the folder, or the program lies outside.
  Builds(Git git, BuildSettings settings, Progress progress);

  /// The commit's program; nothing where it does not build, which is said. Throws Interrupted.
  std::optional<std::string> build(const std::string& commit);

  const std::filesystem::path& folder() const { return folder_; }
  std::size_t count() const { return made_; }  ///< builds made, failed ones too

 private:
  std::optional<bool> recorded(const std::string& commit) const;
  /// Into its work tree, a new one unless what an earlier build left there is to be kept.
  void check_out(const std::string& commit, bool keeps_objects) const;
  bool make(const std::string& commit);

  Git git_;
  BuildSettings settings_;
  Progress progress_;
  std::filesystem::path folder_;
  process::HostLock lock_;
  std::size_t made_ = 0;
};

/// `ab` of two programs, of these benchmarks alone; none: all.
compare::Comparison run_ab(const std::string& old_program, const std::string& new_program,
                           const std::vector<std::string>& ids, programs::ProgramFlags flags,
                           const pairs::AbSettings& settings, const Progress& progress);

struct BuildFlags {
  BuildSettings settings;
  programs::ProgramFlags program_flags;
  bool all = false;  ///< measures equal code too
};

/// What the commands that build have in common; the build command stands behind --.
void add_flags(CLI::App& command, BuildFlags& flags);
/// With what they tell `ab`: the budget and the error rate of an answer.
void add_flags(CLI::App& command, BuildFlags& flags, pairs::AbSettings& ab);

}  // namespace tickbench::history
