// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/guards.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

namespace tickbench::process {
namespace {

/// Sent to the waiting thread alone, to end it.
constexpr int kOver = SIGUSR2;

constexpr std::array kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
/// These of them are sent, and not raised again by a fault where a handler returns.
constexpr std::array kSent{SIGABRT, SIGQUIT};

/// Enough for two calls of write, whatever the processor's registers take.
constexpr std::size_t kStack = std::size_t{64} << 10;

struct Text {
  std::array<char, 2000> characters{};
  std::size_t size = 0;
};

/// What those do after the note: the default action, or what a driver has put in its place.
std::array<struct sigaction, kSent.size()> after_note{};

/// One is read by a handler while the other is written.
std::array<Text, 2> texts;
std::atomic<const Text*> current{nullptr};

void put(const char* text, std::size_t size) {
  while (size > 0) {
    const auto written = ::write(STDERR_FILENO, text, size);
    if (written <= 0) return;
    text += written;
    size -= static_cast<std::size_t>(written);
  }
}

/// Null where `signal` is none of those that are sent.
struct sigaction* find_after_note(int signal) {
  const auto* at = std::find(kSent.begin(), kSent.end(), signal);
  return at == kSent.end() ? nullptr : &after_note.at(static_cast<std::size_t>(at - kSent.begin()));
}

/// A driver's handler returns, and the program would go on.
void run_after_note(int signal, const struct sigaction& after) {
  sigset_t only{};
  sigemptyset(&only);
  sigaddset(&only, signal);
  sigaction(signal, &after, nullptr);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  ::raise(signal);
  std::signal(signal, SIG_DFL);
}

/// Runs with the signal held back and its action the default one again: raised anew, it takes that
/// action when this returns.
extern "C" void report_crash(int signal) {
  if (const Text* text = current.load()) {
    const char* name = ::sigabbrev_np(signal);
    put("\nerror: SIG", 11);
    put(name, std::strlen(name));
    put(": ", 2);
    put(text->characters.data(), text->size);
    put("\n", 1);
  }
  if (const auto* after = find_after_note(signal)) run_after_note(signal, *after);
  ::raise(signal);
}

bool take(int signal) {
  struct sigaction action {};
  action.sa_handler = report_crash;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_ONSTACK;
  return sigaction(signal, &action, find_after_note(signal)) == 0;
}

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == report_crash;
}

std::atomic<const ExitGuard*> armed{nullptr};

/// Three years: a longer time-out would overflow the clock's nanoseconds.
constexpr Seconds kLongest{1e8};

}  // namespace

SignalAction::SignalAction(int signal, void (*handler)(int)) : signal_(signal) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigaction(signal_, &action, &before_);
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
    : signals_(kOver), thread_([this, on_signal = std::move(on_signal)] {
        int signal = 0;
        if (sigwait(&signals_.held(), &signal) == 0 && signal != kOver) on_signal(signal);
      }) {}

Interruption::~Interruption() {
  pthread_kill(thread_.native_handle(), kOver);
  thread_.join();
}

CrashNote::CrashNote() {
  take_stack();
  for (const int signal : kCrashes) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) != 0 || (action.sa_flags & SA_SIGINFO) != 0 ||
        action.sa_handler != SIG_DFL)
      continue;
    if (take(signal)) taken_.push_back(signal);
  }
}

CrashNote::~CrashNote() {
  current = nullptr;
  for (const int signal : taken_) {
    struct sigaction action {};
    // A driver may have put its own in the place.
    if (sigaction(signal, nullptr, &action) != 0 || !is_ours(action)) continue;
    if (const auto* after = find_after_note(signal))
      sigaction(signal, after, nullptr);
    else
      std::signal(signal, SIG_DFL);
  }
  if (stack_.empty()) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

void CrashNote::take_stack() {
  stack_t stack{};
  if (sigaltstack(nullptr, &stack) != 0 || (stack.ss_flags & SS_DISABLE) == 0) return;
  stack_.resize(kStack);
  stack = {};
  stack.ss_sp = stack_.data();
  stack.ss_size = stack_.size();
  if (sigaltstack(&stack, nullptr) != 0) stack_.clear();
}

void CrashNote::set(std::string_view text) {
  Text& next = current.load() == &texts[0] ? texts[1] : texts[0];
  next.size = std::min(text.size(), next.characters.size());
  std::copy_n(text.begin(), next.size, next.characters.begin());
  current = &next;
  retake();
}

/// LLVM, in a driver, takes all these signals, and hands each back when it comes: one that a fault
/// raises comes again, one that is sent does not.
void CrashNote::retake() {
  for (const int signal : kSent) {
    struct sigaction action {};
    const bool was_taken = std::find(taken_.begin(), taken_.end(), signal) != taken_.end();
    if (was_taken && sigaction(signal, nullptr, &action) == 0 && !is_ours(action)) take(signal);
  }
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

template <class Change>
void Watchdog::change(const Change& change) {
  const std::lock_guard lock(mutex_);
  change();
  changed_.notify_all();
}

Watchdog::Watchdog(Seconds timeout, std::function<void()> on_expiry)
    : timeout_(std::chrono::duration_cast<Clock::duration>(std::min(timeout, kLongest))),
      on_expiry_(std::move(on_expiry)) {
  if (timeout.count() > 0) thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  change([this] { is_over_ = true; });
  thread_.join();
}

void Watchdog::arm() {
  change([this] {
    deadline_ = Clock::now() + timeout_;
    remaining_.reset();
  });
}

void Watchdog::disarm() {
  change([this] {
    remaining_.reset();
    deadline_.reset();
  });
}

void Watchdog::pause() {
  change([this] {
    if (deadline_) remaining_ = *std::exchange(deadline_, std::nullopt) - Clock::now();
  });
}

void Watchdog::resume() {
  change([this] {
    if (remaining_) deadline_ = Clock::now() + *std::exchange(remaining_, std::nullopt);
  });
}

Seconds Watchdog::left() {
  const std::lock_guard lock(mutex_);
  if (!thread_.joinable() || (!deadline_ && !remaining_))
    return Seconds(std::numeric_limits<double>::infinity());
  return remaining_ ? *remaining_ : *deadline_ - Clock::now();
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!is_over_) {
    if (!deadline_) {
      changed_.wait(lock);
    } else if (Clock::now() >= *deadline_) {
      on_expiry_();
      return;
    } else {
      const auto until = *deadline_;
      changed_.wait_until(lock, until);
    }
  }
}

}  // namespace tickbench::process
