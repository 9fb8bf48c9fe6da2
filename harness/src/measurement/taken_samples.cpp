// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/taken_samples.hpp"

#include <fmt/format.h>

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

void HeldLaunches::take(Measurement& result) {
  if (bracketer_ == nullptr) return;
  try {
    const Bracket bracket = bracketer_->run(1, true).bracket;
    if (bracket.fed) {
      unfed_ = {};
      return result.held.push_back(bracket.device);
    }
    ++result.unfed;
    if (unfed_.add(bracket)) give_up(result, "the host did not keep ahead of the device");
  } catch (const ImplausibleTime& refused) {
    give_up(result, refused.what());
  }
}

void HeldLaunches::give_up(Measurement& result, std::string_view why) {
  result.notes.push_back(fmt::format("no isolated_held_time: {}", why));
  result.held.clear();
  bracketer_ = nullptr;
}

TakenSamples::TakenSamples(Measurement& result, StoppingRule& rule, HeldLaunches& held,
                           const Watches& watches)
    : result_(result),
      rule_(rule),
      held_(held),
      watches_(watches),
      drops_(!rule.counts()),
      drops_slow_(drops_) {
  if (watches_.clocks != nullptr) watches_.clocks->begin();
}

void TakenSamples::add(const Bracket& bracket) {
  One one{per_launch(bracket, result_.launches_per_bracket), measured_time(bracket), {}, counts()};
  result_.samples.push_back(one.sample);
  rule_.add(one.sample.device, one.measured);
  if (bracket.device < kShortLaunch) held_.take(result_);
  if (!is_watched()) return;
  if (result_.held.size() > one.before.held) one.held = result_.held.back();
  all_.push_back(one);
  if (watches_.clocks != nullptr && watches_.clocks->is_due()) read();
}

bool TakenSamples::settle() {
  const auto before = result_.samples.size();
  if (watches_.clocks != nullptr) read();
  if (watches_.speed != nullptr) look();
  return result_.samples.size() < before;
}

std::chrono::nanoseconds TakenSamples::wake() {
  if (all_.empty() || !all_.back().is_slow) return {};
  ++woken_;
  return watches_.speed->wake();
}

void TakenSamples::keep_all() {
  if (!is_watched()) return;
  drops_ = drops_slow_ = false;
  if (result_.samples.size() < all_.size()) recount(0);
}

void TakenSamples::end() {
  if (!is_watched()) return;
  if (result_.samples.size() < kFewestUnslowed) keep_all();
  if (watches_.clocks != nullptr) watches_.clocks->end(drops_);
  if (watches_.speed == nullptr) return;
  const auto slow = static_cast<std::size_t>(std::ranges::count(all_, true, &One::is_slow));
  if (drops_slow_)
    watches_.speed->add_dropped(slow);
  else
    watches_.speed->add_slowed(slow);
}

void TakenSamples::read() {
  if (const auto first = watches_.clocks->read(all_.size()); first && drops_) recount(*first);
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

bool TakenSamples::is_dropped(std::size_t sample) const {
  const bool is_throttled = watches_.clocks != nullptr && watches_.clocks->is_slowed(sample);
  return (drops_ && is_throttled) || (drops_slow_ && all_[sample].is_slow);
}

void TakenSamples::recount(std::size_t first) {
  const auto before = all_[first].before;
  result_.samples.resize(before.samples);
  if (held_.is_taking()) result_.held.resize(before.held);
  rule_.keep(before.samples, before.measured);
  for (std::size_t i = first; i < all_.size(); ++i) {
    auto& one = all_[i];
    one.before = counts();
    if (is_dropped(i)) continue;
    result_.samples.push_back(one.sample);
    rule_.add(one.sample.device, one.measured);
    if (one.held && held_.is_taking()) result_.held.push_back(*one.held);
  }
}

}  // namespace tickbench
