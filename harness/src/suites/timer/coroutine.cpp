// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "timer/coroutine.hpp"

#include <ucontext.h>

#include <utility>

// The sanitizers follow stacks, and have to be told of a switch.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TICKBENCH_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define TICKBENCH_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(TICKBENCH_ASAN)
#include <sanitizer/common_interface_defs.h>
#undef TICKBENCH_ASAN
#define TICKBENCH_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__) || defined(TICKBENCH_TSAN)
#include <sanitizer/tsan_interface.h>
#undef TICKBENCH_TSAN
#define TICKBENCH_TSAN 1
#endif

namespace tickbench::timer {
namespace {

/// As large as a thread's, since drivers compile kernels on the caller's stack. What nobody touches
/// takes no memory.
constexpr std::size_t kStackBytes = std::size_t{8} << 20;

/// What `enter` runs: makecontext hands on no pointer.
thread_local Coroutine* entering = nullptr;

}  // namespace

struct Coroutine::Switch {
  /// One of the two stacks.
  struct Side {
    ucontext_t context{};
    const void* stack = nullptr;
    std::size_t stack_bytes = 0;
    void* fake_stack = nullptr;  ///< the address sanitizer's
    void* fiber = nullptr;       ///< the thread sanitizer's
  };

  static void begin_switch([[maybe_unused]] Side& from, [[maybe_unused]] const Side& to,
                           [[maybe_unused]] bool is_last) {
#ifdef TICKBENCH_ASAN
    __sanitizer_start_switch_fiber(is_last ? nullptr : &from.fake_stack, to.stack, to.stack_bytes);
#endif
#ifdef TICKBENCH_TSAN
    __tsan_switch_to_fiber(to.fiber, 0);
#endif
  }

  /// `from`: learns the stack that was left, where it is not null.
  static void end_switch([[maybe_unused]] Side& to, [[maybe_unused]] Side* from) {
#ifdef TICKBENCH_ASAN
    __sanitizer_finish_switch_fiber(to.fake_stack, from == nullptr ? nullptr : &from->stack,
                                    from == nullptr ? nullptr : &from->stack_bytes);
#endif
  }

  /// Returns when `from` is switched to.
  static void switch_between(Side& from, Side& to, bool is_last = false) {
    begin_switch(from, to, is_last);
    ::swapcontext(&from.context, &to.context);
    end_switch(from, nullptr);
  }

  std::unique_ptr<std::byte[]> stack = std::make_unique_for_overwrite<std::byte[]>(kStackBytes);
  Side caller, function;

  Switch() {
    function.stack = stack.get();
    function.stack_bytes = kStackBytes;
    ::getcontext(&function.context);
    function.context.uc_stack.ss_sp = stack.get();
    function.context.uc_stack.ss_size = kStackBytes;
    function.context.uc_link = nullptr;
    ::makecontext(&function.context, &Coroutine::enter, 0);
#ifdef TICKBENCH_TSAN
    caller.fiber = __tsan_get_current_fiber();
    function.fiber = __tsan_create_fiber(0);
#endif
  }
  Switch(const Switch&) = delete;
  Switch& operator=(const Switch&) = delete;
  ~Switch() {
#ifdef TICKBENCH_TSAN
    __tsan_destroy_fiber(function.fiber);
#endif
  }
};

Coroutine::Coroutine(std::function<void()> function) : function_(std::move(function)) {}

Coroutine::~Coroutine() {
  if (!switch_ || is_done_) return;
  is_abandoned_ = true;
  entering = this;
  Switch::switch_between(switch_->caller, switch_->function);
}

bool Coroutine::resume() {
  if (is_done_) return false;
  if (!switch_) switch_ = std::make_unique<Switch>();
  entering = this;
  Switch::switch_between(switch_->caller, switch_->function);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return !is_done_;
}

void Coroutine::yield() {
  if (!is_abandoned_) Switch::switch_between(switch_->function, switch_->caller);
  if (is_abandoned_) throw Abandoned{};
}

void Coroutine::enter() { entering->run(); }

void Coroutine::run() noexcept {
  Switch::end_switch(switch_->function, &switch_->caller);
  try {
    function_();
  } catch (const Abandoned&) {
    // The loop ended before the function did.
  } catch (...) {
    failure_ = std::current_exception();
  }
  is_done_ = true;
  Switch::switch_between(switch_->function, switch_->caller, true);
}

}  // namespace tickbench::timer
