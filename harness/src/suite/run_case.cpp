// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <sstream>

#include "api/random_context.hpp"
#include "outputs/summary.hpp"
#include "suite/exit_status.hpp"
#include "suite/google/replay.hpp"
#include "suite/session.hpp"
#include "text/escape.hpp"

namespace tickbench::suite {
namespace {

/// What a shell says of a process that a signal ended: 128 and its number.
constexpr int kSignalStatus = 128;

}  // namespace

/// One repetition: Google Benchmark calls it once for each.
void Session::run_case(Case& of, benchmark::State& state) {
  if (is_measured_for_nobody()) {
    note_incomplete("standard output is lost, and there is no other output");
    return leave_early(with_outputs(exit_status(log_.all(), floors_, options_.strict), false));
  }
  Record record = begin_record(of);
  progress_.begin(of.instance.id);
  watchdog_.arm();
  run_body(of, record);
  watchdog_.disarm();
  progress_.end();
  end_record();
  if (is_failure(record.outcome)) floors_.fail(of, record.outcome);
  if (const auto* shown = record.shown(); shown != nullptr && of.iterations == 0)
    of.iterations = std::ssize(shown->samples);
  replay(log_.add(std::move(record)), label_of(of), state);
}

/// A table's rows are written as they come, so that a reader who has left is noticed.
bool Session::is_measured_for_nobody() const {
  return !environment_.out->good() && !out_file_ && !samples_file_ && !trace_file_;
}

Record Session::begin_record(Case& of) {
  Record record = new_record(of, of.repetitions_begun++);
  const std::lock_guard lock(current_mutex_);
  current_ = &of;
  current_repetition_ = record.repetition;
  return record;
}

void Session::end_record() {
  const std::lock_guard lock(current_mutex_);
  current_ = nullptr;
}

Record Session::new_record(const Case& of, int repetition) const {
  Record record;
  record.of = &of;
  record.repetition = repetition;
  const auto& device = of.slot->selected.device;
  record.settings = settings_of(options_, *of.instance.description, device ? &*device : nullptr);
  return record;
}

void Session::run_body(Case& of, Record& record) {
  const auto fail = [&record](Outcome outcome, const std::string& message) {
    record.outcome = outcome;
    record.message = message;
  };
  const auto& selected = of.slot->selected;
  if (!selected.device) return fail(selected.outcome, selected.missing);
  if (of.failure) return fail(of.failure->outcome, of.failure->message);
  BodyContext context = body_context();
  context.run_beside = [&](const Beside& beside) { run_beside(*of.slot, beside); };
  try {
    call_body(of, record, context);
    if (!record.nothing_to_check.empty()) record.outcome = Outcome::kNothingToCheck;
  } catch (const Error& error) {
    fail(error.outcome(), error.what());
  } catch (const UsageError&) {
    throw;
  } catch (const std::bad_alloc&) {
    fail(Outcome::kOutOfMemory, "the host's memory is exhausted");
  } catch (const std::exception& error) {
    fail(Outcome::kInvalidBenchmark, std::string("the body threw: ") + error.what());
  } catch (...) {
    fail(Outcome::kInvalidBenchmark, "the body threw something that is no std::exception");
  }
  // Whatever it is: Google Benchmark cannot take a good repetition after a failed first one, and
  // one after a device error would only repeat it.
  if (is_failure(record.outcome) || is_skip(record.outcome))
    of.failure = Failure{record.outcome, record.message};
}

/// Calls it until no one-element result asks for another input; what its body throws passes
/// through.
void Session::call_body(Case& of, Record& record, BodyContext& context) const {
  for (bool is_done = false; !is_done;) {
    try {
      const RandomContext random(of.instance.id, of.seed);
      State::Impl impl(of, record, context);
      State state(impl);
      of.instance.description->body(state);
      impl.finish();
      is_done = true;
    } catch (const AnotherInput&) {
      record = new_record(of, record.repetition);
    }
  }
}

BodyContext Session::body_context() {
  return {environment_,
          options_,
          progress_,
          [this](const std::string& name) { return lock(name); },
          [this](const std::string& text) { note_once(text); },
          floors_,
          {},
          nullptr};
}

/// Runs a benchmark for a ratio to it, inside the body of another, on the same device.
void Session::run_beside(DeviceSlot& slot, const Beside& beside) {
  Case& of = beside_cases_[{&slot, beside.id}];
  of.slot = &slot;
  of.instance = *std::find_if(all_instances_.begin(), all_instances_.end(),
                              [&](const Instance& one) { return one.id == beside.id; });
  BodyContext context = body_context();
  context.beside = &beside;
  // The benchmark around it holds the device's lock, for which a process would wait for itself.
  context.lock = [this](const std::string& name) {
    return name == kReferenceLock ? lock(name) : process::HostLock();
  };
  Record record = new_record(of, 0);
  call_body(of, record, context);
}

process::HostLock Session::lock(const std::string& name) {
  bool has_waited = false;
  process::HostLock held(environment_.lock_folder, name, [&] {
    // What another process does counts only where somebody, such as CTest, waits no longer than
    // the time that was given.
    if (!options_.waiting_counts) watchdog_.pause();
    has_waited = true;
    progress_.phase("waiting for another process that measures");
    note_once("waiting: another process on this host is measuring (" + name + ")");
  });
  if (has_waited) watchdog_.resume();
  if (!held.is_held())
    note_once("no lock, so another process may measure at the same time: " + held.failure());
  return held;
}

void Session::note_once(const std::string& text) {
  if (!notes_.insert(text).second) return;
  progress_.clear();
  *environment_.err << "note: " << text::visible_lines(text) << std::endl;
}

void Session::add_unreported(Reporter& reporter) {
  std::vector<google::Run> runs;
  for (const auto* done : log_.all())
    runs.push_back(unreported_run(*done, label_of(*done->of), repetitions_of(*done->of)));
  reporter.add_unreported(std::move(runs));
}

/// Logs the benchmark that runs as ended with that outcome. False: none runs.
bool Session::cut_off(Outcome outcome, const std::string& message) {
  const Case* of = nullptr;
  int repetition = 0;
  {
    const std::lock_guard lock(current_mutex_);
    of = current_;
    repetition = current_repetition_;
  }
  if (of == nullptr) return false;
  attempt([&] {
    Record record = new_record(*of, repetition);
    record.outcome = outcome;
    record.message = message + " in the phase \"" + progress_.current_phase() + '"';
    floors_.fail(*of, outcome);
    log_.add(std::move(record));
  });
  return true;
}

/// On the watchdog's thread, while the main thread hangs in a driver that is not to be touched.
void Session::on_timeout() {
  std::ostringstream limit;
  limit << "within " << options_.timeout.count() << " s, found ";
  if (!cut_off(Outcome::kTimedOut, "expected to end " + limit.str() + "it")) {
    *environment_.err << "error: expected the drivers to list their devices " << limit.str()
                      << "them still at it (" << options_.program << " --tickbench_list_devices)"
                      << std::endl;
    return environment_.leave(ExitStatus::kFailed);
  }
  leave_early(ExitStatus::kFailed);
}

/// On whichever thread called exit.
void Session::on_exit() {
  const std::lock_guard lock(ending_mutex_);
  if (is_ended_ || !cut_off(Outcome::kInvalidBenchmark,
                            "expected to return, found a call of exit, its own or a driver's,"))
    *environment_.err << "error: a call of exit ended the program outside any benchmark"
                      << std::endl;
  if (is_ended_) return environment_.leave(ExitStatus::kFailed);
  leave_early(ExitStatus::kFailed);
}

/// On a thread of its own, wherever the main thread is.
void Session::on_interruption(int signal) {
  note_incomplete(std::string("interrupted (") + ::sigabbrev_np(signal) + ")");
  leave_early(kSignalStatus + signal);
}

void Session::note_incomplete(const std::string& why) {
  progress_.clear();
  *environment_.err << "note: " << why << ": " << log_.all().size() << " of " << progress_.total()
                    << " measurements are complete" << std::endl;
}

/// Writes what is complete. The main thread, if it comes to its end meanwhile, waits there.
void Session::leave_early(int status) {
  const std::lock_guard lock(ending_mutex_);
  if (is_ended_) return;
  is_ended_ = true;
  progress_.clear();
  for (auto* reporter : {display_.get(), file_.get()})
    if (reporter != nullptr) attempt([&] { add_unreported(*reporter); });
  write_outputs();
  is_standard_output_whole(environment_);
  environment_.err->flush();
  environment_.leave(status);
}

}  // namespace tickbench::suite
