// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "measurement/brackets.hpp"
#include "measurement/sampling.hpp"
#include "measurement/stopping_rule.hpp"

namespace tickbench {

/// A bracket of so many launches as a sample.
Sample per_launch(const Bracket& bracket, std::int64_t launches);

/// Isolated launches behind a hold, beside the samples. Where eight in turn are not fed, or one has
/// no time that can be, no more are taken.
class HeldLaunches {
 public:
  /// Null: none is taken.
  explicit HeldLaunches(Bracketer* bracketer) : bracketer_(bracketer) {}
  bool is_taking() const noexcept { return bracketer_ != nullptr; }
  void take(Measurement& result);

 private:
  void give_up(Measurement& result, std::string_view why);

  Bracketer* bracketer_;
  UnfedInTurn unfed_;
};

/// The samples of one mode, and which of them count: those that no watch finds slowed.
class TakenSamples {
 public:
  TakenSamples(Measurement& result, StoppingRule& rule, HeldLaunches& held, const Watches& watches);

  void add(const Bracket& bracket);
  /// Ends the samples so far. Returns whether some of them count no more.
  bool settle();
  /// Before others are taken in place of those that count no more. Returns how long it took.
  std::chrono::nanoseconds wake();
  void keep_all();
  void end();

 private:
  /// Of what counts so far.
  struct Counts {
    std::size_t samples, held;
    Seconds measured;
  };
  struct One {
    Sample sample;
    Seconds measured;
    std::optional<Seconds> held;  ///< of the launch that was taken next to it
    Counts before;
    bool is_slow = false;  ///< the canary behind it was
  };

  bool is_watched() const { return watches_.clocks != nullptr || watches_.speed != nullptr; }
  Counts counts() const { return {result_.samples.size(), result_.held.size(), rule_.measured()}; }
  void read();
  void look();
  bool is_dropped(std::size_t sample) const;
  void recount(std::size_t first);

  Measurement& result_;
  StoppingRule& rule_;
  HeldLaunches& held_;
  Watches watches_;
  bool drops_;              ///< those that the clocks find slowed
  bool drops_slow_;         ///< those with a slow canary behind them
  std::vector<One> all_;    ///< where there is a watch
  std::size_t looked_ = 0;  ///< of them, those that the canary has judged
  int woken_ = 0;
};

}  // namespace tickbench
