// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/guards.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>

namespace tickbench::process {
namespace {

/// Sent to the waiting thread alone, to end it.
constexpr int kOver = SIGUSR2;

struct Noted {
  int signal;
  bool is_sent = false;   ///< and not raised again by a fault where a handler returns
  bool is_taken = false;  ///< by the note
  /// What it does after the note: the default action, or what a driver has put in its place.
  struct sigaction after {};
};
std::array<Noted, 6> noted{
    {{SIGSEGV}, {SIGBUS}, {SIGFPE}, {SIGILL}, {SIGABRT, true}, {SIGQUIT, true}}};

/// Enough for two calls of write, whatever the processor's registers take.
constexpr std::size_t kStack = std::size_t{64} << 10;

/// One is read by a handler while the other is written.
std::array<std::string, 2> texts;
std::atomic<const std::string*> current{nullptr};
constexpr std::size_t kLongestText = 2000;

void put(std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// A driver's handler returns, and the program would go on.
void run_after_note(const Noted& each) {
  sigset_t only{};
  sigemptyset(&only);
  sigaddset(&only, each.signal);
  sigaction(each.signal, &each.after, nullptr);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  ::raise(each.signal);
  std::signal(each.signal, SIG_DFL);
}

/// With the action the default one again: raised anew, the signal takes it when this returns.
extern "C" void report_crash(int signal) {
  if (const auto* text = current.load()) {
    put("\nerror: SIG");
    put(::sigabbrev_np(signal));
    put(": ");
    put(*text);
    put("\n");
  }
  const auto& each = *std::ranges::find(noted, signal, &Noted::signal);
  if (each.is_sent) run_after_note(each);
  ::raise(signal);
}

bool take(Noted& each) {
  struct sigaction action {};
  action.sa_handler = report_crash;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_ONSTACK;
  return sigaction(each.signal, &action, &each.after) == 0;
}

bool has_handler(const Noted& each, void (*handler)(int)) {
  struct sigaction action {};
  return sigaction(each.signal, nullptr, &action) == 0 && (action.sa_flags & SA_SIGINFO) == 0 &&
         action.sa_handler == handler;
}

std::atomic<const ExitGuard*> armed{nullptr};

/// Three years: a longer time-out would overflow the clock's nanoseconds.
constexpr Seconds kLongest{1e8};

}  // namespace

HeldSignals::HeldSignals(int one_more) {
  sigemptyset(&held_);
  sigaddset(&held_, one_more);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_IGN)
      sigaddset(&held_, signal);
  }
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

Interruption::Interruption(std::function<void(int signal)> on_signal)
    : signals_(kOver), thread_([this, on_signal = std::move(on_signal)] {
        int signal = 0;
        if (sigwait(&signals_.held(), &signal) == 0 && signal != kOver) on_signal(signal);
      }) {}

Interruption::~Interruption() {
  pthread_kill(thread_.native_handle(), kOver);
  thread_.join();
}

CrashNote::CrashNote() {
  for (auto& each : noted) each.is_taken = has_handler(each, SIG_DFL) && take(each);
  stack_t stack{};
  if (sigaltstack(nullptr, &stack) != 0 || (stack.ss_flags & SS_DISABLE) == 0) return;
  stack_.resize(kStack);
  stack = {};
  stack.ss_sp = stack_.data();
  stack.ss_size = stack_.size();
  if (sigaltstack(&stack, nullptr) != 0) stack_.clear();
}

CrashNote::~CrashNote() {
  current = nullptr;
  // A driver may have put its own in the place.
  for (auto& each : noted)
    if (std::exchange(each.is_taken, false) && has_handler(each, report_crash))
      sigaction(each.signal, &each.after, nullptr);
  if (stack_.empty()) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

void CrashNote::set(std::string_view text) {
  auto& next = current.load() == &texts[0] ? texts[1] : texts[0];
  next = text.substr(0, kLongestText);
  current = &next;
  // LLVM, in a driver, takes all these signals, and hands each back when it comes: one that a fault
  // raises comes again, one that is sent does not.
  for (auto& each : noted)
    if (each.is_sent && each.is_taken && !has_handler(each, report_crash)) take(each);
}

ExitGuard::ExitGuard(std::function<void()> on_exit)
    : on_exit_(std::move(on_exit)), process_(::getpid()) {
  // What was registered with atexit stays.
  [[maybe_unused]] static const int kRegistered =
      std::atexit(at_exit) + std::at_quick_exit(at_exit);
  armed = this;
}

ExitGuard::~ExitGuard() { armed = nullptr; }

void ExitGuard::at_exit() {
  const auto* guard = armed.exchange(nullptr);
  // A child that a body forked has the guard too, but not the session.
  if (guard != nullptr && guard->process_ == ::getpid()) guard->on_exit_();
}

Watchdog::Watchdog(Seconds timeout, std::function<void()> on_expiry)
    : timeout_(std::chrono::duration_cast<Clock::duration>(std::min(timeout, kLongest))),
      on_expiry_(std::move(on_expiry)) {
  if (timeout.count() > 0)
    thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

}  // namespace tickbench::process
