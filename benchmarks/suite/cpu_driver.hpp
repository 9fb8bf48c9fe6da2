// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// The Level Zero driver that runs on the CPU, for machines that have no Level Zero device.
namespace suite {

enum class CpuDriver {
  kNever,       ///< no Level Zero device is needed, or the user names the drivers
  kIfNoDevice,  ///< where the machine's own drivers offer none
  kAlways,      ///< asked for by its name: `--tickbench_device=zecpu`
};

/// What a command line means, with the program's name. Reads nothing but the flags that matter: a
/// mistake is for the harness to refuse.
CpuDriver wanted_cpu_driver(const std::vector<std::string>& arguments,
                            const std::vector<std::string>& backends);

/// To be called before anything else in main: names the driver to the Level Zero loader where it is
/// wanted. A ZE_ENABLE_ALT_DRIVERS of the user's stays as it is.
void load_cpu_driver(const std::vector<std::string>& arguments);

}  // namespace suite
