// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <memory>
#include <ostream>
#include <sstream>
#include <utility>

#include "comparison_formats/formats.hpp"
#include "process/files.hpp"
#include "results/json_document.hpp"
#include "text/escape.hpp"
#include "tickbench/error.hpp"

namespace tickbench::tools {
namespace {

void render(std::ostream& out, const std::string& format, const compare::Comparison& comparison,
            const CompareFlags& flags) {
  if (format == "markdown")
    render_markdown(out, comparison);
  else if (format == "json")
    render_json(out, comparison, exit_status(comparison, flags.policy));
  else if (format == "junit")
    render_junit(out, comparison, flags.policy);
  else
    render_table(out, comparison);
}

/// The outputs that are files: the format of each, and where it goes.
std::vector<std::pair<std::string, std::string>> output_files(const CompareFlags& flags) {
  std::vector<std::pair<std::string, std::string>> files{
      {"markdown", flags.markdown_out}, {"json", flags.json_out}, {"junit", flags.junit_out}};
  std::erase_if(files, [](const auto& file) { return file.second.empty(); });
  return files;
}

struct CompareCommandFlags {
  CompareFlags common;
  std::vector<std::string> files, old_files, new_files, old_samples, new_samples;
  double run_spread = -1;
};

// A folder stands for the runs in it, by name: what `ab --keep` leaves.
std::vector<std::string> expand(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const auto& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    const auto first = files.size();
    for (const auto& entry : std::filesystem::directory_iterator(path))
      if (entry.path().extension() == ".json") files.push_back(entry.path().string());
    if (files.size() == first)
      throw UsageError(fmt::format("{}: expected result files, found none", path));
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
  }
  return files;
}

std::vector<results::ResultFile> read(const std::vector<std::string>& paths,
                                      const std::vector<std::string>& samples, const char* side) {
  const auto files = expand(paths);
  if (!samples.empty() && samples.size() != files.size())
    throw UsageError(
        fmt::format("expected a samples file for each {} result file or for none, found {} for {}",
                    side, samples.size(), files.size()));
  std::vector<results::ResultFile> runs;
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (auto& run : results::read_runs(files[i])) runs.push_back(std::move(run));
    if (samples.empty()) continue;
    if (runs.size() != i + 1)
      throw UsageError(
          fmt::format("{}: expected one run, for its samples, found several", files[i]));
    results::read_samples(results::read_json(samples[i]), runs.back());
  }
  return runs;
}

void run(CompareCommandFlags flags, ToolContext& context) {
  const bool has_lists = !flags.old_files.empty() || !flags.new_files.empty();
  if (has_lists == !flags.files.empty() || (!has_lists && flags.files.size() != 2) ||
      (has_lists && (flags.old_files.empty() || flags.new_files.empty())))
    throw UsageError("expected OLD.json NEW.json, or --old FILE... --new FILE...");
  if (!has_lists) {
    flags.old_files = {flags.files[0]};
    flags.new_files = {flags.files[1]};
  }
  std::vector<std::string> inputs;
  for (const auto& files :
       {expand(flags.old_files), expand(flags.new_files), flags.old_samples, flags.new_samples})
    inputs.insert(inputs.end(), files.begin(), files.end());
  check_outputs(flags.common, inputs);
  auto options = make_options(flags.common);
  if (flags.run_spread >= 0) options.run_spread = flags.run_spread;
  // Reading is most of the work where files are large.
  auto reading = std::async(std::launch::async,
                            [&] { return read(flags.old_files, flags.old_samples, "old"); });
  const auto now = read(flags.new_files, flags.new_samples, "new");
  const auto before = reading.get();
  print(compare::compare(before, now, options), flags.common, context);
}

