// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/run_outputs.hpp"

#include <fmt/chrono.h>
#include <sys/utsname.h>

#include <chrono>
#include <cstdlib>

#include "floors/floor_report.hpp"
#include "metrics/metric_info.hpp"
#include "outputs/ctest_output.hpp"
#include "outputs/trace.hpp"
#include "results/fields.hpp"
#include "results/json_document.hpp"
#include "suite/commit.inc"

namespace tickbench::suite {
namespace {

namespace fields = results::fields;

results::Json host() {
  utsname kernel{};
  ::uname(&kernel);
  return {{"cpu", conditions::cpu_model()},
          {"os", conditions::value_in("/etc/os-release", "PRETTY_NAME", '=')},
          {"kernel", std::string(kernel.sysname) + " " + kernel.release}};
}

#if defined(__clang__)
constexpr const char* kCompiler = "clang " __clang_version__;
#else
constexpr const char* kCompiler = "gcc " __VERSION__;
#endif

/// As ISO 8601 writes it. Short runs that start within one second are told apart by it.
std::string now_in_utc() {
  using std::chrono::system_clock;
  const auto now = system_clock::now();
  const auto since = std::chrono::floor<std::chrono::milliseconds>(now.time_since_epoch());
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(system_clock::to_time_t(now)),
                     since.count() % 1000);
}

std::vector<std::string> moved_canaries(const std::deque<DeviceSlot>& slots) {
  std::vector<std::string> lines;
  for (const auto& slot : slots) {
    if (!slot.selected.device) continue;
    const auto [begin, end, excluded] = slot.canaries();
    auto line = canary::moved_text(slot.selected.device->id(), begin, end);
    if (!line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

std::string row_name(const std::string& id, const std::string& device) {
  return id + " on " + device;
}

/// Of a result file: what has floors, one run for each of which is enough, and decided none. A file
/// that is none, or another program's, has no such row.
std::set<std::string> undecided_rows(const std::string& path) {
  std::set<std::string> rows;
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return rows;
  const auto is_undecided = [](const results::Json& floor) {
    return floor.at("verdict") == to_string(FloorVerdict::kInconclusive) && !floor.contains("runs");
  };
  try {
    const auto file = results::read_json(path);
    for (const auto& row : file.root.at("benchmarks"))
      if (const auto& found = row.at(fields::kTickbench); found.contains("floors"))
        if (const auto& judged = found.at("floors").at("judged");
            !judged.empty() && std::ranges::all_of(judged, is_undecided))
          rows.insert(row_name(found.at("id"), found.at("device")));
  } catch (const std::exception&) {
    return {};
  }
  return rows;
}

results::Json to_json(const DeviceSlot& slot) {
  results::Json device = results::to_json(*slot.selected.device);
  const api::DeviceFindings found = slot.findings();
  device["opened"] = found.is_open;
  if (found.clock) device[fields::kClockCheck] = results::to_json(*found.clock);
  if (found.peaks.bytes_per_second > 0 || found.peaks.flops_per_second > 0)
    device[fields::kPeaks] = {{metrics::kBytesPerSecond, found.peaks.bytes_per_second},
                              {metrics::kFlopsPerSecond, found.peaks.flops_per_second}};
  if (found.is_open) device[fields::kTheoretical] = results::to_json(found.theoretical);
  if (!found.peaks.note.empty()) device["peaks_note"] = found.peaks.note;
  const auto [begin, end, excluded] = slot.canaries();
  if (!begin.empty()) device[fields::kCanary] = results::to_json(begin, end);
  if (!excluded.empty()) device["canary_note"] = fmt::format("{}", fmt::join(excluded, "; "));
  return device;
}

}  // namespace

std::string version() { return TICKBENCH_VERSION; }

std::string commit() {
  const char* given = std::getenv("TICKBENCH_COMMIT");  // NOLINT(concurrency-mt-unsafe)
  return given != nullptr ? given : TICKBENCH_BUILT_COMMIT;
}

RunOutputs::RunOutputs(RunState& state) : state_(state), started_(now_in_utc()) {}

void RunOutputs::open() {
  const auto& options = state_.options;
  // Inputs are read once more, by a line that reproduces the run or by the next one.
  std::vector<process::TakenFile> taken{
      {options.partner_modules, "is that of --tickbench_other_modules"}};
  for (const auto& file : options.floors) taken.push_back({file, "is that of --tickbench_floors"});
  const auto open = [&taken](const std::string& flag, const std::string& path) {
    process::require_own_file(flag, path, taken);
    taken.push_back({path, "is that of --" + flag});
    return path.empty() ? nullptr : std::make_unique<process::OutputFile>(flag, path);
  };
  if (!state_.floors.is_empty()) undecided_before_ = undecided_rows(options.out);
  results_file_ = open("benchmark_out", options.out);
  samples_file_ = open("tickbench_samples_out", options.samples_out);
  trace_file_ = open("tickbench_trace_out", options.trace_out);
}

void RunOutputs::make_reporters() {
  const auto& options = state_.options;
  const auto& environment = state_.environment;
  google::Reporter::Settings settings;
  settings.format = options.format;
  settings.color =
      options.color == Color::kYes ||
      (options.color == Color::kAuto && environment.out_columns > 0 && environment.has_colour);
  settings.tabular = options.tabular;
  settings.columns = environment.out_columns;
  const bool has_several_devices = state_.cases.devices().size() > 1;
  for (const auto& each : state_.cases.all)
    settings.ids.push_back(each.id + (each.repetitions > 1 ? "_stddev" : ""));
  settings.subject = [this, has_several_devices](const google::EntryKey& key) {
    const auto& each = state_.cases.at(key.family);
    const auto* record = key.is_aggregate ? nullptr : state_.log.find(key.family, key.repetition);
    return google::RowSubject{each.id, has_several_devices ? each.device_id : "", record};
  };
  settings.live = environment.out;
  settings.err = environment.err;
  settings.before_output = [this] { state_.progress.clear(); };
  settings.deliver = [this](const std::string& text) {
    *state_.environment.out << text << std::flush;
  };
  settings.context = [this] { return context(); };
  settings.entry = [this](const google::EntryKey& key) { return entry(key); };
  display_ = std::make_unique<google::Reporter>(settings);
  if (!results_file_) return;
  settings.format = options.out_format;
  settings.color = false;
  settings.columns = 0;
  settings.live = nullptr;
  settings.deliver = [this](const std::string& text) { results_file_->write(text); };
  file_ = std::make_unique<google::Reporter>(settings);
}

results::Json RunOutputs::context() const {
  const auto command_line = fmt::format("{}", fmt::join(state_.options.command_line, " "));
  results::Json json{
      {fields::kVersion, version()},  {fields::kCommit, commit()},
      {"compiler", kCompiler},        {"google_benchmark", TICKBENCH_GOOGLE_BENCHMARK_VERSION},
      {"command_line", command_line}, {fields::kStarted, started_},
      {fields::kHost, host()},        {"backends", devices::names_of(state_.environment.backends)}};
  if (const auto& other = state_.other_build)
    json[fields::kPartner] = {{fields::kVersion, other->build().version},
                              {fields::kCommit, other->build().commit}};
  json[fields::kDevices] = results::Json::array();
  for (const auto& slot : state_.cases.slots)
    if (slot.selected.device) json[fields::kDevices].push_back(to_json(slot));
  return json;
}

results::Json RunOutputs::entry(const google::EntryKey& key) const {
  const auto& benchmark_case = state_.cases.at(key.family);
  const auto* record = key.is_aggregate ? nullptr : state_.log.find(key.family, key.repetition);
  auto json = record != nullptr
                  ? results::to_json(*record)
                  : results::aggregate_to_json(benchmark_case, benchmark_case.settings);
  if (const auto report = state_.floors.report(benchmark_case))
    json["floors"] = floors::to_json(*report);
  return json;
}

void RunOutputs::add_unreported() {
  for (auto* reporter : {display(), file()}) {
    if (reporter == nullptr) continue;
    state_.messages.attempt([&] {
      std::vector<google::Run> runs;
      for (const auto* done : state_.log.all()) {
        const auto& benchmark_case =
            state_.cases.at(static_cast<std::int64_t>(done->benchmark_case->family));
        runs.push_back(google::unreported_run(*done, benchmark_case.instance,
                                              benchmark_case.repetitions,
                                              state_.cases.label_of(benchmark_case)));
      }
      reporter->add_unreported(std::move(runs));
    });
  }
}

std::string RunOutputs::ctest_text() const {
  const auto& options = state_.options;
  return outputs::ctest_output(
      state_.log.all(), state_.floors,
      {options.ids.size() == 1 ? options.ids.front() : "",
       options.strict,
       {{"results", options.out}, {"samples", options.samples_out}, {"trace", options.trace_out}}});
}

std::vector<std::string> RunOutputs::undecided_again() const {
  std::vector<std::string> lines;
  for (const auto& each : state_.cases.all) {
    const auto report = state_.floors.report(each);
    const auto name = row_name(each.id, each.device);
    if (report && is_undecided(*report) && undecided_before_.contains(name))
      lines.push_back(fmt::format("{}: no floor is decided, for the second run in a row ({})", name,
                                  state_.options.out));
  }
  return lines;
}

/// After a table of good rows. A failure ends with the line that reproduces it.
bool RunOutputs::has_next_step(const results::Records& records) const {
  const auto& options = state_.options;
  return options.format == google::Format::kTable && options.ids.empty() &&
         options.floors.empty() &&
         std::ranges::any_of(records, [](auto* record) { return record->shown() != nullptr; }) &&
         std::ranges::none_of(records, [](auto* record) { return is_failure(record->outcome); });
}

/// The summary comes last: a failing test's output ends with the line that reproduces it.
bool RunOutputs::write() {
  const auto records = state_.log.all();
  auto& messages = state_.messages;
  bool is_whole = true;
  for (auto* reporter : {display(), file()})
    if (reporter != nullptr) is_whole &= messages.attempt([&] { reporter->finish(); });
  // All or none: a run that ends before its first benchmark has no results to write beside them.
  const bool has_begun = display_ && display_->has_begun();
  if (samples_file_ && has_begun)
    is_whole &= messages.attempt([&] {
      samples_file_->write(results::single_line(results::samples_to_json(records, context())) +
                           "\n");
    });
  if (trace_file_ && has_begun)
    is_whole &= messages.attempt([&] {
      trace_file_->write(outputs::make_trace(records, state_.cases.devices(), context()));
    });
  if (state_.options.ctest) *state_.environment.out << ctest_text() << std::flush;
  is_whole &= messages.attempt([&] {
    auto of_run = moved_canaries(state_.cases.slots);
    of_run.insert(of_run.end(), messages.at_end().begin(), messages.at_end().end());
    for (auto& line : undecided_again()) of_run.push_back(std::move(line));
    outputs::print_summary(records, of_run, state_.floors, state_.options.strict, state_.program,
                           *state_.environment.err);
    if (const auto& out = state_.options.out; is_whole && has_next_step(records))
      *state_.environment.err
          << (out.empty() ? "next: --benchmark_out=results.json keeps the figures, for `tickbench "
                            "compare` and floors\n"
                          : fmt::format("next: `tickbench compare {} NEW.json` compares; "
                                        "floors take runs: `tickbench run 5 {} "
                                        "--out=runs.json`\n",
                                        text::visible(out), text::visible(state_.program.path)));
  });
  return is_whole;
}

}  // namespace tickbench::suite
