// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include "outputs/progress.hpp"
#include "outputs/summary.hpp"
#include "partner/modules_file.hpp"
#include "suite/cases.hpp"
#include "text/escape.hpp"

namespace tickbench::suite {

/// "error: ...", a line. Nothing in it can spoil a terminal.
inline void print_error(std::ostream& err, const std::string& what) {
  err << "error: " << text::visible_lines(what) << '\n';
}

/// What is said on standard error beside the progress line.
class Messages {
 public:
  Messages(std::ostream& err, outputs::Progress& progress) : err_(err), progress_(progress) {}

  /// Once, however often it is said.
  void note(const std::string& text) {
    if (!notes_.insert(text).second) return;
    progress_.clear();
    err_ << "note: " << text::visible_lines(text) << std::endl;
  }
  /// Whether `output` went well; else says why not.
  bool attempt(const std::function<void()>& output) {
    try {
      output();
      return true;
    } catch (const std::exception& error) {
      print_error(err_, error.what());
      return false;
    }
  }

 private:
  std::ostream& err_;
  outputs::Progress& progress_;
  std::set<std::string> notes_;
};

/// What the parts of a run share.
struct RunState {
  const Options& options;
  const Environment& environment;
  const outputs::Program program{options.program, options.reproduce};
  outputs::Progress progress{*environment.err, environment.err_columns, *environment.host};
  Messages messages{*environment.err, progress};
  floors::RunFloors floors{options.floors};
  /// Of --tickbench_other_modules.
  const std::optional<other_build::ModulesFile> other_build =
      options.partner_modules.empty()
          ? std::nullopt
          : std::optional(other_build::ModulesFile::read(options.partner_modules));
  results::RunLog log{};
  Cases cases{};
};

}  // namespace tickbench::suite
