// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/tool.hpp"

namespace tickbench::tools {

/// The sub-commands of `tickbench floors`.
void add_floors_suggest(CLI::App& floors, ToolContext& context);
void add_floors_check(CLI::App& floors, ToolContext& context);

}  // namespace tickbench::tools
