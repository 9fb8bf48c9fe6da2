// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/compare_flags.hpp"

#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>
#include <utility>

#include "compare/render.hpp"
#include "process/same_file.hpp"
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

void write(const std::string& path, const std::string& format,
           const compare::Comparison& comparison, const CompareFlags& flags) {
  if (path.empty()) return;
  const auto beside = path + ".part";
  {
    std::ofstream out(beside, std::ios::binary);
    render(out, format, comparison, flags);
    out.flush();
    if (!out) throw UsageError(beside + ": cannot be written");
  }
  std::error_code error;
  std::filesystem::rename(beside, path, error);
  if (error) throw UsageError(path + ": cannot be written: " + error.message());
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
  struct Taken {
    std::string path, what;
  };
  std::vector<Taken> taken;
  taken.reserve(inputs.size() + 3);
  for (const auto& input : inputs) taken.push_back({input, "is an input"});
  for (const auto& [flag, path] : {std::pair("--markdown-out", flags.markdown_out),
                                   {"--json-out", flags.json_out},
                                   {"--junit-out", flags.junit_out}}) {
    if (path.empty()) continue;
    for (const auto& other : taken)
      if (process::is_one_file(path, other.path))
        throw UsageError(std::string(flag) + " " + path +
                         ": expected a file of its own, found that "
                         "it " +
                         other.what);
    taken.push_back({path, std::string("is that of ") + flag});
  }
}

void print(const compare::Comparison& comparison, const CompareFlags& flags, Session& session) {
  write(flags.markdown_out, "markdown", comparison, flags);
  write(flags.json_out, "json", comparison, flags);
  write(flags.junit_out, "junit", comparison, flags);
  render(session.out, flags.format, comparison, flags);
  session.out.flush();
  if (!session.out) throw UsageError("standard output: cannot be written");
  session.status = exit_status(comparison, flags.policy);
  if (session.status == 2)
    session.err << "tickbench: " << text::visible(why_not_compared(comparison)) << '\n';
}

}  // namespace tickbench::tools
