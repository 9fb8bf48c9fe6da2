// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/shared.hpp"
#include "command_line/options.hpp"
#include "conditions/clock_watch.hpp"
#include "conditions/speed_watch.hpp"
#include "devices/selection.hpp"
#include "suite/environment.hpp"

namespace tickbench::suite {

class Messages;

/// A selected device: opened at the first run that asks for it, and kept.
class DeviceSlot {
 public:
  explicit DeviceSlot(devices::Selected chosen) : selected(std::move(chosen)) {}

  /// Opens it if need be. `is_measuring`: checks its clock and measures its peaks too, under its
  /// lock. Throws Error: the first attempt's, at every further one.
  backend::Device& open(bool is_measuring, const Environment& environment,
                        const std::function<process::HostLock()>& lock,
                        const std::function<void(std::string_view)>& on_phase);
  /// The same device for trials, once it is open. It stays, since a body may keep what it gave.
  bands::GuardedDevice& guarded() { return guarded_ ? *guarded_ : guarded_.emplace(*device_); }
  /// With another build's kernels too, those of the first call, once it is open. It stays as well.
  other_build::PairedDevice& paired(const std::vector<backend::Module>& others) {
    return paired_ ? *paired_ : paired_.emplace(*device_, others);
  }
  /// Once it is open.
  api::SharedObjects& shared() { return shared_ ? *shared_ : shared_.emplace(*device_); }
  /// One for a sub-device and its parent, whatever the back end, and one for all CPU devices.
  std::string lock_name() const;
  /// Read by the watchdog's thread too, which may find the main one anywhere.
  api::DeviceFindings findings() const {
    const std::lock_guard lock(mutex_);
    return findings_;
  }

  /// What a body has enqueued and not waited for: its memory is gone.
  void drop_work() noexcept {
    if (device_) device_->queue().drop();
  }
  /// Gives it back to the driver, where it is open.
  void close() noexcept {
    shared_.reset();
    speed_.reset();
    canary_.reset();
    device_.reset();
  }

  /// Opened at the first call; null where nothing can be read of it.
  conditions::WatchedDevice* watched(const Environment& environment);

  /// The canary's figures at the beginning and the end of the run.
  struct Canaries {
    std::vector<canary::Figure> begin, end;
    std::vector<std::string> excluded;  ///< figures that could not be had, and why
  };
  Canaries canaries() const {
    const std::lock_guard lock(mutex_);
    return canaries_;
  }
  /// Null where it has no canary, or never sleeps: where it is no GPU.
  conditions::SpeedWatch* speed_watch() { return speed_ ? &*speed_ : nullptr; }
  /// The second ones, where there were first ones. Throws Error.
  void measure_last_canary() {
    if (!device_ || canaries().begin.empty()) return;
    if (speed_) speed_->begin();
    measure_canary(&Canaries::end);
  }

  const devices::Selected selected;

 private:
  void prepare(const Environment& environment,
               const std::function<void(std::string_view)>& on_phase);
  /// Into those of the beginning, or of the end.
  void measure_canary(std::vector<canary::Figure> Canaries::*when);
  void set_findings(const api::DeviceFindings& findings) {
    const std::lock_guard lock(mutex_);
    findings_ = findings;
  }

  std::unique_ptr<backend::Device> device_;
  std::unique_ptr<canary::Canary> canary_;
  std::optional<conditions::SpeedWatch> speed_;
  std::optional<api::SharedObjects> shared_;
  std::optional<bands::GuardedDevice> guarded_;
  std::optional<other_build::PairedDevice> paired_;
  std::optional<Error> cannot_open_;
  std::unique_ptr<conditions::WatchedDevice> watched_;
  bool was_watched_for_ = false;
  mutable std::mutex mutex_;
  api::DeviceFindings findings_;
  Canaries canaries_;
};

/// What Google Benchmark knows as one registered benchmark: a benchmark on one device.
struct RegisteredCase : api::BenchmarkCase {
  RegisteredCase(const api::Instance& of_instance, DeviceSlot& on_device, const Options& options);

  DeviceSlot* slot;
  int repetitions_begun = 0;
  /// What is replayed into every repetition: the samples of the first one measured. Google
  /// Benchmark ends the program where repetitions differ in it.
  std::int64_t iterations = 0;
  /// How it failed; kept, so that later repetitions fail at once.
  std::optional<Error> failure;
};

/// All cases of a run, in the order in which they are registered, and their devices.
struct Cases {
  /// On each device the benchmarks of its back end.
  void add(std::vector<devices::Selected> devices, const std::vector<api::Instance>& instances,
           const Options& options);

  const RegisteredCase& at(std::int64_t family) const {
    return all.at(static_cast<std::size_t>(family));
  }
  /// What is here of them.
  std::vector<backend::DeviceInfo> devices() const {
    std::vector<backend::DeviceInfo> devices;
    for (const auto& slot : slots)
      if (slot.selected.device) devices.push_back(*slot.selected.device);
    return devices;
  }
  /// What a row's label says of its device, where the back end has several here.
  std::string label_of(const RegisteredCase& benchmark_case) const;

  std::deque<DeviceSlot> slots;
  std::deque<RegisteredCase> all;
};

std::vector<std::string> instance_ids(const std::vector<api::Instance>& instances);

/// Of all back ends: those that are registered, and those that --tickbench_axis asks for.
std::vector<api::Instance> all_instances(const Options& options, const Environment& environment);

/// What the filter (make_filter; "" and "all": everything), the ids (exact; none: all) and the flag
/// for large sizes leave. Throws UsageError for a bad pattern, an unknown id or that of a large
/// size, and where nothing is left.
std::vector<api::Instance> select(const std::vector<api::Instance>& instances,
                                  const Options& options, bool may_be_none);

/// For a run with a budget, by `options.earlier`: first what missed a floor there, or nearly did;
/// then what has other kernels since; then one of each registration. Of equal ones that first which
/// was measured longest ago. Throws UsageError for an earlier benchmark that is none of `ids`.
void order_by_value(std::vector<api::Instance>& instances, const Options& options,
                    const std::vector<std::string>& ids, const floors::RunFloors& floors);

/// The ids of the plain benchmarks of these names that the filter leaves; none beside exact ids.
std::vector<std::string> select_plain(const std::vector<std::string>& names,
                                      const Options& options);

/// The devices that a run takes: by its flag, by what CTest has given it, by what is here. Asks the
/// drivers. Throws UsageError for what CTest's variables cannot mean, and a device that is not
/// given.
std::vector<devices::Selected> choose_devices(const std::vector<devices::DeviceSpec>& specs,
                                              const std::vector<api::Instance>& instances,
                                              const Options& options,
                                              const Environment& environment, Messages& messages);

}  // namespace tickbench::suite
