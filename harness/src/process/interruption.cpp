// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/interruption.hpp"

#include <utility>

namespace tickbench::process {
namespace {

/// Sent to the waiting thread alone, to end it.
constexpr int kOver = SIGUSR2;

}  // namespace

Interruption::Interruption(std::function<void(int signal)> on_signal)
    : on_signal_(std::move(on_signal)), signals_(kOver), thread_([this] { wait(); }) {}

Interruption::~Interruption() {
  pthread_kill(thread_.native_handle(), kOver);
  thread_.join();
}

void Interruption::wait() {
  int signal = 0;
  if (sigwait(&signals_.held(), &signal) == 0 && signal != kOver) on_signal_(signal);
}

}  // namespace tickbench::process
