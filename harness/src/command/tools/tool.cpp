// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "flags/tool.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>
#include <new>
#include <system_error>

#include "base/throw_error.hpp"
#include "conditions/conditions.hpp"
#include "devices/selection.hpp"
#include "html_report/write_report.hpp"
#include "outputs/ctest_elements.hpp"
#include "process/child_process.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::tools {
namespace {

void add_devices(CLI::App& app, ToolContext& context) {
  struct Flags {
    bool as_json = false, as_resource_spec = false;
  };
  const auto run = [](const Flags& flags, ToolContext& tool) {
    const process::ExitGuard guard([&tool] {
      tool.err << "tickbench: expected the drivers to list their devices, found that one of "
                  "them called exit\n"
               << std::flush;
      ::_exit(1);
    });
    const auto here = devices::enumerate(tool.backends);
    if (flags.as_resource_spec)
      devices::write_resource_spec(here, tool.out);
    else
      devices::list_devices(here, flags.as_json, tool.out, tool.err, tool.out_terminal,
                            conditions::cpu_model());
  };
  const auto [command, flags] =
      add_command<Flags>(app, context, "devices", "Lists the devices of every back end", run);
  auto* json = command->add_flag("--json", flags->as_json, "As JSON, with all that is known");
  command
      ->add_flag("--resource-spec", flags->as_resource_spec,
                 "What `ctest --resource-spec-file` reads, to spread tests over the devices")
      ->excludes(json);
}

void add_report(CLI::App& app, ToolContext& context) {
  const auto run = [](const html_report::ReportOptions& options, ToolContext& tool) {
    html_report::write_report(options);
    tool.err << "tickbench: wrote " << text::visible((options.folder / "index.html").string())
             << "\n";
  };
  const auto [command, options] = add_command<html_report::ReportOptions>(
      app, context, "report",
      "Writes result files as one HTML page with plots, which needs nothing else", run);
  const auto option = [command = command](const char* name, auto& into, const char* type,
                                          const char* help) {
    return command->add_option(name, into, help)->type_name(type);
  };
  option("RESULTS", options->results, "FILE...",
         "Result files; the others are compared with the first")
      ->required();
  option("-o,--out,--output", options->folder, "DIR",
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
  command->add_flag("!--no-plots", options->has_plots, "Tables only");
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
      throw_usage_error("{}: expected a value behind the '=', found none", word);
}

/// And whatever follows `--name`: nothing, or the next flag.
void require_values(CLI::App& app) {
  for (auto* option : app.get_options())
    if (option->get_items_expected_max() > 0)
      option->check([&app](const std::string& value) -> std::string {
        if (value.empty()) return "expected a value, found an empty one";
        const auto name = value.substr(0, value.find('='));
        const bool is_flag = name.starts_with("--") && app.get_option_no_throw(name) != nullptr;
        return is_flag ? fmt::format("expected a value, found the flag {}", name) : "";
      });
  for (auto* command : app.get_subcommands({})) require_values(*command);
}

std::vector<std::string> names_of_flags(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* option : command.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// The command that these words name. Throws UsageError where they name none: before CLI11, which
/// would find `--help` first.
const CLI::App& find_command(const CLI::App& app, std::span<const char* const> words) {
  const auto commands = app.get_subcommands({});
  if (commands.empty()) return app;
  if (!words.empty() && *words.front() == '-') return app;
  std::vector<std::string> names;
  for (const auto* command : commands) names.push_back(command->get_name());
  if (words.empty())
    throw_usage_error("expected a command, found none of {}", fmt::join(names, ", "));
  const auto found = std::ranges::find(names, std::string_view(words.front()));
  if (found == names.end())
    throw_usage_error("unknown command {}{} (--help lists them all)", words.front(),
                      text::did_you_mean(words.front(), names));
  return find_command(*commands[static_cast<std::size_t>(found - names.begin())], words.subspan(1));
}

// Of a message on the terminal, however much was given.
constexpr std::size_t kMostMessage = 4000;
// With programs that have flags of their own.
constexpr std::array<std::string_view, 6> kRunsPrograms{"run",       "check",  "ab",
                                                        "calibrate", "bisect", "history"};

std::string complaint(const CLI::App& app, const CLI::App& command, const CLI::ParseError& error) {
  const auto words = app.remaining(true);
  if (words.empty()) return error.what();
  const auto name = words.front().substr(0, words.front().find('='));
  if (command.get_name() == "report" && (name == "--png" || name == "--gnuplot"))
    return name + " is gone: plots are SVG; as PNG by rsvg-convert plots/NAME.svg -o NAME.png";
  const bool is_programs = (name.starts_with("--benchmark_") || name.starts_with("--tickbench_")) &&
                           std::ranges::count(kRunsPrograms, command.get_name()) > 0;
  return fmt::format("unknown {} {}{} ({})", name.starts_with('-') ? "flag" : "word", name,
                     text::did_you_mean(name, names_of_flags(command)),
                     is_programs ? "a program's flags stand behind a --" : "--help lists them all");
}

/// What goes wrong with files, memory and the like, as text.
std::string complaint(const std::exception& error) {
  if (dynamic_cast<const UsageError*>(&error) != nullptr) return error.what();
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
    return "expected memory for all of it, found too little";
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
    return fmt::format("{}: expected a path that can be used: {}", file->path1().string(),
                       file->code().message());
  if (dynamic_cast<const std::system_error*>(&error) != nullptr)
    return std::string("expected what the system refused: ") + error.what();
  return std::string("unexpected: ") + error.what();
}

int run_command(std::span<const char* const> arguments, ToolContext& context) {
  // CLI11 would give what stands behind -- to the list before it: to the suites.
  const auto words_end = std::ranges::find(arguments, std::string_view("--"));
  auto dashes = arguments.end();
  if (arguments.size() > 1 && std::ranges::count(kRunsPrograms, std::string_view(arguments[1])) > 0)
    dashes = words_end;
  if (dashes != arguments.end()) context.after_dashes.assign(dashes + 1, arguments.end());
  CLI::App app("Works with the results of tickbench suites.", "tickbench");
  add_commands(app, context);
  // CLI11 takes them in reverse.
  std::vector<std::string> reversed(std::make_reverse_iterator(dashes), arguments.rend());
  if (!reversed.empty()) reversed.pop_back();
  try {
    const std::span words(arguments.begin(), words_end);
    const auto& command = find_command(app, words.subspan(std::min<std::size_t>(words.size(), 1)));
    refuse_empty_values(words);
    try {
      app.parse(reversed);
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() != 0) throw UsageError(complaint(app, command, error));
      app.exit(error, context.out, context.err);  // help that was asked for
    }
    return with_output(context.status, context);
  } catch (const process::Interrupted& error) {
    context.err << "tickbench: " << error.what() << '\n';
    return kSignalled + error.signal;
  } catch (const std::exception& error) {
    context.err << "tickbench: " << text::visible(text::shortened(complaint(error), kMostMessage))
                << '\n';
  }
  return process::kUsage;
}

}  // namespace

void add_commands(CLI::App& app, ToolContext& context) {
  app.require_subcommand(1);
  app.set_version_flag("--version", "tickbench " TICKBENCH_VERSION);
  for (const auto add : {add_devices, add_run, add_check, add_merge, add_compare, add_ab,
                         add_calibrate, add_report, add_floors, add_history, add_bisect})
    add(app, context);
  require_values(app);
}

int run_tool(std::span<const char* const> arguments, std::ostream& out, std::ostream& err,
             const std::vector<backend::Backend*>& backends, const text::Terminal& out_terminal,
             const text::Terminal& err_terminal) {
  const process::SignalAction file_size(SIGXFSZ, SIG_IGN);
  const process::SignalAction children(SIGCHLD, SIG_DFL);
  ToolContext context{out, err, backends, out_terminal, err_terminal};
  const int status = run_command(arguments, context);
  if (context.is_ctest) out << outputs::ctest_end(status) << std::flush;
  return status;
}

}  // namespace tickbench::tools
