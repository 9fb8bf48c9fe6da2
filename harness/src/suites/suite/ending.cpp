// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/ending.hpp"

#include <unistd.h>

#include <thread>

#include "floors/floor_report.hpp"
#include "outputs/ctest_elements.hpp"

namespace tickbench::suite {
namespace {

/// What a shell says of a process that a signal ended: 128 and its number.
constexpr int kSignalStatus = 128;

/// To write what is complete when the program is told to end. An unread pipe takes for ever.
constexpr Seconds kLastWrites{5};

constexpr const char* kOutside = "crashed outside any benchmark";

int exit_status(const RunState& state) {
  const auto records = state.log.all();
  std::vector<FloorReport> reports;
  bool has_failed = false;
  for (const auto* record : records) {
    has_failed |= is_failure(record->outcome);
    if (auto report = state.floors.report(*record->benchmark_case))
      reports.push_back(std::move(*report));
  }
  if (has_failed || is_failure(reports, state.options.strict)) return ExitStatus::kFailed;
  const bool is_all_skipped =
      !records.empty() && std::ranges::all_of(records, is_skip, &results::Record::outcome);
  return is_all_skipped ? ExitStatus::kSkipped : ExitStatus::kGood;
}

}  // namespace

Ending::Ending(RunState& state, RunOutputs& outputs)
    : state_(state),
      outputs_(outputs),
      process_(state.environment.owns_process ? std::make_unique<OwnProcess>(*this) : nullptr),
      watchdog_(state.options.timeout(), [this] { on_timeout(); }) {
  if (!process_) return;
  process_->crash_note.set(kOutside);
  state_.progress.listen([this](const std::string& benchmark, const std::string& phase) {
    if (benchmark.empty()) return process_->crash_note.set(kOutside);
    process_->crash_note.set(
        fmt::format("{} crashed in the phase \"{}\"\n    {}", benchmark, phase,
                    outputs::reproducing_line(*running_.benchmark_case, state_.program)));
  });
}

Ending::OwnProcess::OwnProcess(Ending& ending)
    : interruption([&ending](int signal) { ending.on_interruption(signal); }),
      exit_guard([&ending] { ending.on_exit(); }) {}

void Ending::begin(const RegisteredCase& benchmark_case, int repetition) {
  {
    const std::lock_guard lock(running_mutex_);
    running_ = {&benchmark_case, repetition, false};
  }
  state_.progress.begin(benchmark_case.id);
  watchdog_.arm();
}

int Ending::end() {
  const std::lock_guard lock(mutex_);
  is_ended_ = true;
  stage_ = Stage::kOutputs;
  // A caller who gave a time waits no longer. A reader at a terminal takes as long as it likes.
  if (state_.options.stated_timeout) watchdog_.arm();
  const bool is_whole = outputs_.write();
  watchdog_.disarm();
  return with_outputs(exit_status(state_), is_whole);
}

bool Ending::ends_without_reader() {
  if (!outputs_.has_no_reader()) return false;
  note_incomplete("standard output is lost, and there is no other output");
  leave_early(with_outputs(exit_status(state_), false));
  return true;
}

/// Logs the benchmark that runs as ended with that outcome. False: none runs.
bool Ending::cut_off(Outcome outcome, const std::string& message) {
  const auto last = running();
  if (last.benchmark_case == nullptr) return false;
  state_.messages.attempt([&] {
    auto record = last.benchmark_case->new_record(last.repetition);
    record.outcome = outcome;
    record.message =
        fmt::format("{} in the phase \"{}\"", message, state_.progress.current_phase());
    state_.floors.fail(*last.benchmark_case, outcome);
    state_.log.add(std::move(record));
  });
  return true;
}

/// On the watchdog's thread, while the main thread hangs in a driver that is not to be touched.
void Ending::on_timeout() {
  static constexpr std::array<std::pair<const char*, const char*>, 4> kExpected{
      // by Stage
      {{"drivers to list their devices", "them still at it"},
       {"canary to end", "it still at it"},
       {"outputs to be written", "one that takes none"},
       {"drivers to close their devices", "them still at it"}}};
  leave_after(kLastWrites, ExitStatus::kFailed);
  const Stage stage = stage_;
  const auto limit = fmt::format("within {:g} s, found", state_.options.timeout().count());
  const auto* const trials = running().has_trials ? ", all of its trials with it," : "";
  const bool is_cut_off =
      stage == Stage::kDrivers &&
      cut_off(Outcome::kTimedOut, fmt::format("expected to end{} {} it", trials, limit));
  const auto& [expected, found] = kExpected.at(static_cast<std::size_t>(stage));
  if (!is_cut_off)
    *state_.environment.err << "error: expected the " << expected << ' ' << limit << ' ' << found
                            << (stage == Stage::kDrivers
                                    ? " (" + state_.options.program + " --tickbench_list_devices)"
                                    : "")
                            << std::endl;
  if (is_cut_off || stage == Stage::kCanary) return leave_early(ExitStatus::kFailed);
  leave(ExitStatus::kFailed);
}

/// On whichever thread called exit.
void Ending::on_exit() {
  const std::lock_guard lock(mutex_);
  if (is_ended_ || !cut_off(Outcome::kInvalidBenchmark,
                            "expected to return, found a call of exit, its own or a driver's,"))
    *state_.environment.err << "error: a call of exit ended the program outside any benchmark"
                            << std::endl;
  if (is_ended_) return leave(ExitStatus::kFailed);
  leave_early(ExitStatus::kFailed);
}

/// On a thread of its own, wherever the main thread is.
void Ending::on_interruption(int signal) {
  leave_after(kLastWrites, kSignalStatus + signal);
  note_incomplete(fmt::format("interrupted ({})", ::sigabbrev_np(signal)));
  leave_early(kSignalStatus + signal);
}

/// Writes what is complete. The main thread, if it comes to its end meanwhile, waits there.
void Ending::leave_early(int status) {
  const std::lock_guard lock(mutex_);
  if (is_ended_) return;
  is_ended_ = true;
  state_.progress.clear();
  outputs_.add_unreported();
  outputs_.write();
  is_standard_output_whole(state_.environment);
  leave(status);
}

void Ending::leave(int status) {
  say_end(status, state_.options.command_line, state_.environment);
  state_.environment.err->flush();
  state_.environment.leave(status);
}

/// Whatever hangs meanwhile: a lock that the main thread holds, which writes, a pipe, a driver's
/// destructor. By copies: nothing of the run may be left then.
void Ending::leave_after(Seconds limit, int status, const std::string& message) {
  if (!process_) return;
  std::thread([leave = state_.environment.leave, limit, status, message] {
    std::this_thread::sleep_for(limit);
    process::write_all(STDERR_FILENO, message);
    leave(status);
  }).detach();
}

void Ending::limit_exit() {
  static constexpr Seconds kLongest{1e8};
  const Seconds limit = std::min(state_.options.timeout(), kLongest);
  if (limit <= Seconds(0)) return;
  leave_after(limit, ExitStatus::kFailed,
              fmt::format("error: expected the drivers to end within {:g} s of the outputs, found "
                          "them still at it\n",
                          limit.count()));
}

int with_outputs(int status, bool is_whole) {
  return is_whole || status == ExitStatus::kFailed ? status : ExitStatus::kUsage;
}

void say_end(int status, const std::vector<std::string>& arguments,
             const Environment& environment) {
  if (std::ranges::find(arguments, "--tickbench_ctest") != arguments.end())
    *environment.out << outputs::ctest_end(status) << std::flush;
}

bool is_standard_output_whole(const Environment& environment) {
  environment.out->flush();
  if (environment.out->good()) return true;
  *environment.err
      << "error: standard output: expected to write all of it, lost some (a full disk, "
         "or a pipe that was closed)\n";
  return false;
}

}  // namespace tickbench::suite
