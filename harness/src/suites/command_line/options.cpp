// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "command_line/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <cmath>
#include <cstdlib>
#include <variant>

#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::suite {
namespace {

using text::number_in;
using Texts = std::vector<std::string>;

std::optional<std::size_t> bytes_in(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, int>, 4> kUnits{
      {{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"", 0}}};
  for (const auto& [unit, shift] : kUnits) {
    if (!text.ends_with(unit)) continue;
    const auto value = number_in<std::size_t>(text.substr(0, text.size() - unit.size()));
    if (!value || *value == 0 || *value > std::numeric_limits<std::size_t>::max() >> shift)
      return std::nullopt;
    return *value << shift;
  }
  return std::nullopt;
}

/// The text that a flag was given, and what it can be read as. What does not fit is a UsageError:
/// the flag, what was expected, what was found.
struct FlagValue {
  const std::string& flag;
  const std::string& text;

  [[noreturn]] void refuse(const std::string& expected) const {
    throw UsageError(fmt::format("--{}: expected {}, found '{}'", flag, expected, text));
  }
  /// As Google Benchmark reads them.
  bool boolean() const {
    const auto lower = text::lower(text);
    if (RE2::FullMatch(lower, "(true|yes|on|1|t|y)?")) return true;
    if (RE2::FullMatch(lower, "false|no|off|0|f|n")) return false;
    refuse("true or false");
  }
  /// At least `least`, finite. `part`: of the text; nothing: all.
  template <class Number>
  Number number(Number least, const std::string& expected,
                std::optional<std::string_view> part = {}) const {
    const auto value = number_in<Number>(part.value_or(text));
    if (!value || !std::isfinite(static_cast<double>(*value)) || *value < least) refuse(expected);
    return *value;
  }
  Seconds seconds(const std::string& expected) const { return Seconds(number(0.0, expected)); }
  /// Its place among the words.
  std::size_t index(const Texts& words) const {
    const auto found = std::ranges::find(words, text);
    if (found == words.end()) refuse(fmt::format("one of {}", fmt::join(words, ", ")));
    return static_cast<std::size_t>(found - words.begin());
  }
};

/// How a flag stands on the command line, and whom it concerns.
enum Trait : unsigned {
  kSwitch = 1,      ///< may stand without a value, as every bool
  kMayBeEmpty = 2,  ///< `--name=` is a value
  kForwarded = 4,   ///< given to Google Benchmark as it is
  kReproduced = 8,  ///< changes a measurement: in the line that reproduces a failure
};

using Read = std::function<void(Options&, const FlagValue&)>;

struct Flag {
  std::string name;
  /// Where its value goes, or what reads it. The last value wins, but in a list of texts.
  std::variant<bool Options::*, std::string Options::*, Texts Options::*, Read> target;
  unsigned traits = 0;

