// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>

namespace tickbench::timer {

/// A function with a stack of its own, that takes turns with the caller on the caller's thread.
///
/// The body of a range-for is no function that a measurement could call. So the measurement runs
/// here, and each launch that it asks for is a `yield` to the loop. A thread would do as well, but
/// drivers keep state by thread: the current context, a capture, a default stream.
///
///     Coroutine three([&] { for (int i = 0; i < 3; ++i) three.yield(); });
///     while (three.resume()) body();
class Coroutine {
 public:
  explicit Coroutine(std::function<void()> function);
  /// Where the function has not returned, its `yield` throws, so that it cleans up.
  ~Coroutine();

  /// Runs the function until it yields. Returns false where it has returned. Throws what it throws.
  bool resume();
  /// Called by the function alone.
  void yield();

 private:
  struct Switch;
  struct Abandoned {};

  static void enter();
  void run() noexcept;

  std::function<void()> function_;
  std::unique_ptr<Switch> switch_;  ///< null: it was never resumed
  std::exception_ptr failure_;
  bool is_done_ = false;
  bool is_abandoned_ = false;
};

}  // namespace tickbench::timer
