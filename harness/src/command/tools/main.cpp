// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <exception>
#include <iostream>

#include "flags/tool.hpp"
#include "process/files.hpp"
#include "tickbench/backend/backend.hpp"

namespace {

/// Where memory ends within a destructor, no handler of exceptions is reached.
[[noreturn]] void leave() {
  constexpr std::string_view kText = "tickbench: could not clean up: is memory too little?\n";
  static_cast<void>(!::write(STDERR_FILENO, kText.data(), kText.size()));
  ::_exit(2);  // as of all errors that are no verdict
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(leave);
  const auto terminal = [](int descriptor) {
    const auto columns = tickbench::process::terminal_columns(descriptor);
    return tickbench::text::Terminal{columns, columns > 0 && tickbench::process::has_colour()};
  };
  return tickbench::tools::run_tool({argv, static_cast<std::size_t>(argc)}, std::cout, std::cerr,
                                    tickbench::backend::all(), terminal(STDOUT_FILENO),
                                    terminal(STDERR_FILENO));
}
