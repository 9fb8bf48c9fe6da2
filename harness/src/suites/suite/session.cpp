// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/ranges.h>

#include <csignal>
#include <tuple>

#include "backend/driver_error.hpp"
#include "measurement/host_memory.hpp"
#include "outputs/ctest_elements.hpp"
#include "suite/case_runner.hpp"
#include "text/plain_names.hpp"
#include "text/wording.hpp"

namespace tickbench::suite {
namespace {

constexpr const char* kPlainFlag = "--tickbench_plain";

/// Whether there is a time that a moved canary would put in doubt.
bool has_measured(const results::RunLog& log, const DeviceSlot& slot) {
  return std::ranges::any_of(log.all(), [&](const results::Record* record) {
    return record->shown() != nullptr &&
           record->benchmark_case->device_id == slot.selected.device->id();
  });
}

/// One run of a suite, from the options to the exit status: select, open, measure, write.
class Session {
 public:
  Session(const Options& options, const Environment& environment)
      : state_{options, environment},
        outputs_(state_),
        ending_(state_, outputs_),
        runner_(state_, ending_) {}
  /// Throws UsageError.
  int run();

 private:
  using Specs = std::vector<devices::DeviceSpec>;

  int list_devices();
  std::vector<api::Instance> select(const Specs& specs, bool may_be_none) const;
  void require_floors();
  int list(const std::vector<api::Instance>& instances) const {
    for (const auto& instance : instances)
      *state_.environment.out << (state_.options.list_ids ? instance.id : instance.full_name)
                              << '\n';
    return ExitStatus::kGood;
  }
  int list_for_ctest(const Specs& specs) const;
  int write_modules() const;
  void require_measuring() const;
  void open(const Specs& specs, const std::vector<api::Instance>& instances);
  void print_header() const;
  void measure();
  bool measure_last_canaries();
  /// A driver may hang there too.
  void close_devices() {
    ending_.after_outputs();
    ending_.watchdog().arm();
    for (auto& slot : state_.cases.slots) slot.close();
    ending_.watchdog().disarm();
    ending_.limit_exit();
  }

