// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "results/json_document.hpp"
#include "results/result_file.hpp"

namespace tickbench::results {
namespace {

using Kind = JsonValue::Kind;

double seconds_in(JsonValue unit) {
  const auto name = unit.string();
  if (name.empty() || name == "ns") return 1e-9;
  if (name == "us") return 1e-6;
  if (name == "ms") return 1e-3;
  if (name == "s") return 1;
  unit.fail(fmt::format("expected ns, us, ms or s, found '{}'", name));
}

bool is_aggregate(JsonValue row) {
  return row["run_type"].string() == "aggregate" || !row["aggregate_name"].string().empty();
}

/// Google Benchmark's alone: a file of several runs adds its run, and `tickbench check` its id, and
/// how it counted.
bool is_plain(JsonValue row) {
  for (const auto member : row[fields::kTickbench])
    if (member.key() != fields::kRun && member.key() != fields::kId &&
        member.key() != fields::kSettings)
      return false;
  return true;
}

bool is_counter(JsonValue field) {
  return field.is(Kind::kNumber) && !fields::is_google_benchmarks(field.key());
}

/// A counter may have the name `skipped`, and is a number.
bool has_error(JsonValue row) {
  const auto error = row.once("error_occurred");
  if (error.exists() && !error.is(JsonValue::Kind::kNull)) error.expect(JsonValue::Kind::kBoolean);
  return error.is_true();
}

/// Why the time of a loop over `tickbench::timed`, or with its timer within, is none.
std::string_view timer_fault(JsonValue row) {
  if (!is_plain(row) || is_aggregate(row) || has_error(row)) return "";
  const auto has = [&](auto... counters) { return (is_counter(row[counters]) && ...); };
  const bool is_within = has("timed_iterations", "held_iterations");
  if (!is_within && !has("isolated_time", "host_time", "noise", "samples")) return "";
  if (row["name"].string().find("/manual_time") == std::string::npos)
    return "the time is not the device's: the benchmark needs ->UseManualTime()";
  if (is_within && row["timed_iterations"].number() != row["iterations"].number())
    return "the time is not that of all iterations: each needs a timer, and none a break";
  return "";
}

/// A setting's value in today's words.
std::string current_word(const std::string& name, const std::string& value) {
  if (name == "opencl.hold" && value == "delay") return "delay_kernel";
  const bool is_host_event =
      (name == "opencl.hold" && value == "event") || (name == "cuda.hold" && value == "kernel");
  return is_host_event ? "host_event" : value;
}

void read_clocks(JsonValue conditions, Repetition& repetition) {
  const auto device = conditions[fields::kDevice];
  const auto batched = device[fields::kBatched];
  const auto clocks = batched.exists() ? batched : device[fields::kIsolated];
  repetition.core_clock = clocks[fields::kCoreHertz][fields::kMedian].number_or_zero();
  repetition.memory_clock = clocks[fields::kMemoryHertz][fields::kMedian].number_or_zero();
}

/// Nothing where it has no value.
std::optional<Estimate> estimate_in(JsonValue from) {
  const auto value = from[fields::kValue].number();
  if (!value) return std::nullopt;
  Estimate estimate{*value};
  const auto low = from[fields::kLow].number(), high = from[fields::kHigh].number();
  if (!low || !high) return estimate;
  const double level = from[fields::kLevel].number().value_or(0.95);
  if (*low > *high || level < 0 || level >= 1)
    from.fail("expected low <= high and a level between 0 and 1");
  // A single sample's interval is itself, at level 0: it says nothing.
  if (level > 0) estimate.interval = {*low, *high, level};
  return estimate;
}

std::vector<CanaryFigure> read_canary(JsonValue from) {
  std::vector<CanaryFigure> figures;
  for (const auto kernel : from) {
    auto& figure = figures.emplace_back();
    figure.kernel = kernel.key();
    figure.amount = kernel[fields::kAmount].number_or_zero();
    for (const auto end : {fields::kBegin, fields::kEnd})
      if (const auto time = estimate_in(kernel[end]);
          time && time->value > 0 && time->has_interval())
        figure.ends.push_back({*time, end});
  }
  return figures;
}

void read_drawing(JsonValue entry, Benchmark& head) {
  if (const auto axis = entry[fields::kAxis]; axis.exists())
    head.axis = {axis[fields::kName].text(), axis[fields::kValue].number_or_zero(),
                 axis[fields::kUnit].text()};
  if (const auto pair = entry[fields::kMemories]; pair.exists())
    head.memories = {pair[fields::kFrom].text(), pair[fields::kTo].text()};
  for (const auto group : entry[fields::kGroups]) {
    auto& to = head.groups.emplace_back(Group{group[fields::kName].text(), {}});
    for (const auto figure : group[fields::kFigures]) to.figures.push_back(figure.text());
  }
}

void read_peaks(JsonValue from, Device& device) {
  const auto peaks = from[fields::kPeaks], theoretical = from[fields::kTheoretical];
  device.peak_bytes_per_second = peaks[metrics::kBytesPerSecond].number_or_zero();
  device.peak_flops_per_second = peaks[metrics::kFlopsPerSecond].number_or_zero();
  device.states_theoretical = theoretical.exists();
  device.theoretical_bytes_per_second = theoretical[metrics::kBytesPerSecond].number_or_zero();
  device.theoretical_flops_per_second = theoretical[metrics::kFlopsPerSecond].number_or_zero();
}

std::shared_ptr<const PartnerBuildTimes> read_partner_times(JsonValue from) {
  if (!from.exists()) return nullptr;
  PartnerBuildTimes times{.partner_time = from[fields::kPartnerBuild][fields::kValue].number(),
                          .ratio = from[fields::kRatio][fields::kValue].number(),
                          .differences = {},
                          .why_not = from[fields::kWhyNot].text()};
  for (const auto kernel : from[fields::kDifferences])
    times.differences.push_back({kernel[fields::kKernel].text(), kernel[fields::kOwnBuild].text(),
                                 kernel[fields::kPartnerBuild].text()});
  return std::make_shared<const PartnerBuildTimes>(std::move(times));
}

void add_fact(Facts& facts, const std::string& name, JsonValue value) {
  if (value.is_scalar() && !value.is(Kind::kNull)) facts.emplace_back(name, value.printed());
}

Device read_device(JsonValue from) {
  Device device{.id = from[fields::kId].printed(),
                .name = from[fields::kName].printed(),
                .driver = from[fields::kDriver].printed(),
                .clock_message = from[fields::kClockCheck][fields::kMessage].printed(),
                .canary = read_canary(from[fields::kCanary])};
  read_peaks(from, device);
  for (const auto fact : from)
    if (fact.key() != fields::kId && fact.key() != fields::kName)
      add_fact(device.facts, fact.key(), fact);
  return device;
}

Context context_of(JsonValue from) {
  const auto more = from[fields::kTickbench];
  const auto started = more[fields::kStarted].printed();
  const auto host = more.is(Kind::kObject) ? more[fields::kHost] : from;
  Context context{.is_tickbench = more.is(Kind::kObject),
                  .started = started.empty() ? from["date"].printed() : started,
                  .cpu = host[fields::kCpu].printed(),
                  .commit = more[fields::kCommit].printed(),
                  .build_type = from["library_build_type"].printed(),
                  .partner_commit = more[fields::kPartner][fields::kCommit].printed(),
                  .host = from["host_name"].printed(),
                  .cpu_scaling = from["cpu_scaling_enabled"].printed(),
                  .cpus = from["num_cpus"].count()};
  for (const auto fact : context.is_tickbench ? more : from) {
    add_fact(context.facts, fact.key(), fact);
    if (fact.key() == fields::kHost)
      for (const auto host_fact : fact)
        add_fact(context.facts, "host " + host_fact.key(), host_fact);
  }
  return context;
}

/// Puts the rows of one run together: one benchmark for each id and device, one repetition a row.
class RunReader {
 public:
  explicit RunReader(ResultFile& file) : file_(file), strings_(*file.strings) {}

