// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/taken_samples.hpp"

#include <algorithm>
#include <utility>

namespace tickbench {
namespace {

/// What a bracket adds to the time measured. One that reads zero, below the clock's resolution,
/// took at most the host's time; by its reading a minimum time would never be reached.
Seconds measured_time(const Bracket& bracket) {
  return bracket.device.count() > 0 ? bracket.device : bracket.host;
}

/// Longer launches hide what the host adds to a bracket of one, some 2 us on a GPU, to within 1 %.
constexpr Seconds kShortLaunch{200e-6};

/// Six give an interval of 95 %.
constexpr std::size_t kFewestUnslowed = 6;

/// A device that is slow behind three measurements in turn is slowed by them.
constexpr int kMostWoken = 2;

}  // namespace

Sample per_launch(const Bracket& bracket, std::int64_t launches) {
  const auto count = static_cast<double>(launches);
  return {bracket.device / count, bracket.host / count, bracket.enqueue / count,
          bracket.host_begin,     bracket.device_begin, bracket.launch};
}

void TakenSamples::add(const Bracket& bracket) {
  all_.push_back(
      {per_launch(bracket, result_.launches_per_bracket), measured_time(bracket), counts()});
  rule_.add(all_.back().sample.device, all_.back().measured);
  if (bracket.device < kShortLaunch) all_.back().held = held_.take(result_);
  if (watches_.clocks != nullptr && watches_.clocks->is_due()) read_clocks();
}

void TakenSamples::end() {
  if (rule_.count() < kFewestUnslowed) keep_all();
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (is_dropped(i)) continue;
    result_.samples.push_back(all_[i].sample);
    if (all_[i].held && held_.is_taking()) result_.held.push_back(*all_[i].held);
  }
  if (watches_.clocks != nullptr) watches_.clocks->end(drops_);
  if (watches_.speed == nullptr) return;
  const auto slow = static_cast<std::size_t>(std::ranges::count(all_, true, &TakenSample::is_slow));
  if (drops_slow_)
    watches_.speed->add_dropped(slow);
  else
    watches_.speed->add_slowed(slow);
}

void TakenSamples::look() {
  const auto first = std::exchange(looked_, all_.size());
  if (first == all_.size() || watches_.speed->is_awake()) return;
  // Under a reason that holds throughout that is the device's state.
  if (watches_.clocks != nullptr && watches_.clocks->throughout() != 0) return;
  for (auto i = first; i < all_.size(); ++i) all_[i].is_slow = true;
  const bool dropped = std::exchange(drops_slow_, drops_slow_ && woken_ < kMostWoken);
  if (dropped) recount(drops_slow_ ? first : 0);
}

}  // namespace tickbench
