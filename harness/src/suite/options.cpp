// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/options.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::suite {
namespace {

/// How a flag stands on the command line, and whom it concerns.
enum Trait : unsigned {
  kSwitch = 1,       ///< may stand without a value
  kMayBeEmpty = 2,   ///< `--name=` is a value
  kRepeatable = 4,   ///< elsewhere the last one wins, as in Google Benchmark
  kForwarded = 8,    ///< given to Google Benchmark as it is
  kReproduced = 16,  ///< changes a measurement: in the line that reproduces a failure
};

struct Flag {
  std::string name;
  unsigned traits;
  std::function<void(const FlagValue&)> apply;

  bool has(Trait trait) const { return (traits & trait) != 0; }
};

std::vector<Flag> google_benchmark_flags(Options& o) {
  const auto is_boolean = [](const FlagValue& value) { value.boolean(); };
  return {
      {"benchmark_list_tests", kSwitch, [&](auto& value) { o.list_tests = value.boolean(); }},
      {"benchmark_filter", kMayBeEmpty, [&](auto& value) { o.filter = value.text; }},
      {"benchmark_min_time", kReproduced, [&](auto& value) { value.minimum_time(o.settings); }},
      {"benchmark_min_warmup_time", kReproduced,
       [&](auto& value) {
         // Never less than the harness's own minimum: Google Benchmark's default is 0.
         o.settings.minimum_warm_up =
             std::max(MeasurementSettings{}.minimum_warm_up, Seconds(value.number(0, "seconds")));
       }},
      {"benchmark_repetitions", kForwarded,
       [&](auto& value) {
         const auto count = value.count(1, "a count of at least 1");
         if (count > 1'000'000) value.refuse("a count of at most a million");
         o.repetitions = static_cast<int>(count);
       }},
      {"benchmark_enable_random_interleaving", kSwitch | kForwarded, is_boolean},
      {"benchmark_report_aggregates_only", kSwitch | kForwarded, is_boolean},
      {"benchmark_display_aggregates_only", kSwitch | kForwarded, is_boolean},
      {"benchmark_format", 0, [&](auto& value) { o.format = value.format(); }},
      {"benchmark_out", kMayBeEmpty, [&](auto& value) { o.out = value.text; }},
      {"benchmark_out_format", 0, [&](auto& value) { o.out_format = value.format(); }},
      {"benchmark_color", kSwitch,
       [&](auto& value) {
         o.color = value.text == "auto" ? Color::kAuto : value.boolean() ? Color::kYes : Color::kNo;
       }},
      {"benchmark_counters_tabular", kSwitch, [&](auto& value) { o.tabular = value.boolean(); }},
      {"benchmark_context", kForwarded,
       [](auto& value) {
         if (!RE2::FullMatch(value.text, "[^=,]+=[^=,]*(,[^=,]+=[^=,]*)*"))
           value.refuse("KEY=VALUE, further ones after commas");
       }},
      {"benchmark_perf_counters", kForwarded, [](auto&) {}},
      {"benchmark_time_unit", kForwarded,
       [](auto& value) {
         value.one_of({"ns", "us", "ms", "s"});
       }},
      {"v", kForwarded, [](auto& value) { value.count(0, "a level from 0"); }},
  };
}

std::vector<Flag> tickbench_flags(Options& o) {
  return {
      {"help", kSwitch, [&](auto& value) { o.help = value.boolean(); }},
      // Whoever gives it is answered by Google Benchmark, before other flags are read.
      {"tickbench_plain", kSwitch, [](auto& value) { value.refuse("it alone, without a value"); }},
      {"tickbench_list", kSwitch, [&](auto& value) { o.list_ids = value.boolean(); }},
      {"tickbench_list_runs", kSwitch, [&](auto& value) { o.list_runs = value.boolean(); }},
      {"tickbench_list_devices", kSwitch, [&](auto& value) { o.list_devices = value.boolean(); }},
      {"tickbench_benchmark", kRepeatable, [&](auto& value) { o.ids.push_back(value.text); }},
      {"tickbench_large", kSwitch | kReproduced, [&](auto& value) { o.large = value.boolean(); }},
      {"tickbench_device", 0, [&](auto& value) { o.devices = value.text; }},
      {"tickbench_mode", kReproduced,
       [&](auto& value) {
         o.modes = static_cast<results::Modes>(value.one_of({"both", "isolated", "batched"}));
       }},
      {"tickbench_cache", kReproduced, [&](auto& value) { value.cache(o); }},
      {"tickbench_precision", kReproduced,
       [&](auto& value) {
         static const std::string kExpected = "a fraction above 0 and below 1 (0.01)";
         o.settings.precision = value.number(0, kExpected);
         if (o.settings.precision <= 0 || o.settings.precision >= 1) value.refuse(kExpected);
       }},
      {"tickbench_budget", kReproduced,
       [&](auto& value) { o.settings.budget = Seconds(value.number(0, "seconds (0.5)")); }},
      {"tickbench_timeout", kReproduced,
       [&](auto& value) {
         o.timeout = Seconds(value.number(0, "seconds; 0 for none"));
         o.waiting_counts = true;
       }},
      {"tickbench_verify_only", kSwitch | kReproduced,
       [&](auto& value) { o.verify_only = value.boolean(); }},
      {"tickbench_energy", kSwitch | kReproduced, [&](auto& value) { o.energy = value.boolean(); }},
      {"tickbench_floors", kReproduced | kRepeatable,
       [&](auto& value) { o.floors.push_back(value.text); }},
      {"tickbench_strict", kSwitch | kReproduced, [&](auto& value) { o.strict = value.boolean(); }},
      {"tickbench_samples_out", kMayBeEmpty, [&](auto& value) { o.samples_out = value.text; }},
      {"tickbench_ctest", kSwitch, [&](auto& value) { o.ctest = value.boolean(); }},
      {"tickbench_trace_out", kMayBeEmpty, [&](auto& value) { o.trace_out = value.text; }},
      {"tickbench_modules_out", 0, [&](auto& value) { o.modules_out = value.text; }},
      {"tickbench_other_modules", kReproduced, [&](auto& value) { o.other_modules = value.text; }},
  };
}

std::vector<Flag> backend_flags(const std::vector<backend::Backend*>& backends, Options& o) {
  std::vector<Flag> flags;
  for (const auto* backend : backends)
    for (const auto& setting : backend->settings()) {
      auto& chosen = o.choices[std::string(backend->name())][setting.name];
      chosen = setting.values.front();
      flags.push_back({fmt::format("tickbench_{}_{}", backend->name(), setting.name), kReproduced,
                       [&chosen, values = setting.values](const FlagValue& value) {
                         chosen = values[value.one_of(values)];
                       }});
    }
  return flags;
}

std::vector<std::string> names_of(const std::vector<Flag>& flags) {
  std::vector<std::string> names;
  names.reserve(flags.size());
  for (const auto& flag : flags) names.push_back("--" + flag.name);
  return names;
}

void apply(const Flag& flag, const std::string& text, Options& options) {
  const FlagValue value{flag.name, text};
  if (text.empty() && !flag.has(kMayBeEmpty) && !flag.has(kSwitch)) value.refuse("a value");
  flag.apply(value);
  const auto argument = fmt::format("--{}={}", flag.name, text);
  if (flag.has(kForwarded)) options.google_benchmark.push_back(argument);
  if (flag.has(kReproduced)) options.reproduce.push_back(argument);
}

/// Google Benchmark reads the default of every flag from the environment.
void apply_environment(const std::vector<Flag>& flags, Options& options) {
  for (const auto& flag : flags) {
    if (!flag.name.starts_with("benchmark_")) continue;
    const auto variable = text::upper(flag.name);
    const char* text = std::getenv(variable.c_str());  // NOLINT(concurrency-mt-unsafe)
    if (text != nullptr && *text != '\0') apply(flag, text, options);
  }
}

[[noreturn]] void refuse_unknown(const std::string& argument, const std::vector<Flag>& flags) {
  if (!argument.starts_with("-"))
    throw UsageError(fmt::format(
        "expected only flags, found the word '{0}' (a filter is --benchmark_filter={0})",
        argument));
  const std::string name = argument.substr(0, argument.find('='));
  if (name == "--benchmark_dry_run")
    throw UsageError("unknown flag " + name +
                     "; --tickbench_verify_only runs and checks everything, and measures nothing");
  throw UsageError(fmt::format("unknown flag {}{} (--help lists them all)", name,
                               text::did_you_mean(name, names_of(flags))));
}

/// `--name=value` and `--name value`, and of a switch `--name`.
void parse_command_line(const std::vector<std::string>& arguments, const std::vector<Flag>& flags,
                        Options& options) {
  std::map<std::string, std::vector<std::string>> given;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string argument = arguments[i] == "-h" ? "--help" : arguments[i];
    const auto equals = argument.find('=');
    const auto flag = std::ranges::find_if(
        flags, [&](const Flag& known) { return argument.substr(0, equals) == "--" + known.name; });
    if (flag == flags.end()) refuse_unknown(argument, flags);
    std::string text;
    if (equals != std::string::npos)
      text = argument.substr(equals + 1);
    else if (flag->has(kSwitch))
      text = "true";
    else if (i + 1 < arguments.size() && !arguments[i + 1].starts_with("--"))
      text = arguments[++i];
    else
      FlagValue{flag->name, text}.refuse("a value");
    auto& texts = given[flag->name];
    if (!flag->has(kRepeatable)) texts.clear();
    texts.push_back(text);
  }
  for (const auto& flag : flags)
    for (const auto& text : given[flag.name]) apply(flag, text, options);
}

