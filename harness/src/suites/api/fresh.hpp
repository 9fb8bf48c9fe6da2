// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "api/outputs.hpp"

namespace tickbench::api {

/// A queue of which the brackets of one work find other inputs than those before them: what buffers
/// held in trials is copied into place before a bracket, and what it gives is compared behind it.
/// Both lie outside of all marks. Which brackets and which inputs is drawn. Outputs are not
/// poisoned: they hold the results of another input, so that a kernel which keeps results, or skips
/// work that seems done, leaves wrong ones.
class FreshQueue final : public TimedQueue {
 public:
  FreshQueue(TimedQueue& queue, const Work& work, Body& body, Outputs& outputs);

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

  /// After the timing: one more launch under each input that no bracket was compared under. The
  /// body's own inputs are back in place then, and stay.
  void finish();

 private:
  /// One-launch brackets behind a copy, by whether their inputs were those of the one before.
  struct Times {
    std::vector<double> unseen, seen, unchanged;
  };

  /// Why inputs stay as they are; nothing: they change.
  std::string find_obstacle() const;
  void keep_changing();
  void put(std::size_t set);
  void compare(std::size_t set);
  std::string explain(std::size_t set, const CheckedOutput& checked,
                      std::span<const std::byte> found) const;
  void note_time(std::size_t set, std::size_t before, const Bracket& bracket);
  void judge_times();
  std::span<const std::byte> expected(std::size_t set, const CheckedOutput& checked) const;
  Seconds now() const { return body_.context.host().now(); }

  TimedQueue& queue_;
  const Work& work_;
  Body& body_;
  FreshInputs& inputs_;
  std::vector<CheckedOutput*> written_;
  bool has_inout_ = false;
  bool is_active_ = false;
  bool has_begun_ = false;                         ///< the first launch of all may load its code
  std::vector<bool> was_launched_, was_compared_;  ///< by the set; the first is the body's own
  std::size_t here_ = 0;                           ///< the set that is in place
  Seconds begin_{}, spent_{};
  std::mt19937 random_;
  results::FreshCounts counts_;
  Times times_;
};

}  // namespace tickbench::api