  bool has(Trait trait) const { return (traits & trait) != 0; }
  bool is_switch() const { return has(kSwitch) || target.index() == 0; }
  bool is_list() const { return target.index() == 2; }
};

void read_boolean(Options& /*options*/, const FlagValue& value) { value.boolean(); }
void read_text(Options& /*options*/, const FlagValue& /*value*/) {}
template <Format Options::*member>
void read_format(Options& options, const FlagValue& value) {
  options.*member = static_cast<Format>(value.index({"console", "json", "csv"}));
}
void read_color(Options& options, const FlagValue& value) {
  options.color = value.text == "auto" ? Color::kAuto : value.boolean() ? Color::kYes : Color::kNo;
}
void read_context(Options& /*options*/, const FlagValue& value) {
  if (!RE2::FullMatch(value.text, "[^=,]+=[^=,]*(,[^=,]+=[^=,]*)*"))
    value.refuse("KEY=VALUE, further ones after commas");
}
void read_repetitions(Options& options, const FlagValue& value) {
  const auto count = value.number<std::int64_t>(1, "a count of at least 1");
  if (count > 1'000'000) value.refuse("a count of at most a million");
  options.repetitions = static_cast<int>(count);
}
/// Never less than the harness's own minimum: Google Benchmark's default is 0.
void read_warm_up(Options& options, const FlagValue& value) {
  options.settings.minimum_warm_up =
      std::max(MeasurementSettings{}.minimum_warm_up, value.seconds("seconds"));
}
void read_precision(Options& options, const FlagValue& value) {
  static const std::string kExpected = "a fraction above 0 and below 1 (0.01)";
  options.settings.precision = value.number(0.0, kExpected);
  if (options.settings.precision <= 0 || options.settings.precision >= 1) value.refuse(kExpected);
  options.settings.wide = options.settings.precision;
}

/// A boolean, or the seed of a run that is repeated: at least 2, so that it is no boolean.
void read_fresh(Options& options, const FlagValue& value) {
  if (const auto seed = number_in<unsigned>(value.text); seed && *seed > 1) {
    options.fresh = true;
    options.fresh_seed = *seed;
  } else {
    options.fresh = value.boolean();
  }
}

/// `0.1`, `0.1s`, or `100x`: exactly so many samples.
void read_minimum_time(Options& options, const FlagValue& value) {
  static const std::string kExpected = "seconds (0.5 or 0.5s) or a number of samples (100x)";
  std::string_view amount = value.text;
  const bool is_count = amount.ends_with('x');
  if (is_count || amount.ends_with('s')) amount.remove_suffix(1);
  const MeasurementSettings defaults;
  options.settings.samples =
      is_count ? value.number<std::int64_t>(1, kExpected, amount) : defaults.samples;
  options.settings.minimum_time =
      is_count ? defaults.minimum_time : Seconds(value.number(0.0, kExpected, amount));
}

/// `warm`, `cold`, `rotating`, `cold:BYTES`, with KiB, MiB or GiB after the number where wanted.
void read_cache(Options& options, const FlagValue& value) {
  static const Texts kCaches{"warm", "cold", "rotating"};  // by Cache
  const auto colon = value.text.find(':');
  const auto name = std::ranges::find(kCaches, value.text.substr(0, colon));
  options.settings.cache = static_cast<Cache>(name - kCaches.begin());
  options.cold_bytes = colon == std::string::npos
                           ? std::nullopt
                           : bytes_in(std::string_view(value.text).substr(colon + 1));
  const bool is_sized = colon != std::string::npos;
  if (name == kCaches.end() || is_sized != options.cold_bytes.has_value() ||
      (is_sized && options.settings.cache == Cache::kWarm))
    value.refuse("warm, cold, rotating, cold:BYTES or rotating:BYTES (cold:512MiB)");
}

std::vector<Flag> google_benchmark_flags() {
  return {
      {"benchmark_list_tests", &Options::list_tests},
      {"benchmark_filter", &Options::filter, kMayBeEmpty},
      {"benchmark_min_time", read_minimum_time, kReproduced},
      {"benchmark_min_warmup_time", read_warm_up, kReproduced},
      {"benchmark_repetitions", read_repetitions, kForwarded},
      {"benchmark_enable_random_interleaving", read_boolean, kSwitch | kForwarded},
      {"benchmark_report_aggregates_only", read_boolean, kSwitch | kForwarded},
      {"benchmark_display_aggregates_only", read_boolean, kSwitch | kForwarded},
      {"benchmark_format", read_format<&Options::format>},
      {"benchmark_out", &Options::out, kMayBeEmpty},
      {"benchmark_out_format", read_format<&Options::out_format>},
      {"benchmark_color", read_color, kSwitch},
      {"benchmark_counters_tabular", &Options::tabular},
      {"benchmark_context", read_context, kForwarded},
      {"benchmark_perf_counters", read_text, kForwarded},
      {"benchmark_time_unit",
       [](auto&, auto& value) {
         value.index({"ns", "us", "ms", "s"});
       },
       kForwarded},
      {"v", [](auto&, auto& value) { value.number(0, "a level from 0"); }, kForwarded},
  };
}

std::vector<Flag> tickbench_flags() {
  return {
      {"help", &Options::help},
      // Whoever gives it is answered by Google Benchmark, before other flags are read.
      {"tickbench_plain", [](auto&, auto& value) { value.refuse("it alone, without a value"); },
       kSwitch},
      {"tickbench_list", &Options::list_ids},
      {"tickbench_list_ctest", &Options::list_ctest},
      {"tickbench_list_devices", &Options::list_devices},
      {"tickbench_benchmark", &Options::ids},
      {"tickbench_axis", &Options::axes, kReproduced},
      {"tickbench_large", &Options::large, kReproduced},
      {"tickbench_device", &Options::devices},
      {"tickbench_mode",
       [](auto& o, auto& value) {
         o.modes =
             static_cast<results::Modes>(value.index({"both", "isolated", "batched", "graph"}));
       },
       kReproduced},
      {"tickbench_cache", read_cache, kReproduced},
      {"tickbench_precision", read_precision, kReproduced},
      {"tickbench_budget",
       [](auto& o, auto& value) { o.settings.budget = value.seconds("seconds (0.5)"); },
       kReproduced},
      {"tickbench_run_budget",
       [](auto& o, auto& value) { o.run_budget = value.seconds("seconds (60)"); }},
      {"tickbench_earlier", &Options::earlier},
      {"tickbench_timeout",
       [](auto& o, auto& value) { o.stated_timeout = value.seconds("seconds; 0 for none"); },
       kReproduced},
      {"tickbench_lock_timeout",
       [](auto& o, auto& value) { o.lock_timeout = value.seconds("seconds; 0 for none"); }},
      {"tickbench_verify_only", &Options::verify_only, kReproduced},
      {"tickbench_profile", &Options::profile, kReproduced},
      {"tickbench_energy", &Options::energy, kReproduced},
      {"tickbench_fresh", read_fresh, kSwitch | kReproduced},
      {"tickbench_floors", &Options::floors, kReproduced},
      {"tickbench_strict", &Options::strict, kReproduced},
      {"tickbench_samples_out", &Options::samples_out, kMayBeEmpty},
      {"tickbench_ctest", &Options::ctest},
      {"tickbench_trace_out", &Options::trace_out, kMayBeEmpty},
      {"tickbench_modules_out", &Options::modules_out},
      {"tickbench_other_modules", &Options::partner_modules, kReproduced},
  };
}

void add_backend_flags(const std::vector<backend::Backend*>& backends, Options& options,
                       std::vector<Flag>& flags) {
  for (const auto* backend : backends)
    for (const auto& setting : backend->settings()) {
      auto& chosen = options.choices[std::string(backend->name())][setting.name];
      chosen = setting.values.front();
      flags.push_back({fmt::format("tickbench_{}_{}", backend->name(), setting.name),
                       [&chosen, setting](auto&, auto& value) {
                         const auto found = setting.deprecated.find(value.text);
                         chosen = found != setting.deprecated.end()
                                      ? found->second
                                      : setting.values[value.index(setting.values)];
                       },
                       kReproduced});
    }
}

void require_name(const std::string& name) {
  static const re2::RE2 kTaken("(help|benchmark_.*|tickbench_.*)");
  if (RE2::FullMatch(name, "[A-Za-z][A-Za-z0-9_.-]+") && !RE2::FullMatch(name, kTaken) &&
      std::ranges::count(api::own_flags(), name, &api::OwnFlag::name) == 1)
    return;
  throw UsageError(
      fmt::format("register_flag(\"{}\"): expected a name of letters, digits, _, . "
                  "and -, which no flag has, found another",
                  text::visible(name)));
}

std::vector<Flag> own_flags() {
  std::vector<Flag> flags;
  for (auto& own : api::own_flags()) {
    require_name(own.name);
    const bool is_boolean = own.value == "false" || own.value == "true";
    const auto read = [&own, is_boolean](Options& options, const FlagValue& given) {
      own.value = !is_boolean ? given.text : given.boolean() ? "true" : "false";
      try {
        if (own.take) own.take(own.value);
      } catch (const std::exception& error) {
        given.refuse(error.what());
      }
      options.own[own.name] = own.value;
    };
    flags.push_back({own.name, read, kReproduced | (is_boolean ? kSwitch : kMayBeEmpty)});
  }
  return flags;
}

void apply(const Flag& flag, const std::string& text, Options& options) {
  const FlagValue value{flag.name, text};
  if (text.empty() && !flag.has(kMayBeEmpty) && !flag.is_switch()) value.refuse("a value");
  if (const auto* boolean = std::get_if<bool Options::*>(&flag.target))
    options.** boolean = value.boolean();
  else if (const auto* word = std::get_if<std::string Options::*>(&flag.target))
    options.** word = text;
  else if (const auto* words = std::get_if<Texts Options::*>(&flag.target))
    (options.**words).push_back(text);
  else
    std::get<Read>(flag.target)(options, value);
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

Texts names_of(const std::vector<Flag>& flags) {
  Texts names;
  for (const auto& flag : flags) names.push_back("--" + flag.name);
  return names;
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
  const auto names = names_of(flags);
  // Google Benchmark's word with our prefix, or the other way round.
  const auto stem = name.substr(std::min(name.find('_'), name.size()));
  const bool is_known = !stem.empty() && std::ranges::any_of(names, [&](const std::string& known) {
    return known.ends_with(stem);
  });
  throw UsageError(fmt::format("unknown flag {}{} (--help lists them all)", name,
                               text::did_you_mean(is_known ? stem : name, names)));
}

/// `--name=value` and `--name value`, and of a switch `--name`. Returns what is none of the flags.
Texts parse_command_line(const std::vector<std::string>& arguments, const std::vector<Flag>& flags,
                         Options& options) {
  Texts others;
  std::map<std::string, Texts> given;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string argument = arguments[i] == "-h" ? "--help" : arguments[i];
    const auto equals = argument.find('=');
    const auto flag = std::ranges::find_if(
        flags, [&](const Flag& known) { return argument.substr(0, equals) == "--" + known.name; });
    if (flag == flags.end()) {
      others.push_back(arguments[i]);
      continue;
    }
    std::string text;
    if (equals != std::string::npos)
      text = argument.substr(equals + 1);
    else if (flag->is_switch())
      text = "true";
    else if (i + 1 < arguments.size() && !arguments[i + 1].starts_with("--"))
      text = arguments[++i];
    else
      FlagValue{flag->name, text}.refuse("a value");
    auto& texts = given[flag->name];
    if (!flag->is_list()) texts.clear();
    texts.push_back(text);
  }
  for (const auto& flag : flags)
    for (const auto& text : given[flag.name]) apply(flag, text, options);
  return others;
}

constexpr const char* kHelp =
    R"(Times GPU kernels and copies with the device's own clock, and checks their results.

Which benchmarks, on which devices
  --benchmark_filter=REGEX        those whose name or id matches (RE2, partial); -REGEX: those that do not
  --tickbench_benchmark=ID        exactly this one; repeatable
  --tickbench_axis=NAME=VALUES    those of an axis: n=1,2,5, n=2^10..2^28*4, registered or not; type=double, a
                                  registered one; repeatable
  --tickbench_large               the sizes that take long on a small device as well
  --tickbench_device=LIST         opencl:0, opencl:PART_OF_NAME, PART_OF_NAME, opencl:0.1 (a sub-device),
                                  opencl (its default device), all; separated by commas.
                                  Default, for each back end: the first GPU, else accelerator, else CPU
  --tickbench_list                the ids
  --tickbench_list_ctest=FILE     the tests that CTest makes of the benchmarks, of plain ones too
  --benchmark_list_tests          Google Benchmark's names
  --tickbench_plain               take the plain BENCHMARK(...)s of this program in place of these; all other flags
                                  are then Google Benchmark's
  --tickbench_list_devices        the devices, as a table or (with --benchmark_format=json) JSON

How to measure
  --tickbench_mode=both|isolated|batched|graph  one launch at a time, back to back, or both (default); graph: both, and
                                             batches as a graph where the back end has them
  --tickbench_cache=warm|cold|rotating       default: warm. cold displaces the caches before each launch; rotating has each
                                             launch take the next copy of its buffers. cold:512MiB states the amount
  --tickbench_precision=FRACTION             half width of the 95 % interval over the median. Default: sampling aims at
                                             0.01 within its budget, and a row above 0.05 is marked (0.11 with 0.1 s)
  --tickbench_budget=0.5                     seconds of sampling, a mode; three times that for a row that would be marked
  --tickbench_run_budget=SECONDS             of the whole run: the most valuable first, and what does not fit left out
  --tickbench_earlier=FILE                   earlier results, by which it knows floors that are near, kernels that changed,
                                             and what was measured long ago; repeatable
  --tickbench_timeout=300                    seconds for one benchmark; 0: none
  --tickbench_lock_timeout=SECONDS           of one wait for another process that measures; 0: none. Default: a stated
                                             --tickbench_timeout, else none
  --tickbench_verify_only                    check the results, measure nothing
  --tickbench_profile                        one launch of each, warm and alone in a range that profilers see; no times
  --tickbench_fresh                          other inputs between timed brackets, whose results are compared;
                                             by default for the smallest of each benchmark; false: none
  --tickbench_energy                         joules a launch too, by the device's own account: a second more
  --tickbench_floors=FILE                    judge the measurements by the floors of a file; repeatable
  --tickbench_strict                         a floor that stays inconclusive or is doubtful fails
  --tickbench_other_modules=FILE             take another build's kernels in turn with these, and no references
  --benchmark_min_time=0.5 or 100x           least measured device time in seconds, or exactly so many samples
  --benchmark_min_warmup_time=SECONDS        least warm-up (never below 0.05)
  --benchmark_repetitions=N
  --benchmark_enable_random_interleaving

Output
  --benchmark_format=console|json|csv        Google Benchmark's formats, in place of the table on standard output
  --benchmark_out=FILE                       written beside and renamed at the end
  --benchmark_out_format=json|console|csv
  --tickbench_samples_out=FILE               every sample, as JSON
  --tickbench_trace_out=FILE                 a timeline for Perfetto and chrome://tracing
  --tickbench_modules_out=FILE               the embedded modules, for --tickbench_other_modules; measures nothing
  --tickbench_ctest                          end with the measurements and files that CTest submits to a dashboard
  --benchmark_report_aggregates_only, --benchmark_display_aggregates_only
  --benchmark_counters_tabular=true|false    of the format console; default: true
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
  for (const auto& setting : backend.settings()) {
    // In the column of the other flags' meanings.
    text += fmt::format("  {:<53} {}; default: {}",
                        fmt::format("--tickbench_{}_{}={}", backend.name(), setting.name,
                                    fmt::join(setting.values, "|")),
                        setting.meaning, setting.values.front());
    for (const auto& [former, value] : setting.deprecated)
      text += fmt::format("; deprecated: {} for {}", former, value);
    text += "\n";
  }
  return text;
}

}  // namespace

