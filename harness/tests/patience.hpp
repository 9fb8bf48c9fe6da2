// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctime>

namespace tickbench {

/// Waits as long as it takes, unless the child has ended: on a busy machine that may be long.
template <class Condition>
void wait_until(pid_t child, Condition holds) {
  siginfo_t end{};
  while (!holds() &&
         ::waitid(P_PID, static_cast<id_t>(child), &end, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         end.si_pid == 0)
    ::usleep(1000);
}

/// That this process has used of its processors: what grows with the square shows here whatever
/// else the machine does.
inline double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace tickbench
