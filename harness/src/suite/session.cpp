// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/session.hpp"

#include <algorithm>

#include "backend/clean_up.hpp"
#include "floors/floor_json.hpp"
#include "outputs/ctest_output.hpp"
#include "outputs/summary.hpp"
#include "outputs/trace.hpp"
#include "process/signals.hpp"
#include "suite/exit_status.hpp"
#include "suite/google/plain_benchmarks.hpp"
#include "suite/google/replay.hpp"
#include "suite/list_devices.hpp"
#include "suite/selection.hpp"
#include "suite/suite_context.hpp"
#include "text/escape.hpp"

namespace tickbench::suite {
namespace {

std::vector<std::string> names_of(const std::vector<backend::Backend*>& backends) {
  std::vector<std::string> names;
  names.reserve(backends.size());
  for (const auto* backend : backends) names.emplace_back(backend->name());
  return names;
}

struct OutputFlag {
  const char* name;
  const std::string& path;
};

/// The later one would replace the other.
void refuse_one_file_for_two(std::initializer_list<OutputFlag> flags) {
  for (const auto* a = flags.begin(); a != flags.end(); ++a)
    for (const auto* b = a + 1; b != flags.end(); ++b)
      if (!a->path.empty() && !b->path.empty() && process::is_one_file(a->path, b->path))
        throw UsageError(std::string("--") + a->name + "=" + a->path + " and --" + b->name + "=" +
                         b->path + ": expected two files, found one");
}

/// Google Benchmark's registry is the process's: left empty, whatever happens.
struct RegistryGuard {
  RegistryGuard() = default;
  RegistryGuard(const RegistryGuard&) = delete;
  RegistryGuard& operator=(const RegistryGuard&) = delete;
  ~RegistryGuard() { benchmark::ClearRegisteredBenchmarks(); }
};

}  // namespace

Session::Session(const Options& options, const Environment& environment)
    : options_(options),
      environment_(environment),
      started_(time_stamp()),
      floors_(options.floors),
      progress_(*environment.err, environment.err_columns, *environment.host),
      interruption_(environment.owns_process ? std::make_unique<process::Interruption>(
                                                   [this](int signal) { on_interruption(signal); })
                                             : nullptr),
      watchdog_(options.timeout, [this] { on_timeout(); }) {
  if (environment.owns_process) take_process();
}

void Session::take_process() {
  crash_note_ = std::make_unique<process::CrashNote>();
  static constexpr const char* kOutside = "crashed outside any benchmark";
  crash_note_->set(kOutside);
  exit_guard_ = std::make_unique<process::ExitGuard>([this] { on_exit(); });
  progress_.listen([this](const std::string& benchmark, const std::string& phase) {
    if (benchmark.empty()) return crash_note_->set(kOutside);
    crash_note_->set(benchmark + " crashed in the phase \"" + phase + "\"\n    " +
                     reproducing_line(*current_, options_));
  });
}

int Session::run() {
  const auto names = names_of(environment_.backends);
  auto specs = parse_devices(options_.devices, names);
  if (options_.list_devices) {
    list_devices(enumerate(environment_.backends), options_.format, *environment_.out,
                 *environment_.err);
    return ExitStatus::kGood;
  }
  const auto instances = chosen_instances(specs);
  require_floors();
  if (options_.list_ids || options_.list_tests) {
    for (const auto& instance : instances)
      *environment_.out << (options_.list_ids ? instance.id : instance.full_name) << '\n';
    return ExitStatus::kGood;
  }
  allocation_ = allocated_devices(names);
  if (options_.devices.empty()) specs = with_allocation(specs, allocation_);
  refuse_plain_benchmarks(options_.program);
  open_outputs();
  make_cases(specs, instances);
  report_all();
  return end();
}

/// Before anything is measured, so that a name that cannot be written costs nothing.
void Session::open_outputs() {
  const OutputFlag out{"benchmark_out", options_.out};
  const OutputFlag samples{"tickbench_samples_out", options_.samples_out};
  const OutputFlag trace{"tickbench_trace_out", options_.trace_out};
  refuse_one_file_for_two({out, samples, trace});
  const auto open = [](const OutputFlag& flag, std::unique_ptr<process::OutputFile>& file) {
    if (!flag.path.empty()) file = std::make_unique<process::OutputFile>(flag.name, flag.path);
  };
  open(out, out_file_);
  open(samples, samples_file_);
  open(trace, trace_file_);
}

std::vector<Instance> Session::chosen_instances(const std::vector<DeviceSpec>& specs) const {
  refuse_misspelt_backends(environment_.registrations, names_of(environment_.backends));
  return select(expand(environment_.registrations,
                       backends_of(specs, names_of(environment_.backends)), options_.large),
                options_.filter, options_.ids);
}

/// Floors are for all of a program's benchmarks, whichever of them run.
void Session::require_floors() {
  if (floors_.is_empty()) {
    if (options_.strict)
      throw UsageError("--tickbench_strict: expected --tickbench_floors beside it, found none");
    return;
  }
  if (options_.verify_only)
    throw UsageError(
        "--tickbench_floors and --tickbench_verify_only: expected one of them, found both: floors "
        "judge what is measured");
  all_instances_ = expand(environment_.registrations, names_of(environment_.backends), true);
  std::vector<std::string> ids;
  for (const auto& instance : all_instances_) ids.push_back(instance.id);
  floors_.require_benchmarks(ids);
}

/// Nobody asked for a back end that has no device here: one note instead of a skipped row for each
/// benchmark, unless nothing else would be left.
void Session::leave_out_absent(std::vector<Selected>& devices) {
  const auto is_here = [](const Selected& selected) { return selected.device.has_value(); };
  if (std::none_of(devices.begin(), devices.end(), is_here)) return;
  std::erase_if(devices, [&](const Selected& selected) {
    if (is_here(selected)) return false;
    note_once(std::string(selected.backend->name()) + " is left out: " + selected.missing);
    return true;
  });
}

/// Of back ends that have no row to say so.
void Session::note_failed_drivers(const std::vector<BackendDevices>& here,
                                  const std::vector<Selected>& devices) {
  for (const auto& entry : here) {
    const bool is_said = std::any_of(devices.begin(), devices.end(), [&](const Selected& one) {
      return one.backend == entry.backend && !one.device;
    });
    if (entry.not_listed.has_failed && !is_said)
      note_once(std::string(entry.backend->name()) + ": " + entry.not_listed.reason);
  }
}

void Session::make_cases(const std::vector<DeviceSpec>& specs,
                         const std::vector<Instance>& instances) {
  for (auto* backend : environment_.backends)
    if (const auto chosen = options_.choices.find(std::string(backend->name()));
        chosen != options_.choices.end())
      for (const auto& [setting, value] : chosen->second) backend->choose(setting, value);
  std::vector<backend::Backend*> needed;
  for (auto* backend : environment_.backends)
    if (std::any_of(instances.begin(), instances.end(),
                    [&](const Instance& instance) { return instance.backend == backend->name(); }))
      needed.push_back(backend);
  // A driver may hang before any benchmark runs.
  watchdog_.arm();
  const auto here = enumerate(needed);
  watchdog_.disarm();
  auto selection = resolve(specs, here);
  require_allocated(selection.devices, allocation_);
  for (const auto& note : selection.notes) note_once(note);
  note_failed_drivers(here, selection.devices);
  if (options_.devices.empty() && options_.ids.empty()) leave_out_absent(selection.devices);
  for (auto& selected : selection.devices) {
    auto& slot = slots_.emplace_back();
    slot.selected = std::move(selected);
    for (const auto& instance : instances)
      if (instance.backend == slot.selected.backend->name()) {
        auto& added = cases_.emplace_back();
        added.instance = instance;
        added.slot = &slot;
        added.family = cases_.size() - 1;
      }
  }
}

void Session::register_cases() {
  std::size_t total = 0;
  for (auto& of : cases_) {
    auto* registered =
        benchmark::RegisterBenchmark(of.instance.registered_name.c_str(),
                                     [this, &of](benchmark::State& state) { run_case(of, state); });
    registered->UseManualTime();
    const auto& description = *of.instance.description;
    if (description.unit) registered->Unit(*description.unit);
    if (description.repetitions > 0) registered->Repetitions(description.repetitions);
    if (description.report_aggregates_only)
      registered->ReportAggregatesOnly(*description.report_aggregates_only);
    if (description.display_aggregates_only)
      registered->DisplayAggregatesOnly(*description.display_aggregates_only);
    total += static_cast<std::size_t>(repetitions_of(of));
  }
  progress_.start(total);
}

void Session::initialize_google_benchmark() {
  google_arguments_ = options_.google_benchmark;
  std::vector<char*> pointers;
  for (auto& argument : google_arguments_) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  int count = static_cast<int>(google_arguments_.size());
  benchmark::Initialize(&count, pointers.data());
  if (count > 1)
    throw UsageError(std::string("this Google Benchmark (" TICKBENCH_GOOGLE_BENCHMARK_VERSION
                                 ") does not know the flag ") +
                     pointers[1]);
}

void Session::make_reporters() {
  Reporter::Settings settings;
  settings.format = options_.format;
  settings.color = options_.color == Color::kYes ||
                   (options_.color == Color::kAuto && environment_.out_columns > 0);
  settings.tabular = options_.tabular;
  settings.columns = environment_.out_columns;
  settings.label = [this](std::int64_t family) {
    // As much for rows that converged, so that all have the same columns.
    const auto device = label_of(cases_.at(static_cast<std::size_t>(family))).size();
    return (device > 0 ? device + std::string_view(", ").size() : 0) + kNotConverged.size();
  };
  settings.live = environment_.out;
  settings.err = environment_.err;
  settings.before_output = [this] { progress_.clear(); };
  settings.deliver = [this](const std::string& text) { *environment_.out << text << std::flush; };
  settings.context = [this] { return context(); };
  settings.entry = [this](const EntryKey& key) {
    const auto* record = key.is_aggregate ? nullptr : log_.find(key.family, key.repetition);
    const Case& of = cases_.at(static_cast<std::size_t>(key.family));
    return with_floors(
        record != nullptr ? to_json(*record, options_) : aggregate_to_json(of, options_), of);
  };
  display_ = std::make_unique<Reporter>(settings);
  if (!out_file_) return;
  settings.format = options_.out_format;
  settings.color = false;
  settings.columns = 0;
  settings.live = nullptr;
  settings.deliver = [this](const std::string& text) { out_file_->write(text); };
  file_ = std::make_unique<Reporter>(settings);
}

Json Session::with_floors(Json entry, const Case& of) const {
  if (const auto report = floors_.report(of)) entry["floors"] = floors::to_json(*report);
  return entry;
}

void Session::print_header() const {
  *environment_.err << "tickbench " << version();
  if (!commit().empty()) *environment_.err << " (" << commit() << ")";
  *environment_.err << '\n';
  for (const auto& slot : slots_) {
    if (!slot.selected.device) continue;
    const auto& device = *slot.selected.device;
    *environment_.err << device.id() << ": " << device.name << " (" << device.vendor << ", driver "
                      << device.driver << ", " << device.compute_units << " compute units)";
    if (!device.note.empty()) *environment_.err << ", " << device.note;
    *environment_.err << '\n';
  }
}

void Session::report_all() {
  const RegistryGuard guard;
  initialize_google_benchmark();
  make_reporters();
  register_cases();
  print_header();
  benchmark::RunSpecifiedBenchmarks(display_.get(), file_.get(), "all");
}

bool Session::attempt(const std::function<void()>& output) const {
  try {
    output();
    return true;
  } catch (const std::exception& error) {
    *environment_.err << "error: " << text::visible_lines(error.what()) << '\n';
    return false;
  }
}

int Session::end() {
  const std::lock_guard lock(ending_mutex_);
  is_ended_ = true;
  return write_outputs();
}

/// Each output by itself: a full disk must not take the others along. The summary comes last, so
/// that the output of a test that fails ends with the line that reproduces it.
int Session::write_outputs() {
  bool is_whole = attempt([this] {
    if (display_) display_->finish();
  });
  if (file_) is_whole &= attempt([this] { file_->finish(); });
  if (samples_file_)
    is_whole &= attempt(
        [this] { samples_file_->write(one_line(samples_to_json(log_.all(), context())) + "\n"); });
  if (trace_file_)
    is_whole &= attempt([this] { trace_file_->write(trace_of(log_.all(), slots_, context())); });
  if (options_.ctest)
    *environment_.out << ctest_output(log_.all(), floors_, options_) << std::flush;
  is_whole &= attempt([this] { print_summary(log_.all(), floors_, options_, *environment_.err); });
  return with_outputs(exit_status(log_.all(), floors_, options_.strict), is_whole);
}

/// The name says which back end: the device is worth a word only where that has several here.
std::string Session::label_of(const Case& of) const {
  const auto& device = of.slot->selected.device;
  if (!device) return "";
  const auto is_of_its_backend = [&](const DeviceSlot& slot) {
    return slot.selected.backend == of.slot->selected.backend;
  };
  if (std::count_if(slots_.begin(), slots_.end(), is_of_its_backend) < 2) return device->note;
  return device->id() + (device->note.empty() ? "" : ", " + device->note);
}

int Session::repetitions_of(const Case& of) const {
  const int own = of.instance.description->repetitions;
  return own > 0 ? own : options_.repetitions;
}

Json Session::context() const {
  return suite_context(options_, slots_, environment_.backends, started_);
}

bool is_standard_output_whole(const Environment& environment) {
  environment.out->flush();
  if (environment.out->good()) return true;
  *environment.err
      << "error: standard output: expected to write all of it, lost some (a full disk, "
         "or a pipe that was closed)\n";
  return false;
}

namespace {

int run_guarded(const std::vector<std::string>& arguments, const Environment& environment) {
  try {
    const Options options = parse_options(arguments, environment.backends);
    if (options.help) {
      *environment.out << help_text(environment.backends);
      return ExitStatus::kGood;
    }
    return Session(options, environment).run();
  } catch (const UsageError& error) {
    *environment.err << "error: " << text::visible_lines(error.what()) << '\n';
    return ExitStatus::kUsage;
  } catch (const std::exception& error) {
    *environment.err << "error: " << text::visible_lines(error.what()) << '\n';
    return ExitStatus::kFailed;
  }
}

}  // namespace

int run_session(const std::vector<std::string>& arguments, const Environment& environment) {
  const process::IgnoredSignal broken_pipe(SIGPIPE);
  const process::IgnoredSignal file_size(SIGXFSZ);
  int status = run_guarded(arguments, environment);
  // Only now is every device closed.
  for (const auto& failure : backend::take_failed_clean_ups()) {
    *environment.err << "error: cleaning up: " << text::visible_lines(failure) << '\n';
    status = ExitStatus::kFailed;
  }
  return with_outputs(status, is_standard_output_whole(environment));
}

}  // namespace tickbench::suite