constexpr const char* kHelp =
    R"(Times GPU kernels and copies with the device's own clock, and checks their results.

Which benchmarks, on which devices
  --benchmark_filter=REGEX        those whose name or id matches (RE2, partial); -REGEX: those that do not
  --tickbench_benchmark=ID        exactly this one; repeatable
  --tickbench_large               the sizes that take long on a small device as well
  --tickbench_device=LIST         opencl:0, opencl:PART_OF_NAME, PART_OF_NAME, opencl:0.1 (a sub-device),
                                  opencl (its default device), all; separated by commas.
                                  Default, for each back end: the first GPU, else accelerator, else CPU
  --tickbench_list                the ids
  --tickbench_list_runs           those of which a floor asks for several runs, each behind their number and a tab
  --benchmark_list_tests          Google Benchmark's names; with --tickbench_list those of both kinds, and of which
  --tickbench_plain               take the plain BENCHMARK(...)s of this program in place of these; all other flags
                                  are then Google Benchmark's
  --tickbench_list_devices        the devices, as a table or (with --benchmark_format=json) JSON

How to measure
  --tickbench_mode=both|isolated|batched     one launch at a time, back to back, or both (default)
  --tickbench_cache=warm|cold|cold:BYTES     default: warm
  --tickbench_precision=0.01                 half width of the 95 % interval over the median
  --tickbench_budget=0.5                     seconds of sampling, a mode
  --tickbench_timeout=300                    seconds for one benchmark; 0: none. Where given, waiting for the lock counts
  --tickbench_verify_only                    check the results, measure nothing
  --tickbench_energy                         joules a launch too, by the device's own account: a second more
  --tickbench_floors=FILE                    judge the measurements by the floors of a file; repeatable
  --tickbench_strict                         a floor that stays inconclusive fails
  --tickbench_other_modules=FILE             take another build's kernels in turn with these, and no references
  --benchmark_min_time=0.5 or 100x           least measured device time in seconds, or exactly so many samples
  --benchmark_min_warmup_time=SECONDS        least warm-up (never below 0.05)
  --benchmark_repetitions=N
  --benchmark_enable_random_interleaving

