// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "report/interruption.hpp"

#include <initializer_list>
#include <utility>

namespace tickbench::report {
namespace {

/// Sent to the waiting thread alone, to end it.
constexpr int kOver = SIGUSR2;

}  // namespace

Interruption::Interruption(std::function<void(int signal)> on_signal)
    : on_signal_(std::move(on_signal)) {
  sigemptyset(&awaited_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    // What the parent told to ignore (nohup, a shell's background job) stays ignored.
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
    sigaddset(&awaited_, signal);
  }
  sigset_t held = awaited_;
  sigaddset(&held, kOver);
  pthread_sigmask(SIG_BLOCK, &held, &before_);
  thread_ = std::thread([this] { wait(); });
}

Interruption::~Interruption() {
  pthread_kill(thread_.native_handle(), kOver);
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Interruption::wait() {
  sigset_t held = awaited_;
  sigaddset(&held, kOver);
  int signal = 0;
  if (sigwait(&held, &signal) == 0 && signal != kOver) on_signal_(signal);
}

}  // namespace tickbench::report
