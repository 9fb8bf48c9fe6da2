// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <iosfwd>
#include <memory>

#include "text/table.hpp"
#include "tickbench/backend/backend.hpp"

/// The `tickbench` command.
namespace tickbench::tools {

/// What a sub-command works with. It sets `status`: 0 all good, 1 a verdict that fails. Usage
/// errors are thrown as UsageError and become 2; an interruption becomes 128 and its signal.
struct ToolContext {
  std::ostream& out;
  std::ostream& err;
  const std::vector<backend::Backend*>& backends;  ///< asked for devices by `devices` only
  text::Terminal out_terminal{}, err_terminal{};
  std::vector<std::string> after_dashes{};  ///< flags of the programs that it runs
  int status = 0;
  bool is_ctest = false;  ///< set by what CTest runs: it ends with outputs::ctest_end
};

/// Adds a sub-command to `app`. Once its flags are read, `run` is called with them.
template <class Flags, class Run>
std::pair<CLI::App*, Flags*> add_command(CLI::App& app, ToolContext& context, const char* name,
                                         const char* help, Run run) {
  const auto flags = std::make_shared<Flags>();
  auto* command = app.add_subcommand(name, help);
  command->callback([flags, run, &context] { run(*flags, context); });
  return {command, flags.get()};
}

/// Each adds one sub-command with its flags to `app`.
void add_floors(CLI::App& app, ToolContext& context);
void add_compare(CLI::App& app, ToolContext& context);
void add_ab(CLI::App& app, ToolContext& context);
void add_calibrate(CLI::App& app, ToolContext& context);
void add_run(CLI::App& app, ToolContext& context);
void add_check(CLI::App& app, ToolContext& context);
void add_merge(CLI::App& app, ToolContext& context);
void add_history(CLI::App& app, ToolContext& context);
void add_bisect(CLI::App& app, ToolContext& context);

/// All of them, to `app`, in which a value that is missing takes no flag for itself.
void add_commands(CLI::App& app, ToolContext& context);

/// The whole of main; returns the exit status. `arguments` begins with the program's name.
int run_tool(std::span<const char* const> arguments, std::ostream& out, std::ostream& err,
             const std::vector<backend::Backend*>& backends = {},
             const text::Terminal& out_terminal = {}, const text::Terminal& err_terminal = {});

}  // namespace tickbench::tools