  void take(JsonValue row) {
    if (!is_aggregate(row)) {
      add_repetition(benchmark_of(row), row);
      return;
    }
    // Other statistics add nothing; a fitted complexity has the name of a family.
    static constexpr std::pair<std::string_view, std::vector<Metric> Benchmark::*> kKept[] = {
        {"median", &Benchmark::median},
        {"mean", &Benchmark::mean},
        {"stddev", &Benchmark::standard_deviation}};
    const auto aggregate = row["aggregate_name"].string();
    const auto* kept = std::ranges::find(kKept, aggregate, [](auto& kind) { return kind.first; });
    if (kept == std::end(kKept)) return;
    auto& benchmark = benchmark_of(row);
    auto& target = benchmark.*kept->second;
    if (!target.empty()) row.fail(fmt::format("a second {} of '{}'", aggregate, benchmark.id));
    target = read_metrics(row);
    benchmark.aggregated_repetitions =
        std::max(benchmark.aggregated_repetitions, row["repetitions"].count());
  }

  void finish(JsonValue context) {
    file_.context = context_of(context);
    for (const auto device : context[fields::kTickbench][fields::kDevices])
      file_.devices.push_back(read_device(device));
    for (auto& benchmark : file_.benchmarks) {
      std::ranges::sort(benchmark.repetitions, {}, &Repetition::index);
      const auto device = std::ranges::find(file_.devices, benchmark.device_id, &Device::id);
      if (!benchmark.device_id.empty() && device != file_.devices.end())
        benchmark.driver = strings_.intern(device->driver);
      for (const auto& former : benchmark.former_ids)
        if (index_.contains({former, benchmark.device}))
          context.fail(fmt::format("expected one of '{}' and its former id '{}', found both",
                                   benchmark.id, former));
    }
  }

