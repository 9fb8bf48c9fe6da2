// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "process/child_process.hpp"
#include "process/files.hpp"
#include "process/guards.hpp"

/// Google Benchmark programs of anyone's.
namespace tickbench::programs {

/// How programs are run that write Google Benchmark's results: `ab` and `run` take it alike.
struct ProgramFlags {
  std::vector<std::string> flags;  ///< given to each
  double timeout = 600;            ///< of one run, in seconds
  std::string keep;                ///< the folder that each run's results stay in; empty: none
};

/// The value of a program's flag at `at`, of the form --name=VALUE or --name VALUE; null where it
/// is another flag. `at` is moved on to its last word.
const char* flag_value(const std::vector<std::string>& words, std::size_t& at,
                       const std::string& name);

/// Throws UsageError where the flags already say where results go.
void refuse_output_flags(const std::vector<std::string>& flags);

/// The folder that is kept, or a temporary one.
class RunFolder {
 public:
  /// Throws UsageError where `keep` has something in it.
  explicit RunFolder(const std::string& keep);
  std::filesystem::path path() const { return temporary_ ? temporary_->path() : keep_; }

 private:
  /// A reader of the output that leaves (`| head`) must not leave the folder behind.
  process::SignalAction ignored_{SIGPIPE, SIG_IGN};
  std::filesystem::path keep_;
  std::optional<process::TemporaryFolder> temporary_;
};

/// How one run of a program ended, and what it left.
struct ProgramEnd {
  process::ChildResult end;
  std::string results;  ///< the file, if there is one
  std::string log;      ///< all that it printed

  bool has_results() const { return std::filesystem::is_regular_file(results); }
  /// What a Google Benchmark program leaves that ran no benchmark.
  bool is_empty() const { return has_results() && std::filesystem::is_empty(results); }
  std::string why_no_results() const;
  /// "it printed last: ...", of the file.
  std::string last_lines() const;
};

/// Runs one program after the other, without a shell.
class ProgramRunner {
 public:
  /// Throws UsageError, as refuse_output_flags does.
  explicit ProgramRunner(ProgramFlags flags);
  /// Its results go into `name`.json, what it prints into `name`.log. Throws UsageError where it
  /// cannot be started, and process::Interrupted.
  /// `more`: flags behind the others. `timeout`: in place of theirs.
  ProgramEnd run(const std::string& program, const std::filesystem::path& name,
                 const std::vector<std::string>& more = {},
                 std::optional<Seconds> timeout = {}) const;

 private:
  ProgramFlags flags_;
  process::HeldSignals signals_{SIGCHLD};
};

}  // namespace tickbench::programs
