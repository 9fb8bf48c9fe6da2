// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conditions/clock_watch.hpp"
#include "conditions/host_watch.hpp"
#include "conditions/speed_watch.hpp"

namespace tickbench::conditions {

/// Under which one repetition of a benchmark was measured.
struct Conditions {
  std::string source;  ///< of what is known of the device; empty: nothing is
  std::optional<ClockConditions> isolated, batched;
  DeviceState begin, end;
  std::optional<SpeedConditions> canary;  ///< of both modes; where it was slow at a look
  std::optional<HostConditions> host;
  std::optional<Energy> energy;  ///< where it was asked for, and the device tells
};

/// What happened, by kind: a run counts its rows by it.
enum class Remark { kThrottled, kSlowClock, kSlowCanary, kCompany, kHostPressure, kSteal };

struct Said {
  Remark remark;
  std::string words;  ///< "throttled: power_cap"
};

/// What a row has to say of them; nothing where all was as it should be.
std::vector<Said> remarks(const Conditions& conditions);

/// How many times as long a launch may have taken for them, by the canary, the clocks, and what
/// other guests took of the processors.
double slow_down(const Conditions& conditions);

/// The host's processor as its kernel names it, or its architecture where it has no name: the
/// device of a plain Google Benchmark program. `root`: the folder above /proc.
std::string cpu_model(const std::string& root = "");

/// The host's name, as Google Benchmark writes it into its results.
std::string host_name();

/// The value of the first line that begins with `key`, in /proc/cpuinfo's and os-release's manner.
std::string value_in(const std::string& file, const std::string& key, char separator);

}  // namespace tickbench::conditions
