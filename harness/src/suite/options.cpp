// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/options.hpp"

#include <re2/re2.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <map>

#include "suite/flag_values.hpp"
#include "text/nearest.hpp"
#include "tickbench/error.hpp"

namespace tickbench::suite {
namespace {

using Apply = std::function<void(const std::string& flag, const std::string& text)>;

/// One flag: how its value becomes an option.
struct Flag {
  std::string name;
  Apply apply;
  bool is_switch = false;     ///< may stand without a value
  bool may_be_empty = false;  ///< `--name=` is a value
  bool is_forwarded = false;  ///< given to Google Benchmark as it is
  bool is_measuring = false;  ///< belongs into the line that reproduces a failure
  bool is_repeatable = false;
};

Apply to_switch(bool& value) {
  return [&value](const auto& flag, const auto& text) { value = parse_bool(flag, text); };
}
Apply to_text(std::string& value) {
  return [&value](const auto&, const auto& text) { value = text; };
}
Apply one_of(std::vector<std::string> words) {
  return [words = std::move(words)](const auto& flag, const auto& text) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return;
    std::string expected;
    for (const auto& word : words) expected += (expected.empty() ? "" : ", ") + word;
    refuse(flag, "one of " + expected, text);
  };
}
const Apply kAnything = [](const auto&, const auto&) {};
const Apply kSwitch = [](const auto& flag, const auto& text) { parse_bool(flag, text); };

std::vector<Flag> google_benchmark_flags(Options& o) {
  return {
      {.name = "benchmark_list_tests", .apply = to_switch(o.list_tests), .is_switch = true},
      {.name = "benchmark_filter", .apply = to_text(o.filter), .may_be_empty = true},
      {.name = "benchmark_min_time",
       .apply = [&o](const auto& f, const auto& t) { parse_minimum_time(f, t, o.settings); },
       .is_measuring = true},
      {.name = "benchmark_min_warmup_time",
       .apply =
           [&o](const auto& f, const auto& t) {
             // Never less than the harness's own minimum: Google Benchmark's default is 0.
             o.settings.minimum_warm_up = std::max(MeasurementSettings{}.minimum_warm_up,
                                                   Seconds(parse_number(f, t, 0, "seconds")));
           },
       .is_measuring = true},
      {.name = "benchmark_repetitions",
       .apply =
           [&o](const auto& f, const auto& t) {
             const auto count = parse_count(f, t, 1, "a count of at least 1");
             if (count > 1'000'000) refuse(f, "a count of at most a million", t);
             o.repetitions = static_cast<int>(count);
           },
       .is_forwarded = true},
      {.name = "benchmark_enable_random_interleaving",
       .apply = kSwitch,
       .is_switch = true,
       .is_forwarded = true},
      {.name = "benchmark_report_aggregates_only",
       .apply = kSwitch,
       .is_switch = true,
       .is_forwarded = true},
      {.name = "benchmark_display_aggregates_only",
       .apply = kSwitch,
       .is_switch = true,
       .is_forwarded = true},
      {.name = "benchmark_format",
       .apply = [&o](const auto& f, const auto& t) { o.format = parse_format(f, t); }},
      {.name = "benchmark_out", .apply = to_text(o.out), .may_be_empty = true},
      {.name = "benchmark_out_format",
       .apply = [&o](const auto& f, const auto& t) { o.out_format = parse_format(f, t); }},
      {.name = "benchmark_color",
       .apply =
           [&o](const auto& f, const auto& t) {
             o.color = t == "auto" ? Color::kAuto : parse_bool(f, t) ? Color::kYes : Color::kNo;
           },
       .is_switch = true},
      {.name = "benchmark_counters_tabular", .apply = to_switch(o.tabular), .is_switch = true},
      {.name = "benchmark_context",
       .apply =
           [](const auto& f, const auto& t) {
             if (!RE2::FullMatch(t, "[^=,]+=[^=,]*(,[^=,]+=[^=,]*)*"))
               refuse(f, "KEY=VALUE, further ones after commas", t);
           },
       .is_forwarded = true},
      {.name = "benchmark_perf_counters", .apply = kAnything, .is_forwarded = true},
      {.name = "benchmark_time_unit",
       .apply = one_of({"ns", "us", "ms", "s"}),
       .is_forwarded = true},
      {.name = "v",
       .apply = [](const auto& f, const auto& t) { parse_count(f, t, 0, "a level from 0"); },
       .is_forwarded = true},
  };
}

std::vector<Flag> tickbench_flags(Options& o) {
  return {
      {.name = "help", .apply = to_switch(o.help), .is_switch = true},
      {.name = "tickbench_list", .apply = to_switch(o.list_ids), .is_switch = true},
      {.name = "tickbench_list_devices", .apply = to_switch(o.list_devices), .is_switch = true},
      {.name = "tickbench_benchmark",
       .apply = [&o](const auto&, const auto& t) { o.ids.push_back(t); },
       .is_repeatable = true},
      {.name = "tickbench_large",
       .apply = to_switch(o.large),
       .is_switch = true,
       .is_measuring = true},
      {.name = "tickbench_device", .apply = to_text(o.devices)},
      {.name = "tickbench_mode",
       .apply =
           [&o](const auto& f, const auto& t) {
             one_of({"both", "isolated", "batched"})(f, t);
             o.modes = t == "both"       ? Modes::kBoth
                       : t == "isolated" ? Modes::kIsolated
                                         : Modes::kBatched;
           },
       .is_measuring = true},
      {.name = "tickbench_cache",
       .apply = [&o](const auto& f, const auto& t) { parse_cache(f, t, o); },
       .is_measuring = true},
      {.name = "tickbench_precision",
       .apply =
           [&o](const auto& f, const auto& t) {
             static const std::string kExpected = "a fraction above 0 and below 1 (0.01)";
             o.settings.precision = parse_number(f, t, 0, kExpected);
             if (o.settings.precision <= 0 || o.settings.precision >= 1) refuse(f, kExpected, t);
           },
       .is_measuring = true},
      {.name = "tickbench_budget",
       .apply =
           [&o](const auto& f, const auto& t) {
             o.settings.budget = Seconds(parse_number(f, t, 0, "seconds (0.5)"));
           },
       .is_measuring = true},
      {.name = "tickbench_timeout",
       .apply =
           [&o](const auto& f, const auto& t) {
             o.timeout = Seconds(parse_number(f, t, 0, "seconds; 0 for none"));
             o.waiting_counts = true;
           },
       .is_measuring = true},
      {.name = "tickbench_verify_only",
       .apply = to_switch(o.verify_only),
       .is_switch = true,
       .is_measuring = true},
      {.name = "tickbench_floors",
       .apply = [&o](const auto&, const auto& t) { o.floors.push_back(t); },
       .is_measuring = true,
       .is_repeatable = true},
      {.name = "tickbench_strict",
       .apply = to_switch(o.strict),
       .is_switch = true,
       .is_measuring = true},
      {.name = "tickbench_samples_out", .apply = to_text(o.samples_out), .may_be_empty = true},
      {.name = "tickbench_ctest", .apply = to_switch(o.ctest), .is_switch = true},
      {.name = "tickbench_trace_out", .apply = to_text(o.trace_out), .may_be_empty = true},
  };
}

std::vector<Flag> backend_flags(const std::vector<backend::Backend*>& backends, Options& o) {
  std::vector<Flag> flags;
  for (const auto* backend : backends)
    for (const auto& setting : backend->settings()) {
      const std::string name(backend->name());
      auto& chosen = o.choices[name][setting.name];
      chosen = setting.values.front();
      flags.push_back({.name = "tickbench_" + name + "_" + setting.name,
                       .apply =
                           [&chosen, check = one_of(setting.values)](const auto& f, const auto& t) {
                             check(f, t);
                             chosen = t;
                           },
                       .is_measuring = true});
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
  if (text.empty() && !flag.may_be_empty && !flag.is_switch) refuse(flag.name, "a value", text);
  flag.apply(flag.name, text);
  if (flag.is_forwarded) options.google_benchmark.push_back("--" + flag.name + "=" + text);
  if (flag.is_measuring) options.reproduce.push_back("--" + flag.name + "=" + text);
}

/// Google Benchmark reads the default of every flag from the environment.
void apply_environment(const std::vector<Flag>& flags, Options& options) {
  for (const auto& flag : flags) {
    if (!flag.name.starts_with("benchmark_")) continue;
    std::string variable = flag.name;
    std::transform(variable.begin(), variable.end(), variable.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    const char* text = std::getenv(variable.c_str());  // NOLINT(concurrency-mt-unsafe)
    if (text != nullptr && *text != '\0') apply(flag, text, options);
  }
}

[[noreturn]] void refuse_unknown(const std::string& argument, const std::vector<Flag>& flags) {
  if (!argument.starts_with("-"))
    throw UsageError("expected only flags, found the word '" + argument +
                     "' (a filter is --benchmark_filter=" + argument + ")");
  const std::string name = argument.substr(0, argument.find('='));
  if (name == "--benchmark_dry_run")
    throw UsageError("unknown flag " + name +
                     "; --tickbench_verify_only runs and checks everything, and measures nothing");
  throw UsageError("unknown flag " + name + text::did_you_mean(name, names_of(flags)) +
                   " (--help lists them all)");
}

/// CLI11 would take the next word as the value of a switch, and none for `--name=`: so both get an
/// explicit value, and empty ones a mark that no user can type.
const std::string kEmpty(1, '\0');

std::vector<std::string> with_values(const std::vector<std::string>& arguments,
                                     const std::vector<Flag>& flags) {
  std::vector<std::string> result;
  for (auto argument : arguments) {
    for (const auto& flag : flags)
      if (flag.is_switch && argument == "--" + flag.name) argument += "=true";
    if (argument.starts_with("--") && argument.ends_with('=') &&
        argument.find('=') == argument.size() - 1)
      argument += kEmpty;
    result.push_back(argument == "-h" ? "--help=true" : argument);
  }
  return result;
}

void parse_command_line(std::vector<std::string> arguments, const std::vector<Flag>& flags,
                        Options& options) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::map<std::string, std::vector<std::string>> given;
  for (const auto& flag : flags)
    app.add_option("--" + flag.name, given[flag.name])->allow_extra_args(false);
  arguments = with_values(arguments, flags);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  if (const auto extras = app.remaining(); !extras.empty()) refuse_unknown(extras.front(), flags);
  for (const auto& flag : flags) {
    const auto& texts = given[flag.name];
    // The last one wins, as in Google Benchmark.
    for (std::size_t i = flag.is_repeatable || texts.empty() ? 0 : texts.size() - 1;
         i < texts.size(); ++i)
      apply(flag, texts[i] == kEmpty ? "" : texts[i], options);
  }
}

/// What Google Benchmark is told: ours are neutralised, so that the environment cannot set them
/// either.
void finish_google_benchmark_arguments(Options& options) {
  std::vector<std::string> arguments{
      options.program,
      "--benchmark_list_tests=false",
      "--benchmark_format=console",
      "--benchmark_filter=all",
      "--benchmark_out_format=json",
      std::string("--benchmark_out=") + (options.out.empty() ? "" : "/dev/null"),
      // The body is then called once a repetition, and samples under a budget of its own.
      // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one flag
      "--benchmark_min_time=" TICKBENCH_ZERO_MIN_TIME,
      "--benchmark_min_warmup_time=0",
      "--benchmark_repetitions=1",
      "--benchmark_enable_random_interleaving=false",
      "--benchmark_report_aggregates_only=false",
      "--benchmark_display_aggregates_only=false",
  };
  arguments.insert(arguments.end(), options.google_benchmark.begin(),
                   options.google_benchmark.end());
  options.google_benchmark = std::move(arguments);
}

}  // namespace

std::string_view to_string(Modes modes) noexcept {
  switch (modes) {
    case Modes::kBoth:
      return "both";
    case Modes::kIsolated:
      return "isolated";
    case Modes::kBatched:
      return "batched";
  }
  return "both";
}

Options parse_options(const std::vector<std::string>& arguments,
                      const std::vector<backend::Backend*>& backends) {
  Options options;
  // Longer than any sound benchmark takes, shorter than the time-out that CTest gives a test by
  // default (1500 s), which kills without a word.
  options.timeout = Seconds(300);
  options.program = arguments.empty() ? "benchmark" : arguments.front();
  options.command_line = arguments;
  auto flags = google_benchmark_flags(options);
  apply_environment(flags, options);
  for (auto& flag : tickbench_flags(options)) flags.push_back(std::move(flag));
  for (auto& flag : backend_flags(backends, options)) flags.push_back(std::move(flag));
  parse_command_line({arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end()}, flags,
                     options);
  finish_google_benchmark_arguments(options);
  return options;
}

}  // namespace tickbench::suite