/// Of "10%", or of 0.1. A bare 10 would be either.
double margin_of(const std::string& text) {
  const bool is_percent = text.ends_with('%');
  double value = 0;
  const bool is_number =
      CLI::detail::lexical_cast(is_percent ? text.substr(0, text.size() - 1) : text, value);
  if (is_percent) value /= 100;
  if (!is_number || !(value > 0) || !(value <= 10) || (!is_percent && value >= 1))
    throw UsageError(fmt::format(
        "--fail-above: expected a percentage above 0 such as 10%, or a fraction below 1, found {}",
        text));
  return value;
}

}  // namespace

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
  command
      .add_option("--better", flags.better,
                  "Which direction of the compared metric is better, where that is not known")
      ->check(CLI::IsMember({"lower", "higher"}));
  for (const auto& [name, names] : {std::pair("--lower-is-better", &flags.lower),
                                    std::pair("--higher-is-better", &flags.higher)})
    command.add_option(name, *names, "The same of the metric NAME; may be repeated")
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
  command.add_option("--format", flags.format, "Of standard output")
      ->check(CLI::IsMember({"table", "markdown", "json", "junit"}))
      ->capture_default_str();
  command.add_option("--markdown-out", flags.markdown_out, "Also write Markdown into this file");
  command.add_option("--json-out", flags.json_out, "Also write JSON into this file");
  command.add_option("--junit-out", flags.junit_out, "Also write JUnit into this file");
}

compare::Options make_options(const CompareFlags& flags) {
  auto options = flags.options;
  const auto metric = compare::empty_comparison(options).metric;
  const auto has_metric = [&](const std::vector<std::string>& metrics) {
    return std::ranges::find(metrics, metric) != metrics.end();
  };
  const bool lower = flags.better == "lower" || has_metric(flags.lower);
  const bool higher = flags.better == "higher" || has_metric(flags.higher);
  if (lower && higher)
    throw UsageError(
        fmt::format("expected one direction of '{}' to be better, found both: "
                    "--lower-is-better and --higher-is-better",
                    metric));
  if (lower) options.better = metrics::Direction::kLowerIsBetter;
  if (higher) options.better = metrics::Direction::kHigherIsBetter;
  if (flags.margin) {
    options.margin = margin_of(*flags.margin);
    if (!compare::empty_comparison(options).better)
      throw UsageError(fmt::format(
          "--fail-above: expected a metric of which one direction is better, found '{}': "
          "--lower-is-better or --higher-is-better says it",
          metric));
  }
  return options;
}

void check_outputs(const CompareFlags& flags, const std::vector<std::string>& inputs) {
  std::vector<process::TakenFile> taken;
  for (const auto& input : inputs) taken.push_back({input, "is an input"});
  for (const auto& [format, path] : output_files(flags)) {
    process::require_own_file(format + "-out", path, taken);
    // Before anything is read or run, so that a name that cannot be written costs nothing.
    const process::OutputFile is_writable(format + "-out", path);
    taken.push_back({path, fmt::format("is that of --{}-out", format)});
  }
}

void print(const compare::Comparison& comparison, const CompareFlags& flags, ToolContext& context) {
  for (const auto& [format, path] : output_files(flags)) {
    std::ostringstream text;
    render(text, format, comparison, flags);
    process::OutputFile(format + "-out", path).write(text.str());
  }
  render(context.out, flags.format, comparison, flags);
  context.status = exit_status(comparison, flags.policy);
  if (context.status == 2)
    context.err << "tickbench: " << text::visible(why_not_compared(comparison)) << '\n';
}

void add_compare(CLI::App& app, ToolContext& context) {
  auto* command = app.add_subcommand(
      "compare", "Compare two sets of runs, in result files of one run or several");
  auto flags = std::make_shared<CompareCommandFlags>();
  command->add_option("files", flags->files, "OLD.json NEW.json, or two folders of result files");
  command->add_option("--old", flags->old_files, "The old side's runs: files or folders");
  command->add_option("--new", flags->new_files, "The new side's runs: files or folders");
  command->add_option("--old-samples", flags->old_samples,
                      "Files of --tickbench_samples_out, one a result file");
  command->add_option("--new-samples", flags->new_samples, "The same for the new side");
  command
      ->add_option("--run-spread", flags->run_spread,
                   "The known standard deviation between runs, as a fraction: verdicts for one run "
                   "a side too")
      ->check(within(0.0, 1.0));
  command->add_flag("--paired", flags->common.options.paired,
                    "The i-th old run was taken next to the i-th new one");
  add_flags(*command, flags->common);
  command->callback([flags, &context] { run(*flags, context); });
}

}  // namespace tickbench::tools