Output
  --benchmark_format=console|json|csv        on standard output; all else goes to standard error
  --benchmark_out=FILE                       written beside and renamed at the end
  --benchmark_out_format=json|console|csv
  --tickbench_samples_out=FILE               every sample, as JSON
  --tickbench_trace_out=FILE                 a timeline for Perfetto and chrome://tracing
  --tickbench_modules_out=FILE               the embedded modules, for --tickbench_other_modules; measures nothing
  --tickbench_ctest                          end with the measurements and files that CTest submits to a dashboard
  --benchmark_report_aggregates_only, --benchmark_display_aggregates_only
  --benchmark_counters_tabular=true|false    default: true
  --benchmark_color=auto|true|false, --benchmark_time_unit=ns|us|ms|s
  --benchmark_context=KEY=VALUE,..., --benchmark_perf_counters=NAMES, --v=LEVEL

Exit status
  0   all passed; or some were skipped and the rest is good
  1   a wrong result, a device error, an implausible time, a missed floor, a failed allocation, a time-out
  2   a mistake in flags, names or files
  77  everything asked for was skipped: no such device here, not supported, larger than its limits
)";

std::string settings_help(const backend::Backend& backend) {
  std::string text;
  for (const auto& setting : backend.settings())
    // In the column of the other flags' meanings.
    text += fmt::format("  {:<53} {}; default: {}\n",
                        fmt::format("--tickbench_{}_{}={}", backend.name(), setting.name,
                                    fmt::join(setting.values, "|")),
                        setting.meaning, setting.values.front());
  return text;
}

}  // namespace

Options parse_options(const std::vector<std::string>& arguments,
                      const std::vector<backend::Backend*>& backends) {
  Options options;
  // Longer than any sound benchmark takes, shorter than the time-out that CTest gives a test by
  // default (1500 s), which kills without a word.
  options.timeout = Seconds(300);
  options.program = arguments.empty() ? "benchmark" : arguments.front();
  options.command_line = arguments;
  // Ours are neutralised for Google Benchmark, so that the environment cannot set them either.
  options.google_benchmark = {
      options.program,
      "--benchmark_list_tests=false",
      "--benchmark_format=console",
      "--benchmark_filter=all",
      "--benchmark_out_format=json",
      // The body is then called once a repetition, and samples under a budget of its own.
      // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one flag
      "--benchmark_min_time=" TICKBENCH_ZERO_MIN_TIME,
      "--benchmark_min_warmup_time=0",
      "--benchmark_repetitions=1",
      "--benchmark_enable_random_interleaving=false",
      "--benchmark_report_aggregates_only=false",
      "--benchmark_display_aggregates_only=false",
  };
  auto flags = google_benchmark_flags(options);
  apply_environment(flags, options);
  for (const auto& more : {tickbench_flags(options), backend_flags(backends, options)})
    flags.insert(flags.end(), more.begin(), more.end());
  parse_command_line({arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end()}, flags,
                     options);
  options.google_benchmark.push_back(options.out.empty() ? "--benchmark_out="
                                                         : "--benchmark_out=/dev/null");
  return options;
}

std::string help_text(const std::vector<backend::Backend*>& backends) {
  std::string text = kHelp;
  for (const auto* backend : backends)
    if (const auto settings = settings_help(*backend); !settings.empty())
      text += "\nSettings of the back end " + std::string(backend->name()) + "\n" + settings;
  return text;
}

}  // namespace tickbench::suite
