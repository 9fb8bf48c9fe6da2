// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "api/checks.hpp"

namespace tickbench::api {

/// The runs of a body's CPU implementations.
class References {
 public:
  References(Body& body, Outputs& outputs) : body_(body), outputs_(outputs) {}

  /// A reference that computes something else would be timed, and a speed-up over it printed.
  void check();
  /// Under the lock of the references, with memory for what they write.
  /// Throws Error where the last timed run of one does not give what its check found.
  void with_works(const std::function<void(const std::vector<ReferenceWork>&)>& use);
  /// Words on those that do not keep the processors busy, if nobody else did since `begin`.
  void doubt(const std::optional<conditions::HostReading>& begin) const;

 private:
  struct TimedReference {
    const NamedReference& reference;
    OutputValues values;
    bool was_run = false;
    std::minstd_rand random{std::random_device{}()};
  };
  static void poison_part(TimedReference& run, std::span<const CheckedOutput> outputs);

  /// `found`: memory for what it writes.
  void compare(NamedReference& reference, detail::Bytes found);

  Body& body_;
  Outputs& outputs_;
};

/// The times of a body's modes, its references and another build's kernels.
class Timing {
 public:
  Timing(Body& body, const MeasuredWork& measured) : body_(body), measured_(measured) {}

  /// Whether the device runs on the host's processors.
  bool is_on_processor() const {
    const auto* info = body_.device ? &body_.device->info() : measured_.queue.device_info();
    return info != nullptr && info->type == backend::DeviceType::kCpu;
  }
  /// Those that ran the launches of the warm-up, on a device that runs on the host's processors.
  const std::vector<pid_t>& threads() const noexcept { return threads_; }
  /// Throws Error where the clock is broken.
  void check_clock();
  /// The modes, and the state of device and host around them.
  void take();
  /// Other samples of a mode in the place of those that are there. Returns their conditions.
  conditions::Conditions take_again(Measurement& measurement, Seconds budget);
  /// `more`: goes on with those that were taken, for so long.
  void take_references(References& references, std::optional<Seconds> more = {});
  /// The same launch with another build's kernels, in turn with this build's. `checked`: what is
  /// launched once more, for its result.
  void take_other_build(other_build::PairedDevice& device, Checks& checks, const Work& checked);

 private:
  /// Fills in what is known of device and host while `take` runs.
  void take_under(conditions::Conditions& conditions, const std::function<void()>& take);
  /// Counts what `take` finds and takes of the device's memory.
  void count_memory(const std::function<void()>& take);
  void take_modes();
  Measurement take_mode(Mode mode, bool is_shown = true);
  /// Of work that waits.
  void take_device_busy();
  Seconds find_device_busy() const;
  void take_energy();

  Body& body_;
  const MeasuredWork& measured_;
  // What is looked at during a measurement; null where it cannot be.
  conditions::WatchedDevice* device_ = nullptr;
  conditions::SpeedWatch* speed_ = nullptr;
  std::vector<pid_t> threads_;
  std::optional<conditions::SpreadThreads> spread_;  ///< while samples are taken
};

/// One launch, warm and alone in a range that profilers show under the benchmark's id: by NVTX
/// where a tool that knows it started this process, and by the driver where it has ranges.
void profile(Body& body, TimedQueue& queue, const Work& work);

/// Calls `take` with a work whose launches take the buffers of several runs of the body in turn, so
/// that none finds its own in a cache although nothing displaces it: in a batch and in a graph too.
/// The other runs are inside of this one's `measure`, each in that of the one before it, under the
/// same random input. Throws Error where the work cannot rotate, and what a run throws.
void rotate(const MeasuredWork& measured, Body& body, Outputs& outputs,
            const std::function<void(const Work& work)>& take);

/// In such a run: hands its work over, and has the expected values of the first run afterwards.
void run_copy(const MeasuredWork& measured, Body& body, Outputs& outputs);

}  // namespace tickbench::api
