// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/tool.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "conditions/conditions.hpp"
#include "devices/selection.hpp"
#include "html_report/write_report.hpp"
#include "outputs/ctest_elements.hpp"
#include "process/child_process.hpp"
#include "process/guards.hpp"
#include "summaries/wording.hpp"
#include "text/escape.hpp"
#include "tickbench/error.hpp"

namespace tickbench::tools {
namespace {

void add_devices(CLI::App& app, ToolContext& context) {
  struct Flags {
    bool as_json = false, as_resource_spec = false;
  };
  auto options = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("devices", "Lists the devices of every back end");
  auto* json = command->add_flag("--json", options->as_json, "As JSON, with all that is known");
  command
      ->add_flag("--resource-spec", options->as_resource_spec,
                 "What `ctest --resource-spec-file` reads, to spread tests over the devices")
      ->excludes(json);
  command->callback([options, &context] {
    const process::ExitGuard guard([&context] {
      context.err << "tickbench: expected the drivers to list their devices, found that one of "
                     "them called exit\n"
                  << std::flush;
      ::_exit(1);
    });
    const auto here = devices::enumerate(context.backends);
    if (options->as_resource_spec)
      devices::write_resource_spec(here, context.out);
    else
      devices::list_devices(here, options->as_json, context.out, context.err,
                            conditions::cpu_model());
  });
}

void add_report(CLI::App& app, ToolContext& context) {
  auto options = std::make_shared<html_report::ReportOptions>();
  auto* command = app.add_subcommand(
      "report", "Writes result files as one HTML page with plots, which needs nothing else");
  const auto option = [&](const char* name, auto& into, const char* type, const char* help) {
    return command->add_option(name, into, help)->type_name(type);
  };
  option("RESULTS", options->results, "FILE...",
         "Result files; the others are compared with the first")
      ->required();
  option("-o,--output", options->folder, "DIR",
         "The folder to write; an earlier report there is replaced")
      ->required();
  // One a flag, so that result files may follow it.
  option("--samples", options->samples, "FILE",
         "What --tickbench_samples_out wrote; the first belongs to the first RESULTS")
      ->allow_extra_args(false);
  option("--label", options->labels, "NAME",
         "What to call the first RESULTS, the second, ... (default: A, B, ...)")
      ->allow_extra_args(false);
  option("--group", options->group, "NAME",
         "Only the figures of this group, which benchmarks declare by ->Group");
  option("--title", options->title, "TEXT", "The page's heading");
  command->add_flag("--png", options->has_png, "The plots as PNG files too");
  command->add_flag("!--no-plots", options->has_plots, "Tables only: gnuplot is not needed");
  option("--gnuplot", options->gnuplot, "PROGRAM", "The plotting program")->capture_default_str();
  command->callback([options, &context] {
    html_report::write_report(*options);
    context.err << "tickbench: wrote "
                << html_report::clean_text((options->folder / "index.html").string()) << "\n";
  });
}

// As a shell and the suites have it: plus the signal's number.
constexpr int kSignalled = 128;

/// What was lost on the way counts as a file that cannot be written, but hides no failure.
int with_output(int status, ToolContext& context) {
  context.out.flush();
  if (context.out) return status;
  context.err << "tickbench: standard output: expected to write all of it, lost some (a full disk, "
                 "or a pipe that was closed)\n";
  return status == process::kFailed ? process::kFailed : process::kUsage;
}

/// CLI11 takes the next word for the value of `--name=`.
void refuse_empty_values(std::span<const char* const> words) {
  for (const std::string_view word : words)
    if (word.starts_with("--") && word.find('=') + 1 == word.size())
      throw UsageError(fmt::format("{}: expected a value behind the '=', found none", word));
}

int run_command(std::span<const char* const> arguments, ToolContext& context) {
  // CLI11 would give what stands behind -- to the list before it: to the suites.
  static constexpr std::array<std::string_view, 4> kRunsPrograms{"run", "check", "ab", "calibrate"};
  const auto words_end = std::ranges::find(arguments, std::string_view("--"));
  auto dashes = arguments.end();
  if (arguments.size() > 1 && std::ranges::count(kRunsPrograms, std::string_view(arguments[1])) > 0)
    dashes = words_end;
  if (dashes != arguments.end()) context.after_dashes.assign(dashes + 1, arguments.end());
  CLI::App app("Works with the results of tickbench suites.", "tickbench");
  app.require_subcommand(1);
  for (const auto add : {add_devices, add_run, add_check, add_merge, add_compare, add_ab,
                         add_calibrate, add_report, add_floors})
    add(app, context);
  // CLI11 takes them in reverse.
  std::vector<std::string> reversed(std::make_reverse_iterator(dashes), arguments.rend());
  if (!reversed.empty()) reversed.pop_back();
  try {
    refuse_empty_values({arguments.begin(), words_end});
    app.parse(reversed);
    return with_output(context.status, context);
  } catch (const CLI::ParseError& error) {
    // Help asked for is no error, and goes to standard output.
    if (app.exit(error, context.out, context.err) == 0) return with_output(0, context);
    for (const auto& word : app.remaining(true))
      context.err << "Not understood: " << text::visible(word) << '\n';
  } catch (const UsageError& error) {
    context.err << "tickbench: " << text::visible(error.what()) << '\n';
  } catch (const process::Interrupted& error) {
    context.err << "tickbench: " << error.what() << '\n';
    return kSignalled + error.signal();
  } catch (const std::exception& error) {
    context.err << "tickbench: unexpected: " << text::visible(error.what()) << '\n';
  }
  return process::kUsage;
}

}  // namespace

int run_tool(std::span<const char* const> arguments, std::ostream& out, std::ostream& err,
             const std::vector<backend::Backend*>& backends) {
  const process::SignalAction file_size(SIGXFSZ, SIG_IGN);
  const process::SignalAction children(SIGCHLD, SIG_DFL);
  ToolContext context{out, err, backends};
  const int status = run_command(arguments, context);
  if (context.is_ctest) out << outputs::ctest_end(status) << std::flush;
  return status;
}

}  // namespace tickbench::tools
