// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/signals.hpp"

#include <initializer_list>
#include <utility>

namespace tickbench::process {
namespace {

/// Sent to the waiting thread alone, to end it.
constexpr int kOver = SIGUSR2;

}  // namespace

IgnoredSignal::IgnoredSignal(int signal) : signal_(signal) {
  struct sigaction ignored {};
  ignored.sa_handler = SIG_IGN;
  sigaction(signal_, &ignored, &before_);
}

HeldSignals::HeldSignals(int one_more) {
  sigemptyset(&held_);
  sigaddset(&held_, one_more);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    const bool is_ignored =
        sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
    if (!is_ignored) sigaddset(&held_, signal);
  }
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

HeldSignals::~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

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