 private:
  Benchmark& benchmark_of(JsonValue row) {
    const auto more = row[fields::kTickbench];
    const auto given = more[fields::kId].string(), run_name = row["run_name"].string();
    const auto id = !given.empty()      ? given
                    : !run_name.empty() ? run_name
                                        : row[fields::kName].string();
    if (id.empty())
      row.fail("expected a benchmark's name, found none (a file of samples is given as samples)");
    const auto device = more[fields::kDevice].string();
    const auto [found, is_new] = index_.emplace(std::pair(id, device), file_.benchmarks.size());
    const auto device_id = more[fields::kDeviceId].string();
    if (!is_new) {
      auto& benchmark = file_.benchmarks[found->second];
      if (!is_aggregate(row) && more.exists() && benchmark.device_id != device_id)
        row.fail(
            fmt::format("'{}' ran on two devices of one name, {} and {}: they cannot be told apart",
                        id, benchmark.device_id, device_id));
      return benchmark;
    }
    auto& benchmark = file_.benchmarks.emplace_back();
    benchmark.id = id;
    benchmark.device = strings_.intern(device);
    benchmark.device_id = strings_.intern(device_id);
    benchmark.backend = strings_.intern(more[fields::kBackend].string());
    benchmark.is_plain = is_plain(row);
    benchmark.has_own_id = !given.empty();
    for (const auto former : more[fields::kFormerIds])
      benchmark.former_ids.push_back(former.text());
    if (more[fields::kSettings][fields::kProfile].is_true())
      row.fail(
          fmt::format("expected results, found '{}' launched once by --tickbench_profile", id));
    benchmark.settings = read_settings(more[fields::kSettings]);
    benchmark.methods = read_settings(more[fields::kMethods]);
    benchmark.baseline = strings_.intern(more[fields::kBaseline][fields::kId].string());
    benchmark.launch_digest = strings_.intern(more[fields::kCode][fields::kDigest].string());
    for (const auto module : more[fields::kCode][fields::kModules])
      benchmark.modules.push_back(module.text());
    read_drawing(more, benchmark);
    return benchmark;
  }

  void add_repetition(Benchmark& benchmark, JsonValue row) {
    const auto given = row["repetition_index"];
    const auto index =
        given.exists() ? given.count() : static_cast<std::int64_t>(benchmark.repetitions.size());
    if (!indices_.emplace(&benchmark - file_.benchmarks.data(), index).second)
      row.fail(fmt::format("expected one row for repetition {} of '{}', found a second", index,
                           benchmark.id));
    benchmark.repetitions.push_back(read_repetition(row, index));
    if (benchmark.is_plain) benchmark.label = strings_.intern(row["label"].string());
    if (benchmark.is_failed()) return;
    // One bad repetition makes the benchmark bad, and a failure is worse than a skip.
    Benchmark ended;
    take_outcome(ended, row);
    if (benchmark.is_skipped() && !ended.is_failed()) return;
    benchmark.outcome = ended.outcome;
    benchmark.message = std::move(ended.message);
  }

  // tickbench's outcome says more than Google Benchmark's error flag beside it.
  void take_outcome(Benchmark& benchmark, JsonValue row) {
    const auto more = row[fields::kTickbench];
    const auto outcome = more.once(fields::kOutcome);
    if (outcome.exists() && outcome.string().empty())
      outcome.fail("expected an outcome, found none");
    const auto fault = timer_fault(row);
    benchmark.outcome = strings_.intern(outcome.exists()                   ? outcome.string()
                                        : has_error(row) || !fault.empty() ? "error"
                                        : row["skipped"].is_true()         ? "skipped"
                                                                           : "");
    for (const auto& message : {more[fields::kMessage], row["error_message"], row["skip_message"]})
      if (benchmark.message = message.string(); !benchmark.message.empty()) return;
    benchmark.message = fault;
  }

