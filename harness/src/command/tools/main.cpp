// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "tickbench/backend/backend.hpp"
#include "tools/tool.hpp"

int main(int argc, char** argv) {
  return tickbench::tools::run_tool({argv, static_cast<std::size_t>(argc)}, std::cout, std::cerr,
                                    tickbench::backend::all());
}