  RunState state_;
  RunOutputs outputs_;
  Ending ending_;
  CaseRunner runner_;
};

int Session::run() {
  if (!state_.options.modules_out.empty()) return write_modules();
  require_measuring();
  const auto specs = devices::parse_devices(state_.options.devices,
                                            devices::names_of(state_.environment.backends));
  if (state_.options.list_devices) return list_devices();
  require_floors();
  if (!state_.options.list_ctest.empty()) return list_for_ctest(specs);
  auto instances = select(specs, false);
  if (state_.options.list_ids || state_.options.list_tests) return list(instances);
  if (state_.options.run_budget)
    order_by_value(instances, state_.options,
                   instance_ids(all_instances(state_.options, state_.environment)), state_.floors);
  open(specs, instances);
  measure();
  const bool is_device_present = measure_last_canaries();
  const int status = ending_.end();
  close_devices();
  return is_device_present ? status : ExitStatus::kFailed;
}

int Session::write_modules() const {
  const auto& other = state_.options.partner_modules;
  process::require_own_file(
      "tickbench_modules_out", state_.options.modules_out,
      std::array{process::TakenFile{other, "is read by --tickbench_other_modules"}});
  const process::OutputFile file("tickbench_modules_out", state_.options.modules_out);
  file.write(other_build::to_modules_file(backend::modules(), {version(), commit()}));
  return ExitStatus::kGood;
}

/// Beside another build's kernels there is neither a reference nor a floor; a profiled launch has
/// no time.
void Session::require_measuring() const {
  const auto& options = state_.options;
  if (!options.earlier.empty() && !options.run_budget)
    throw UsageError("--tickbench_earlier: expected --tickbench_run_budget beside it, found none");
  using Flag = std::pair<const char*, bool>;
  const Flag verify_only{"--tickbench_verify_only", options.verify_only};
  const Flag profile{"--tickbench_profile", options.profile};
  const Flag floors{"--tickbench_floors", !options.floors.empty()};
  const Flag other{"--tickbench_other_modules", state_.other_build.has_value()};
  const Flag energy{"--tickbench_energy", options.energy};
  const Flag repetitions{"--benchmark_repetitions", options.repetitions > 1};
  const std::initializer_list<std::pair<Flag, Flag>> apart{
      {other, verify_only},   {other, floors},  {floors, verify_only}, {floors, profile},
      {profile, verify_only}, {profile, other}, {profile, energy},     {profile, repetitions}};
  for (const auto& [one, another] : apart)
    if (one.second && another.second)
      throw UsageError(
          fmt::format("{} and {}: expected one of them, found both", one.first, another.first));
}

int Session::list_devices() {
  const auto& environment = state_.environment;
  if (environment.take_output) environment.take_output();
  ending_.watchdog().arm();  // a driver may hang
  const text::Terminal terminal{environment.out_columns,
                                environment.out_columns > 0 && environment.has_colour};
  devices::list_devices(devices::enumerate(environment.backends),
                        state_.options.format == Format::kJson, *environment.out, *environment.err,
                        terminal);
  ending_.watchdog().disarm();
  return ExitStatus::kGood;
}

std::vector<api::Instance> Session::select(const Specs& specs, bool may_be_none) const {
  const auto& [backends, registrations] =
      std::tie(state_.environment.backends, state_.environment.registrations);
  const auto names = devices::names_of(backends);
  api::refuse_misspelt_backends(registrations, names);
  for (const auto* registration : registrations)
    static_cast<void>(with_stated(state_.options, registration->description()));
  // CTest's list is of what is registered.
  const auto asked = state_.options.list_ctest.empty()
                         ? api::parse_axes(state_.options.axes, registrations)
                         : api::AskedAxes();
  const auto meant = devices::select_backends(specs, names);
  const auto instances = api::expand(registrations, meant, asked);
  if (instances.empty())
    throw UsageError(fmt::format("expected benchmarks for {}{} in this program, found none",
                                 fmt::join(meant, ", "),
                                 !asked.empty() ? " with every axis of --tickbench_axis" : ""));
  return suite::select(instances, state_.options, may_be_none);
}

/// Floors are for all of a program's benchmarks, whichever of them run.
void Session::require_floors() {
  if (state_.floors.is_empty()) {
    if (state_.options.strict)
      throw UsageError("--tickbench_strict: expected --tickbench_floors beside it, found none");
    return;
  }
  const auto instances = all_instances(state_.options, state_.environment);
  results::FormerIds former;
  for (const auto& instance : instances)
    former.add(instance.id, {instance.names.begin() + 1, instance.names.end()});
  state_.floors.know(former);
  // One file may be for both kinds: `tickbench check` judges the others.
  state_.floors.require_benchmarks(
      instance_ids(instances), text::plain_ids(google::plain_benchmarks(state_.options.program)));
}

/// Both kinds in one file. The runs are those of a floor for any device: listing opens none.
int Session::list_for_ctest(const Specs& specs) const {
  const auto& options = state_.options;
  const process::OutputFile file("tickbench_list_ctest", options.list_ctest);
  const auto plain = select_plain(google::plain_benchmarks(options.program), options);
  std::string list;
  for (const auto& instance : select(specs, !plain.empty()))
    list += outputs::ctest_line("suite", instance.id, state_.floors.runs_asked(instance.id));
  for (const auto& id : plain) list += outputs::ctest_line("plain", id);
  file.write(list);
  return ExitStatus::kGood;
}

void Session::open(const Specs& specs, const std::vector<api::Instance>& instances) {
  if (const auto plain = google::plain_benchmarks(state_.options.program); !plain.empty()) {
    // For good: the minimum time of 0 that ours need would make one iteration of each of them.
    benchmark::ClearRegisteredBenchmarks();
    state_.messages.note_at_end(fmt::format("{} left out: {} runs them, and none of tickbench's",
                                            text::counted(plain.size(), "plain benchmark"),
                                            kPlainFlag));
  }
  outputs_.open();
  if (state_.environment.take_output) state_.environment.take_output();
  // A driver may hang before any benchmark runs.
  ending_.watchdog().arm();
  auto chosen =
      choose_devices(specs, instances, state_.options, state_.environment, state_.messages);
  ending_.watchdog().disarm();
  state_.cases.add(std::move(chosen), instances, state_.options);
}

void Session::print_header() const {
  auto& err = *state_.environment.err;
  const auto built = text::visible(commit());
  err << "tickbench " << version() << (built.empty() ? "" : " (" + built + ")") << '\n';
  for (const auto& device : state_.cases.devices()) {
    err << device.id() << ": " << text::visible(device.name) << " (" << text::visible(device.vendor)
        << ", driver " << text::visible(device.driver);
    if (device.compute_units > 0) err << ", " << device.compute_units << " compute units";
    err << ')';
    if (!device.note.empty()) err << ", " << text::visible(device.note);
    err << '\n';
  }
}

void Session::measure() {
  google::Registry registry(state_.options.google_benchmark);
  outputs_.make_reporters();
  std::size_t total = 0;
  for (auto& benchmark_case : state_.cases.all) {
    registry.add(benchmark_case.instance, [this, &benchmark_case](benchmark::State& google_state) {
      runner_.run(benchmark_case, google_state);
    });
    total += static_cast<std::size_t>(benchmark_case.repetitions);
  }
  state_.progress.start(total);
  print_header();
  benchmark::RunSpecifiedBenchmarks(outputs_.display(), outputs_.file(), "all");
}

/// Of the devices that have a first one. A device that fails now has failed no benchmark: what was
/// measured stands, the canary is missing, and the run has failed. Returns false where one does.
bool Session::measure_last_canaries() {
  bool is_good = true;
  ending_.after_benchmarks();
  auto& watchdog = ending_.watchdog();
  for (auto& slot : state_.cases.slots) {
    if (slot.canaries().begin.empty() || !has_measured(state_.log, slot)) continue;
    // The watchdog begins behind it.
    const process::HostLock held(
        state_.environment.lock_folder, slot.lock_name(), [] {}, state_.options.lock_limit());
    if (!held.is_held() && held.failure().empty()) {
      state_.messages.note("no canary at the end: another process is still measuring");
      continue;
    }
    watchdog.arm();
    try {
      slot.measure_last_canary();
      for (const auto& excluded : slot.canaries().excluded) state_.messages.note(excluded);
    } catch (const Error& error) {
      state_.messages.note(std::string("no canary at the end: ") + error.what());
      is_good = false;
    }
    watchdog.disarm();
  }
  return is_good;
}

/// Beside another build's kernels all that counts is the ratio: what costs time and says nothing of
/// it is left out of each of the many processes.
Environment environment_for(const Options& options, const Environment& environment) {
  auto lean = environment;
  if (options.partner_modules.empty()) return lean;
  lean.peaks = [](backend::Device&) { return Peaks{}; };
  lean.canary = nullptr;
  lean.tries_the_smallest = false;
  return lean;
}

int run_guarded(const std::vector<std::string>& arguments, const Environment& environment) {
  try {
    if (auto plain = arguments; std::erase(plain, kPlainFlag) > 0)
      return google::run_plain(without_own_flags(plain), flags_of_google_benchmark());
    const Options options = parse_options(arguments, environment.backends);
    if (options.help) {
      *environment.out << help_text(environment.backends);
      return ExitStatus::kGood;
    }
    const auto run_environment = environment_for(options, environment);
    return Session(options, run_environment).run();
  } catch (const UsageError& error) {
    print_error(*environment.err, error.what());
    return ExitStatus::kUsage;
  } catch (const std::exception& error) {
    print_error(*environment.err, error.what());
    return ExitStatus::kFailed;
  }
}

}  // namespace

int run_session(const std::vector<std::string>& arguments, const Environment& environment) {
  const process::SignalAction broken_pipe(SIGPIPE, SIG_IGN);
  const process::SignalAction file_size(SIGXFSZ, SIG_IGN);
  if (environment.owns_process) keep_freed_memory();
  int status = run_guarded(arguments, environment);
  // Only now is every device closed.
  for (const auto& failure : backend::take_failed_clean_ups()) {
    print_error(*environment.err, "cleaning up: " + failure);
    status = ExitStatus::kFailed;
  }
  status = with_outputs(status, is_standard_output_whole(environment));
  say_end(status, arguments, environment);
  return status;
}

}  // namespace tickbench::suite
