// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "flags/flags.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "base/throw_error.hpp"
#include "comparison_formats/formats.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::tools {
namespace {

void render(std::ostream& out, const std::string& format, const compare::Comparison& comparison,
            const CompareFlags& flags, const text::Terminal& terminal = {}) {
  if (format == "markdown")
    render_markdown(out, comparison);
  else if (format == "json")
    render_json(out, comparison, exit_status(comparison, flags.policy));
  else if (format == "junit")
    render_junit(out, comparison, flags.policy);
  else
    render_table(out, comparison, terminal);
}

// Between runs, counts were recorded to differ by a hundredth of this.
constexpr double kCountSpread = 1e-4;

/// Of "10%", or of 0.1. A bare 10 would be either.
double margin_of(const std::string& text) {
  const bool is_percent = text.ends_with('%');
  double value = 0;
  const bool is_number =
      CLI::detail::lexical_cast(is_percent ? text.substr(0, text.size() - 1) : text, value);
  if (is_percent) value /= 100;
  if (!is_number || !(value > 0) || !(value <= 10) || (!is_percent && value >= 1))
    throw_usage_error(
        "--fail-above: expected a percentage above 0 such as 10%, or a fraction below 1, found {}",
        text);
  return value;
}

}  // namespace

std::function<void(const std::string&)> make_progress(const std::string& command,
                                                      ToolContext& context) {
  return [command, &context](const std::string& text) {
    context.err << command << ": " << text::visible(text) << '\n' << std::flush;
  };
}

CLI::Validator within(double low, double high) {
  const auto range = fmt::format("[{:g} - {:g}]", low, high);
  return {[=](const std::string& text) -> std::string {
            double value = 0;
            // CLI11's own range takes what is no number: NaN lies neither below nor above it.
            if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return {};
            return fmt::format("expected a number in {}, found {}", range, text);
          },
          "FLOAT in " + range};
}

CLI::Option* add_seconds(CLI::App& command, const std::string& name, Seconds& into, double least,
                         const std::string& help, double most) {
  const auto take = [&into](double seconds) { into = Seconds(seconds); };
  return command.add_option_function<double>(name, take, help)
      ->check(within(least, most))
      ->default_str(fmt::format("{}", into.count()));
}

void add_error_rate(CLI::App& command, compare::Options& options) {
  command
      .add_option("--error-rate", options.error_rate,
                  "The chance of any false alarm in the whole table")
      ->check(within(1e-9, 0.5))
      ->capture_default_str();
}

void add_flags(CLI::App& command, CompareFlags& flags) {
  auto& options = flags.options;
  command.add_option("--metric", options.metric,
                     "What to compare: time, cpu_time, bytes_per_second, ...; default: time, and "
                     "cpu_time of plain benchmarks without real time, manual time or threads");
  for (const auto& [name, names] : {std::pair("--lower-is-better", &flags.lower),
                                    std::pair("--higher-is-better", &flags.higher)})
    command
        .add_option(name, *names,
                    "The better direction of the metric NAME, where it is not known; repeatable")
        ->type_name("NAME")
        ->allow_extra_args(false);
  command.add_option("--effect", options.effect, "The smallest relevant effect, as a fraction")
      ->check(within(0.0, 10.0))
      ->capture_default_str();
  add_error_rate(command, options);
  command
      .add_option("--fail-above", flags.margin,
                  "Exit 1 where a benchmark may be worse by this or more: 10%")
      ->type_name("PERCENT");
  command.add_flag("--strict", flags.policy.strict, "Exit 1 where a verdict is unclear");
  command.add_flag("--fail-missing", flags.policy.missing_is_error,
                   "Exit 1 where a benchmark is missing");
  command.add_flag("--force", options.force,
                   "Compare although device, driver, method, mode or a setting differs");
  command.add_flag("--all", options.all,
                   "Judge by times too what has equal device code and launches");
  command.add_option("--format", flags.format, "Of standard output")
      ->check(CLI::IsMember({"table", "markdown", "json", "junit"}))
      ->capture_default_str();
  for (const auto* format : {"Markdown", "JSON", "JUnit"})
    command.add_option(fmt::format("--{}-out", text::lower(format)),
                       flags.outputs[text::lower(format)],
                       fmt::format("Also write {} into this file", format));
}

