// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/floors_command.hpp"

#include "tools/tool.hpp"

namespace tickbench::tools {

void add_floors(CLI::App& app, ToolContext& context) {
  CLI::App* floors = app.add_subcommand("floors", "Proposes floors, and judges results by them");
  floors->require_subcommand(1);
  add_floors_suggest(*floors, context);
  add_floors_check(*floors, context);
}

}  // namespace tickbench::tools
