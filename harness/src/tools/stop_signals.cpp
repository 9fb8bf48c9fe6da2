// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/stop_signals.hpp"

#include <initializer_list>

namespace tickbench::tools {

StopSignals::StopSignals() {
  sigemptyset(&held_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&held_, signal);
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

StopSignals::~StopSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace tickbench::tools
