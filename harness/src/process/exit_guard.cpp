// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/exit_guard.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <utility>

namespace tickbench::process {
namespace {

std::atomic<const ExitGuard*> armed{nullptr};

}  // namespace

ExitGuard::ExitGuard(std::function<void()> on_exit)
    : on_exit_(std::move(on_exit)), process_(::getpid()) {
  // What was registered with atexit stays.
  [[maybe_unused]] static const int kRegistered = std::atexit(at_exit);
  armed = this;
}

ExitGuard::~ExitGuard() { armed = nullptr; }

void ExitGuard::at_exit() {
  const auto* guard = armed.exchange(nullptr);
  // A child that a body forked has the guard too, but not the session.
  if (guard != nullptr && guard->process_ == ::getpid()) guard->on_exit_();
}

}  // namespace tickbench::process
