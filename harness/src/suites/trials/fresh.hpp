// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "trials/outputs.hpp"

namespace tickbench::api {

/// A queue of which one work has further brackets between its samples, on other inputs: what
/// buffers held in trials is copied into place before one, and what it gives is compared behind it.
/// It is like a sample, but none: the next sample finds what it would have found without it. Where
/// it stands and on which input is drawn. Outputs are not poisoned: they hold the results of
/// another input, so that a kernel which keeps results, or skips work that seems done, leaves wrong
/// ones.
class FreshQueue final : public TimedQueue {
 public:
  FreshQueue(const MeasuredWork& measured, Body& body, Outputs& outputs);

  /// Throws Error (kWrongResult) where the results are not those of the inputs.
  Bracket run(const Work& work, const BracketRequest& request) override;
  bool supports(TimeMethod method, const Work& work) const override {
    return queue_.supports(method, work);
  }
  HoldLimits hold_limits(const Work& work, bool displaces) override {
    return queue_.hold_limits(work, displaces);
  }
  std::optional<ClockReading> read_clock() override { return queue_.read_clock(); }
  Seconds reported_resolution() const override { return queue_.reported_resolution(); }
  std::string device_name() const override { return queue_.device_name(); }
  const backend::DeviceInfo* device_info() const override { return queue_.device_info(); }

  /// After the timing: one more launch under each input that no bracket was compared under, and one
  /// on the body's own input, which stays as that leaves it.
  void finish();

 private:
  /// Of one-launch brackets on one input behind a copy of it: the first; those behind another
  /// input, each with one behind the same input; and all but the first.
  struct Times {
    std::optional<double> unseen;
    std::vector<std::pair<double, double>> pairs;
    std::vector<double> later;
  };

  /// Why inputs stay as they are; nothing: they change.
  std::string find_obstacle() const;
  /// Whether all that it takes is an output, or was written in each trial before its check.
  bool follows(const Launch& reset) const;
  void keep_changing();
  /// One of those brackets, like the sample of this request behind it.
  void take(const Work& work, const BracketRequest& request);
  void put(std::size_t set) {
    for (const auto* checked : written_) checked->restore_input();
    inputs_.device->write(inputs_.sets[set].buffers);
  }
  /// Inputs stay as they are where the results are neither right nor kept ones.
  void compare(std::size_t set);
  std::string explain(std::size_t set, const CheckedOutput& checked,
                      std::span<const std::byte> found) const;
  void note_times(Times& times, const Bracket& changed, const Bracket& unchanged) const;
  void judge_times();
  /// Behind one launch on the body's own.
  void doubt_inputs();
  std::span<const std::byte> expected(std::size_t set, const CheckedOutput& checked) const {
    if (set == 0) return checked.expected ? checked.expected->bytes() : std::span<std::byte>{};
    const auto& all = inputs_.sets[set].expected;
    const auto found = all.find(checked.number);
    return found == all.end() ? std::span<const std::byte>{} : std::span(found->second.values);
  }
  /// What an inout holds before a launch; nothing: it is none.
  std::span<const std::byte> input(std::size_t set, const CheckedOutput& checked) const {
    if (!checked.output.is_inout) return {};
    const auto& buffers = inputs_.sets[set].buffers;
    const auto found = buffers.find(inputs_.device->number(checked.output.memory).value_or(~0U));
    if (found != buffers.end() && found->second.size() == checked.size()) return found->second;
    return checked.input->bytes();
  }
  Seconds now() const { return body_.context.host().now(); }

  TimedQueue& queue_;
  const Work& work_;
  Body& body_;
  FreshInputs& inputs_;
  std::vector<CheckedOutput*> written_;
  bool reset_follows_ = false, is_active_ = false;
  // By the set; the first is the body's own.
  std::vector<bool> was_compared_;
  std::vector<Times> times_;
  Seconds begin_{}, spent_{};
  std::mt19937 random_;
  results::FreshCounts counts_;
};

}  // namespace tickbench::api