Options parse_options(const std::vector<std::string>& arguments,
                      const std::vector<backend::Backend*>& backends) {
  Options options;
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
  auto flags = google_benchmark_flags();
  apply_environment(flags, options);
  std::ranges::move(tickbench_flags(), std::back_inserter(flags));
  add_backend_flags(backends, options, flags);
  std::ranges::move(own_flags(), std::back_inserter(flags));
  const Texts given(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
  if (const auto others = parse_command_line(given, flags, options); !others.empty())
    refuse_unknown(others.front(), flags);
  options.google_benchmark.push_back(options.out.empty() ? "--benchmark_out="
                                                         : "--benchmark_out=/dev/null");
  return options;
}

std::vector<std::string> without_own_flags(const std::vector<std::string>& arguments) {
  Options own;
  return parse_command_line(arguments, own_flags(), own);
}

Options with_stated(Options options, const Registration::Description& description) {
  const auto flags = tickbench_flags();
  try {
    for (const auto& [name, text] : description.flags)
      apply(*std::ranges::find(flags, "tickbench_" + name, &Flag::name), text, options);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("the registration of {}: {}", description.function, error.what()));
  }
  return options;
}

std::vector<std::string> flags_of_google_benchmark() { return names_of(google_benchmark_flags()); }

std::string help_text(const std::vector<backend::Backend*>& backends) {
  std::string text = kHelp;
  for (const auto* backend : backends)
    if (const auto settings = settings_help(*backend); !settings.empty())
      text += "\nSettings of the back end " + std::string(backend->name()) + "\n" + settings;
  if (!api::own_flags().empty()) text += "\nFlags of this program's own\n";
  for (const auto& flag : api::own_flags())
    text += fmt::format("  {:<42} {}; default: {}\n", "--" + flag.name + "=TEXT", flag.meaning,
                        flag.value);
  return text;
}

}  // namespace tickbench::suite
