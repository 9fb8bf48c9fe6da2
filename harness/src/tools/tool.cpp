// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/tool.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <ostream>
#include <string>
#include <vector>

#include "text/escape.hpp"
#include "tickbench/error.hpp"

namespace tickbench::tools {
namespace {

constexpr int kUsageStatus = 2;

constexpr std::array<AddCommand, 5> kCommands = {
    add_devices, add_compare, add_ab, add_report, add_floors,
};

}  // namespace

int run_tool(std::span<const char* const> arguments, std::ostream& out, std::ostream& err,
             const std::vector<backend::Backend*>& backends) {
  ToolContext context{out, err, backends};
  CLI::App app("Works with the results of tickbench suites.", "tickbench");
  app.require_subcommand(1);
  for (const AddCommand add : kCommands) add(app, context);
  // CLI11 takes them in reverse.
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  if (!reversed.empty()) reversed.pop_back();
  try {
    app.parse(reversed);
    return context.status;
  } catch (const CLI::ParseError& error) {
    // Help asked for is no error, and goes to standard output.
    if (app.exit(error, out, err) == 0) return 0;
    for (const auto& word : app.remaining(true))
      err << "Not understood: " << text::visible(word) << '\n';
  } catch (const UsageError& error) {
    err << "tickbench: " << text::visible(error.what()) << '\n';
  } catch (const std::exception& error) {
    err << "tickbench: unexpected: " << text::visible(error.what()) << '\n';
  }
  return kUsageStatus;
}

}  // namespace tickbench::tools