compare::Options make_options(const CompareFlags& flags) {
  auto options = flags.options;
  const auto metric = compare::empty_comparison(options).metric;
  if (metrics::is_exact(metric) && !options.run_spread) options.run_spread = kCountSpread;
  const auto has_metric = [&](const std::vector<std::string>& metrics) {
    return std::ranges::find(metrics, metric) != metrics.end();
  };
  const bool lower = has_metric(flags.lower), higher = has_metric(flags.higher);
  if (lower && higher)
    throw_usage_error(
        "expected one direction of '{}' to be better, found both: --lower-is-better and "
        "--higher-is-better",
        metric);
  if (lower) options.better = metrics::Direction::kLowerIsBetter;
  if (higher) options.better = metrics::Direction::kHigherIsBetter;
  if (flags.margin) {
    options.margin = margin_of(*flags.margin);
    if (!compare::empty_comparison(options).better)
      throw_usage_error(
          "--fail-above: expected a metric of which one direction is better, found '{}': "
          "--lower-is-better or --higher-is-better says it",
          metric);
  }
  return options;
}

void check_outputs(const CompareFlags& flags, const std::vector<std::string>& inputs) {
  std::vector<process::TakenFile> taken;
  for (const auto& input : inputs) taken.push_back({input, "is an input"});
  for (const auto& [format, path] : flags.outputs) {
    if (path.empty()) continue;
    process::require_own_file(format + "-out", path, taken);
    // Before anything is read or run, so that a name that cannot be written costs nothing.
    const process::OutputFile is_writable(format + "-out", path);
    taken.push_back({path, fmt::format("is that of --{}-out", format)});
  }
}

void print(const compare::Comparison& comparison, const CompareFlags& flags, ToolContext& context) {
  for (const auto& [format, path] : flags.outputs) {
    if (path.empty()) continue;
    std::ostringstream text;
    render(text, format, comparison, flags);
    process::OutputFile(format + "-out", path).write(text.str());
  }
  render(context.out, flags.format, comparison, flags, context.out_terminal);
  context.status = exit_status(comparison, flags.policy);
  if (context.status == 2)
    context.err << "tickbench: " << text::visible(why_not_compared(comparison)) << '\n';
}

void add_skip_pattern(CLI::App& command, std::string& pattern) {
  command
      .add_option("--skip-pattern", pattern,
                  "A plain benchmark whose SkipWithError has such a message is skipped (RE2)")
      ->check([](const std::string& text) {
        const re2::RE2 compiled(text, re2::RE2::Quiet);
        return compiled.ok() ? "" : "expected a regular expression (RE2): " + compiled.error();
      });
}

void add_flags(CLI::App& command, ProgramFlags& flags) {
  add_seconds(command, "--run-timeout", flags.timeout, 0.001, "Kill a run after this, in seconds");
  command.add_option("--keep", flags.keep, "Keep each run's results and output in this folder");
  add_skip_pattern(command, flags.skip_pattern);
}

CLI::Option* add_flags(CLI::App& command, JudgingFlags& flags) {
  command.add_option("--floors", flags.floors, "A floor file; repeatable")->allow_extra_args(false);
  command.add_flag("--strict", flags.is_strict, "What is inconclusive or doubtful fails");
  command.add_option("--out", flags.out, "The file of all runs (JSON)");
  return command.add_flag("--ctest", flags.is_ctest,
                          "End with the measurements and files that CTest submits to a dashboard");
}

std::vector<process::TakenFile> require_sound(const JudgingFlags& flags,
                                              const std::vector<std::string>& programs) {
  if (flags.is_strict && flags.floors.empty())
    throw UsageError("--strict: expected --floors beside it, found none");
  std::vector<process::TakenFile> inputs;
  for (const auto& program : programs) inputs.push_back({program, "is a program to run"});
  for (const auto& file : flags.floors) inputs.push_back({file, "is that of --floors"});
  process::require_own_file("out", flags.out, inputs);
  return inputs;
}

}  // namespace tickbench::tools
