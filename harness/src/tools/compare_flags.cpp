// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/compare_flags.hpp"

#include <fmt/format.h>

#include <ostream>
#include <sstream>
#include <utility>

#include "compare/render.hpp"
#include "process/output_file.hpp"
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

/// The outputs that are files: what each is named by, where it goes, what it holds.
struct FileFlag {
  std::string name;
  const std::string& path;
  const char* format;
};

std::vector<FileFlag> files_of(const CompareFlags& flags) {
  std::vector<FileFlag> files;
  for (const FileFlag& file : {FileFlag{"markdown-out", flags.markdown_out, "markdown"},
                               FileFlag{"json-out", flags.json_out, "json"},
                               FileFlag{"junit-out", flags.junit_out, "junit"}})
    if (!file.path.empty()) files.push_back(file);
  return files;
}

}  // namespace

CLI::Validator within(double low, double high) {
  std::ostringstream range_text;
  range_text << '[' << low << " - " << high << ']';
  const auto range = range_text.str();
  return {[=](const std::string& text) -> std::string {
            double value = 0;
            // CLI11's own range takes what is no number: NaN lies neither below nor above it.
            if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return {};
            return "expected a number in " + range + ", found " + text;
          },
          "FLOAT in " + range};
}

void add_flags(CLI::App& command, CompareFlags& flags) {
  auto& options = flags.options;
  command.add_option("--metric", options.metric, "What to compare: time, bytes_per_second, ...")
      ->capture_default_str();
  command
      .add_option("--better", flags.better,
                  "Which direction is better, for a metric whose name does not tell")
      ->check(CLI::IsMember({"lower", "higher"}));
  command.add_option("--effect", options.effect, "The smallest relevant effect, as a fraction")
      ->check(within(0.0, 10.0))
      ->capture_default_str();
  command
      .add_option("--error-rate", options.error_rate,
                  "The chance of any false alarm in the whole table")
      ->check(within(1e-9, 0.5))
      ->capture_default_str();
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

compare::Options options_of(const CompareFlags& flags) {
  auto options = flags.options;
  if (flags.better == "lower") options.better = results::Direction::kLowerIsBetter;
  if (flags.better == "higher") options.better = results::Direction::kHigherIsBetter;
  return options;
}

void check_outputs(const CompareFlags& flags, const std::vector<std::string>& inputs) {
  std::vector<std::pair<std::string, std::string>> taken;  // the path, and by what
  for (const auto& input : inputs) taken.emplace_back(input, "is an input");
  for (const auto& [name, path, format] : files_of(flags)) {
    for (const auto& [other, what] : taken)
      if (process::is_one_file(path, other))
        throw UsageError(
            fmt::format("--{} {}: expected a file of its own, found that it {}", name, path, what));
    // Before anything is read or run, so that a name that cannot be written costs nothing.
    process::OutputFile(name, path);
    taken.emplace_back(path, "is that of --" + name);
  }
}

void print(const compare::Comparison& comparison, const CompareFlags& flags, ToolContext& context) {
  for (const auto& [name, path, format] : files_of(flags)) {
    std::ostringstream text;
    render(text, format, comparison, flags);
    process::OutputFile(name, path).write(text.str());
  }
  render(context.out, flags.format, comparison, flags);
  context.out.flush();
  if (!context.out) throw UsageError("standard output: cannot be written");
  context.status = exit_status(comparison, flags.policy);
  if (context.status == 2)
    context.err << "tickbench: " << text::visible(why_not_compared(comparison)) << '\n';
}

}  // namespace tickbench::tools
