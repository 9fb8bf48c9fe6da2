// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "api/state_impl.hpp"
#include "floors/floor_book.hpp"
#include "outputs/progress.hpp"
#include "process/crash_note.hpp"
#include "process/exit_guard.hpp"
#include "process/output_file.hpp"
#include "process/signals.hpp"
#include "process/watchdog.hpp"
#include "results/run_log.hpp"
#include "suite/device_slot.hpp"
#include "suite/google/reporter.hpp"
#include "suite/resource_allocation.hpp"

namespace tickbench::suite {

/// One run of a suite: from the options to the exit status.
class Session {
 public:
  Session(const Options& options, const Environment& environment);
  /// Throws UsageError.
  int run();

 private:
  void open_outputs();
  std::vector<Instance> chosen_instances(const std::vector<DeviceSpec>& specs) const;
  void require_floors();
  Json with_floors(Json entry, const Case& of) const;
  void leave_out_absent(std::vector<Selected>& devices);
  void note_failed_drivers(const std::vector<BackendDevices>& here,
                           const std::vector<Selected>& devices);
  void make_cases(const std::vector<DeviceSpec>& specs, const std::vector<Instance>& instances);
  void register_cases();
  void initialize_google_benchmark();
  void make_reporters();
  void print_header() const;
  void report_all();
  /// Whether `output` went well; else says on standard error why not.
  bool attempt(const std::function<void()>& output) const;
  int end();
  int write_outputs();

  void run_case(Case& of, benchmark::State& state);
  bool is_measured_for_nobody() const;
  Record begin_record(Case& of);
  void end_record();
  Record new_record(const Case& of, int repetition) const;
  void run_body(Case& of, Record& record);
  void call_body(Case& of, Record& record, BodyContext& context) const;
  BodyContext body_context();
  void run_beside(DeviceSlot& slot, const Beside& beside);
  process::HostLock lock(const std::string& name);
  void note_once(const std::string& text);
  void add_unreported(Reporter& reporter);
  bool cut_off(Outcome outcome, const std::string& message);
  void on_timeout();
  void on_interruption(int signal);
  void on_exit();
  void note_incomplete(const std::string& why);
  void take_process();
  void leave_early(int status);
  std::string label_of(const Case& of) const;
  int repetitions_of(const Case& of) const;
  Json context() const;

  const Options& options_;
  const Environment& environment_;
  std::string started_;
  std::vector<std::string> google_arguments_;  ///< Google Benchmark keeps a pointer to the first
  std::unique_ptr<process::OutputFile> out_file_;
  std::unique_ptr<process::OutputFile> samples_file_;
  std::unique_ptr<process::OutputFile> trace_file_;
  Allocation allocation_;
  std::deque<DeviceSlot> slots_;
  std::deque<Case> cases_;
  std::vector<Instance> all_instances_;  ///< of the program, where there are floors
  std::map<std::pair<const DeviceSlot*, std::string>, Case> beside_cases_;
  FloorBook floors_;
  RunLog log_;
  std::set<std::string> notes_;
  Progress progress_;
  std::unique_ptr<Reporter> display_;
  std::unique_ptr<Reporter> file_;
  std::mutex current_mutex_;
  const Case* current_ = nullptr;
  int current_repetition_ = 0;
  std::recursive_mutex ending_mutex_;  ///< recursive: what writes the outputs may call exit
  bool is_ended_ = false;
  // Last: their threads use all the others. The watchdog's inherits what the interruption holds.
  std::unique_ptr<process::Interruption> interruption_;
  process::Watchdog watchdog_;
  std::unique_ptr<process::CrashNote> crash_note_;
  std::unique_ptr<process::ExitGuard> exit_guard_;
};

/// Flushes it; says on standard error where something was lost.
bool is_standard_output_whole(const Environment& environment);

}  // namespace tickbench::suite