  Repetition read_repetition(JsonValue row, std::int64_t index) {
    const auto more = row[fields::kTickbench];
    Repetition repetition{index, read_metrics(row), {}, recorded(more[fields::kLaunch])};
    for (const auto mode : more[fields::kSamples])
      if (mode.is(Kind::kList))
        repetition.samples.push_back({strings_.intern(mode.key()), {}, 1, mode.numbers(), {}});
      else if (mode.is_scalar() && !mode.is(Kind::kNull))  // where no list is, their number
        repetition.sample_counts.push_back({strings_.intern(mode.key()), mode.count()});
    for (const auto reference : more[fields::kReferences])
      if (const auto samples = reference[fields::kSamples]; samples.exists())
        repetition.reference_samples.push_back({strings_.intern(reference.key()), samples.count()});
    if (const auto pairs = more[fields::kBaseline][fields::kPairs]; pairs.exists())
      repetition.reference_samples.push_back({fields::kBaseline, pairs.count()});
    const auto baseline = more[fields::kBaseline][fields::kResolved];
    repetition.baseline_resolved = !baseline.is(Kind::kBoolean) || baseline.is_true();
    repetition.stop_reasons = read_settings(more[fields::kStopReason]);
    repetition.batch = more[fields::kBatch].count();
    if (const auto converged = more[fields::kConverged]; converged.is(Kind::kBoolean))
      repetition.converged = converged.is_true();
    if (const auto resolved = more[fields::kResolved]; resolved.is(Kind::kBoolean))
      repetition.resolved = resolved.is_true();
    const auto steps = more[fields::kClockStep];
    repetition.isolated_step = steps[fields::kIsolated].number_or_zero();
    repetition.batched_step = steps[fields::kBatched].number_or_zero();
    repetition.first_launch = recorded(more[fields::kFirstLaunch]);
    for (const auto region : more[fields::kRegions])
      repetition.regions.push_back(
          {region[fields::kName].text(), region[fields::kDevice].number_or_zero(),
           region[fields::kHost].number_or_zero(), region[fields::kCount].count()});
    read_clocks(more[fields::kConditions], repetition);
    repetition.other_build = read_partner_times(more[fields::kPartner]);
    repetition.batched_hold = strings_.intern(more[fields::kHold][fields::kBatched].string());
    for (const auto remark : more[fields::kConditions][fields::kRemarks]) {
      repetition.condition = strings_.intern(remark.string());
      break;
    }
    return repetition;
  }

  std::vector<Metric> recorded(JsonValue metrics) {
    std::vector<Metric> found;
    for (const auto metric : metrics)
      if (const auto estimate = estimate_in(metric))
        found.push_back({*estimate, strings_.intern(metric.key())});
    return found;
  }

  std::vector<Metric> read_metrics(JsonValue row) {
    auto found = recorded(row[fields::kTickbench][fields::kMetrics]);
    // The first of a name stays.
    const auto add = [&](std::string_view name, double value) {
      if (find_named(found, name) == nullptr) found.push_back({{value}, strings_.intern(name)});
    };
    // Its times are 0, or those until it failed.
    if (has_error(row) || row["skipped"].is_true()) return found;
    const auto unit = row["time_unit"];
    if (const auto time = row[metrics::kRealTime].number()) {
      add(metrics::kRealTime, *time * seconds_in(unit));
      // A row of tickbench's says itself what its time is; its aggregates are of that time.
      if (is_plain(row) || is_aggregate(row)) add(metrics::kTime, *time * seconds_in(unit));
    }
    if (const auto time = row[metrics::kCpuTime].number())
      add(metrics::kCpuTime, *time * seconds_in(unit));
    for (const auto field : row)
      if (is_counter(field)) add(field.key(), *field.number());
    found.shrink_to_fit();
    return found;
  }

  void flatten(JsonValue value, const std::string& name, std::vector<Setting>& into) {
    if (value.is_scalar())
      into.push_back({strings_.intern(name), strings_.intern(current_word(name, value.printed()))});
    std::size_t index = 0;
    for (const auto part : value) {
      const auto step = value.is(Kind::kList) ? std::to_string(index++) : part.key();
      flatten(part, name.empty() ? step : fmt::format("{}.{}", name, step), into);
    }
  }

  // By name; `a.b.2` for what lies deeper.
  std::vector<Setting> read_settings(JsonValue settings) {
    std::vector<Setting> result;
    if (!settings.is_scalar()) flatten(settings, "", result);
    std::ranges::sort(result, {}, &Setting::name);
    result.shrink_to_fit();
    return result;
  }

  ResultFile& file_;
  StringPool& strings_;
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> index_;  ///< by id, device
  std::set<std::pair<std::ptrdiff_t, std::int64_t>> indices_;  ///< of each one's repetitions
};

}  // namespace

void read_run(std::span<const JsonValue> rows, JsonValue context, ResultFile& run) {
  if (context.exists()) context.expect(JsonValue::Kind::kObject);
  RunReader reader(run);
  for (const auto row : rows) reader.take(row);
  reader.finish(context);
}

}  // namespace tickbench::results
