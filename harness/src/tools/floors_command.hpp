// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/tool.hpp"

namespace tickbench::tools {

/// The sub-commands of `tickbench floors`.
void add_floors_suggest(CLI::App& floors, Session& session);
void add_floors_check(CLI::App& floors, Session& session);

}  // namespace tickbench::tools
