// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <tickbench/tickbench.hpp>

#include "suite/cpu_driver.hpp"

int main(int argc, char** argv) {
  suite::load_cpu_driver({argv, argv + argc});
  return tickbench::run(argc, argv);
}
