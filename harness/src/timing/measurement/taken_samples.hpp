// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>

#include "measurement/sampling.hpp"

namespace tickbench {

/// What a bracket adds to the time measured. One that reads zero, below the clock's resolution,
/// took at most the host's time; by its reading a minimum time would never be reached.
inline Seconds measured_time(const Bracket& bracket) {
  return bracket.device.count() > 0 ? bracket.device : bracket.host;
}

/// Longer launches hide what the host adds to a bracket of one, some 2 us on a GPU, to within 1 %.
inline constexpr Seconds kShortLaunch{200e-6};

/// Six give an interval of 95 %.
inline constexpr std::size_t kFewestUnslowed = 6;

/// A device that is slow behind three measurements in turn is slowed by them.
inline constexpr int kMostWoken = 2;

/// A bracket of so many launches as a sample.
inline Sample per_launch(const Bracket& bracket, std::int64_t launches) {
  const auto count = static_cast<double>(launches);
  return {bracket.device / count, bracket.host / count, bracket.enqueue / count,
          bracket.host_begin,     bracket.device_begin, bracket.launch};
}

/// Isolated launches behind a hold, one next to each sample. Where eight in turn are not fed, or
/// one has no time that can be, no more are taken, and those that were do not count.
class HeldLaunches {
 public:
  /// Null: none is taken.
  explicit HeldLaunches(Bracketer* bracketer) : bracketer_(bracketer) {}
  bool is_taking() const noexcept { return bracketer_ != nullptr; }
  /// Nothing where it was not fed.
  std::optional<Seconds> take(Measurement& result) {
    if (!is_taking()) return std::nullopt;
    try {
      const Bracket bracket = bracketer_->run(1, true).bracket;
      if (bracket.fed) {
        unfed_ = {};
        return bracket.device;
      }
      ++result.unfed;
      if (unfed_.add(bracket)) give_up(result, "the host did not keep ahead of the device");
    } catch (const ImplausibleTime& refused) {
      give_up(result, refused.what());
    }
    return std::nullopt;
  }

 private:
  void give_up(Measurement& result, std::string_view why) {
    result.notes.push_back(fmt::format("no isolated_held_time: {}", why));
    bracketer_ = nullptr;
  }

  Bracketer* bracketer_;
  UnfedInTurn unfed_;
};

/// The samples of one mode, and which of them count: those that no watch finds slowed. The rule
/// knows those that count so far; `result` has them at the end.
class TakenSamples {
 public:
  /// `held`: as in take_samples.
  TakenSamples(Measurement& result, StoppingRule& rule, Bracketer* held, const Watches& watches)
      : result_(result),
        rule_(rule),
        held_(held),
        watches_(watches),
        drops_(!rule.has_fixed_count()),
        drops_slow_(drops_) {
    if (watches_.clocks != nullptr) watches_.clocks->begin();
  }

  bool is_empty() const noexcept { return all_.empty(); }
  void add(const Bracket& bracket) {
    all_.push_back(
        {per_launch(bracket, result_.launches_per_bracket), measured_time(bracket), counts()});
    rule_.add(all_.back().sample.device, all_.back().measured);
    if (bracket.device < kShortLaunch) all_.back().held = held_.take(result_);
    if (watches_.clocks != nullptr && watches_.clocks->is_due()) read_clocks();
  }
  /// Whether the rule says stop. Keeps all where it asks for more than the budget has.
  bool are_enough(Seconds spent) {
    if (all_.empty()) return false;
    const auto reason = rule_.judge(spent);
    if (reason) result_.stop_reason = *reason;
    if (!reason && !rule_.has_time(spent)) keep_all();
    return reason.has_value();
  }
  /// Has the watches judge the samples so far. Returns whether some of them count no more.
  bool drop_slowed() {
    const auto before = rule_.count();
    if (watches_.clocks != nullptr) read_clocks();
    if (watches_.speed != nullptr) look();
    return rule_.count() < before;
  }
  /// Before others are taken in place of those that count no more. Returns how long it took.
  std::chrono::nanoseconds wake() {
    if (!all_.back().is_slow) return {};
    ++woken_;
    return watches_.speed->wake();
  }
  void end() {
    if (rule_.count() < kFewestUnslowed) keep_all();
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (is_dropped(i)) continue;
      result_.samples.push_back(all_[i].sample);
      if (all_[i].held && held_.is_taking()) result_.held.push_back(*all_[i].held);
    }
    if (watches_.clocks != nullptr) watches_.clocks->end(drops_);
    const auto slow = std::ranges::count(all_, true, &TakenSample::is_slow);
    if (watches_.speed != nullptr) watches_.speed->add(static_cast<std::size_t>(slow), drops_slow_);
  }

 private:
  /// Of what counts.
  struct Counts {
    std::size_t samples;
    Seconds measured;
  };
  struct TakenSample {
    Sample sample;
    Seconds measured;
    Counts before;
    std::optional<Seconds> held{};  ///< the launch that was taken next to it
    bool is_slow = false;           ///< the canary after it was
  };

  Counts counts() const { return {rule_.count(), rule_.measured()}; }
  void keep_all() {
    drops_ = drops_slow_ = false;
    if (rule_.count() < all_.size()) recount(0);
  }
  void read_clocks() {
    if (const auto first = watches_.clocks->read(all_.size()); first && drops_) recount(*first);
  }
  void look() {
    const auto first = std::exchange(looked_, all_.size());
    if (first == all_.size() || watches_.speed->is_awake()) return;
    // Under a reason that holds throughout that is the device's state.
    if (watches_.clocks != nullptr && watches_.clocks->throughout() != 0) return;
    for (auto i = first; i < all_.size(); ++i) all_[i].is_slow = true;
    const bool dropped = std::exchange(drops_slow_, drops_slow_ && woken_ < kMostWoken);
    if (dropped) recount(drops_slow_ ? first : 0);
  }
  bool is_dropped(std::size_t sample) const {
    const bool is_throttled = watches_.clocks != nullptr && watches_.clocks->is_slowed(sample);
    return (drops_ && is_throttled) || (drops_slow_ && all_[sample].is_slow);
  }
  void recount(std::size_t first) {
    const Counts before = all_[first].before;
    rule_.keep(before.samples, before.measured);
    for (std::size_t i = first; i < all_.size(); ++i) {
      all_[i].before = counts();
      if (!is_dropped(i)) rule_.add(all_[i].sample.device, all_[i].measured);
    }
  }

  Measurement& result_;
  StoppingRule& rule_;
  HeldLaunches held_;
  Watches watches_;
  bool drops_;       ///< those that the clocks find slowed
  bool drops_slow_;  ///< those before a slow canary
  std::vector<TakenSample> all_;
  std::size_t looked_ = 0;  ///< of them, those that the canary has judged
  int woken_ = 0;
};

}  // namespace tickbench
