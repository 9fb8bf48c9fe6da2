// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "api/instance.hpp"
#include "tickbench/measurement.hpp"
#include "tickbench/outcome.hpp"
#include "tickbench/peak.hpp"
#include "tickbench/verification.hpp"

namespace tickbench::suite {

struct DeviceSlot;

/// What one call of verify found.
struct CheckReport {
  CheckResult result;
  ElementType type = ElementType::kFloat32;
  std::size_t count = 0;
  Tolerance tolerance;
  bool is_inout = false;
};

/// How a benchmark failed; kept, so that later repetitions fail at once.
struct Failure {
  Outcome outcome = Outcome::kWrongResult;
  std::string message;
};

/// One benchmark on one device: what Google Benchmark knows as one registered benchmark. What is
/// kept here outlives a repetition.
struct Case {
  Instance instance;
  DeviceSlot* slot = nullptr;
  std::size_t family = 0;  ///< Google Benchmark's family_index
  int repetitions_begun = 0;
  /// What is replayed into every repetition: the samples of the first one measured. Google
  /// Benchmark ends the program where repetitions differ in it.
  std::int64_t iterations = 0;
  std::vector<CheckReport> checks;
  std::optional<Failure> failure;
  /// Of each check of a one-element result, by its number: what was expected under the first random
  /// input that it saw.
  std::map<std::size_t, std::vector<std::byte>> first_expected;
  bool references_agree = false;  ///< checked once, like the results
  unsigned seed = 0;
};

/// Of one launch, as stated by the body. 0: not stated.
struct Declared {
  double bytes_read = 0;
  double bytes_written = 0;
  double flops = 0;
  double items = 0;
};

/// One repetition of one case.
struct Record {
  const Case* of = nullptr;
  int repetition = 0;
  Outcome outcome = Outcome::kPassed;
  std::string message;
  std::vector<std::string> notes;
  MeasurementSettings settings;
  Declared declared;
  std::map<std::string, double> counters;  ///< the body's own
  std::vector<CheckReport> checks;
  std::string nothing_to_check;
  std::optional<Measurement> isolated;
  std::optional<Measurement> batched;
  /// The device's clock beside the host's, before each mode; taken for a trace only.
  std::map<Mode, ClockReading> clocks;
  std::vector<ReferenceMeasurement> references;
  Peaks peaks;
  std::optional<ClockCheck> own_clock;  ///< of a queue that the body brought

  /// The mode that Google Benchmark's Time shows.
  const Measurement* shown() const { return batched ? &*batched : isolated ? &*isolated : nullptr; }
};

}  // namespace tickbench::suite
