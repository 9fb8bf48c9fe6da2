// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "process/guards.hpp"
#include "suite/run_outputs.hpp"

namespace tickbench::suite {

/// However a run ends, its outputs are written once: at its end, a time-out, an interruption, a
/// call of exit. A crash writes nothing, but says what ran.
class Ending {
 public:
  Ending(RunState& state, RunOutputs& outputs);

  /// Around each repetition: what ran, should the run end meanwhile.
  void begin(const RegisteredCase& benchmark_case, int repetition);
  /// What was begun has trials, which count against its time-out.
  void has_trials() {
    const std::lock_guard lock(running_mutex_);
    running_.has_trials = true;
  }
  void done() {
    watchdog_.disarm();
    state_.progress.end();
    const std::lock_guard lock(running_mutex_);
    running_ = {};
  }
  process::Watchdog& watchdog() noexcept { return watchdog_; }

  /// What runs from here on belongs to no benchmark: all of them are complete.
  void after_benchmarks() noexcept { stage_ = Stage::kCanary; }

  /// The outputs are written: what is left is to close the devices.
  void after_outputs() noexcept { stage_ = Stage::kClosing; }
  /// The program is expected to end within the time-out from now: a driver's destructor may hang.
  void limit_exit();

  /// Whether there was nobody left to measure for, so that the run ended.
  bool ends_without_reader();
  /// The regular end. Returns the exit status.
  int end();

 private:
  struct Running {
    const RegisteredCase* benchmark_case = nullptr;  ///< null: none runs
    int repetition = 0;
    bool has_trials = false;
  };
  /// What a session watches for in a process that is its own.
  struct OwnProcess {
    explicit OwnProcess(Ending& ending);
    process::Interruption interruption;
    process::CrashNote crash_note;
    process::ExitGuard exit_guard;
  };

  /// What a time-out is told of where no benchmark runs.
  enum class Stage { kDrivers, kCanary, kOutputs, kClosing };

  bool cut_off(Outcome outcome, const std::string& message);
  void on_timeout();
  Running running() {
    const std::lock_guard lock(running_mutex_);
    return running_;
  }
  void on_interruption(int signal);
  void on_exit();
  void note_incomplete(const std::string& why) {
    state_.progress.clear();
    *state_.environment.err << "note: " << why << ": " << state_.log.all().size() << " of "
                            << state_.progress.total() << " measurements are complete" << std::endl;
  }
  void leave_early(int status);
  void leave(int status);
  void leave_after(Seconds limit, int status, const std::string& message = "");

  RunState& state_;
  RunOutputs& outputs_;
  std::mutex running_mutex_;
  Running running_;
  std::recursive_mutex mutex_;  ///< recursive: what writes the outputs may call exit
  bool is_ended_ = false;
  std::atomic<Stage> stage_ = Stage::kDrivers;
  // Last: their threads use all the others. The watchdog's inherits what the interruption holds.
  std::unique_ptr<OwnProcess> process_;
  process::Watchdog watchdog_;
};

using process::ExitStatus;

/// Lost output counts as a file that cannot be written, but hides no failure.
int with_outputs(int status, bool is_whole);

/// Tells CTest, where it runs the program, that the program itself has ended it, and how.
void say_end(int status, const std::vector<std::string>& arguments, const Environment& environment);

/// Flushes it; says on standard error where something was lost.
bool is_standard_output_whole(const Environment& environment);

}  // namespace tickbench::suite
