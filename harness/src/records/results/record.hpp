// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <mutex>

#include "base/wall_time.hpp"
#include "conditions/conditions.hpp"
#include "measurement/measurement.hpp"
#include "results/result_file.hpp"
#include "tickbench/figure.hpp"
#include "tickbench/peak.hpp"
#include "tickbench/verification.hpp"

/// What a run finds, as it is written and judged.
namespace tickbench::results {

/// Which modes are taken.
enum class Modes { kBoth, kIsolated, kBatched, kGraph };  ///< the last: both, batches as graphs
std::string_view to_string(Modes modes) noexcept;

/// What a body is run for. Nothing is timed but to measure.
enum class Purpose { kMeasure, kVerify, kProfile };

/// How a repetition was to be measured.
struct Settings : MeasurementSettings {
  Modes modes = Modes::kBoth;
  Purpose purpose = Purpose::kMeasure;
  int version = 0;                             ///< of the benchmark; 0: it states none
  bool reads_clocks = false;                   ///< for a trace
  bool energy = false;                         ///< joules a launch
  std::size_t host_displace_bytes = 0;         ///< before each sample of a reference
  std::map<std::string, std::string> choices;  ///< of the back end's own settings
  std::map<std::string, std::string> own;      ///< given of the program's own flags
};

/// What one call of verify found.
struct CheckReport {
  CheckResult result;
  ElementType type = ElementType::kFloat32;
  std::size_t count = 0;
  Tolerance tolerance;
  bool is_inout = false;
  std::string loose{};   ///< of a right one: what `looseness` says of its tolerance
  std::string output{};  ///< which, where the call has several: "output 2 of 2 (...)"
};

/// One benchmark on one device. It outlives its repetitions.
struct Case {
  std::string id;  ///< `opencl/saxpy/1024`
  std::vector<std::string> former_ids{};
  std::string backend;     ///< `opencl`
  std::string device;      ///< its name; empty: the device that was asked for is not here
  std::string device_id;   ///< `opencl:0`; empty like the name
  std::size_t family = 0;  ///< Google Benchmark's family_index
  std::vector<FigureGroup> groups{};
  /// The good checks. The first repetition makes them, for all.
  std::vector<CheckReport> checks;
  /// 0: not known. Nothing: no body came to be measured.
  std::optional<std::uint64_t> launch_digest{};
  std::vector<std::uint64_t> modules{};  ///< of its launches, by their digests
};

/// Of one launch, as stated by the body. 0: not stated.
struct Declared {
  double bytes_read = 0;
  double bytes_written = 0;
  double flops = 0;
  double items = 0;
};

/// The same benchmark with another build's kernels in the place of its own; or its baseline.
struct PartnerTimes {
  SamplePairs pairs;  ///< the row's own first
  std::vector<KernelDifference> differences;
  std::string why_not;   ///< nothing was measured; empty: it was, or there are differences
  std::string id{};      ///< of the baseline
  bool resolved = true;  ///< the row's own times in the pairs
};

/// What a body took of its device's memory while it was measured, in bytes.
struct DeviceMemory {
  std::uint64_t peak = 0, held = 0, shared = 0;  ///< held before the launches; shared: of both
  std::optional<std::int64_t> driver;            ///< between the body's begin and the launches
  std::string driver_counted;                    ///< whose; why there is no number
};

/// How the inputs changed between timed brackets.
struct FreshCounts {
  std::size_t inputs = 0;    ///< the body's own among them
  std::size_t changed = 0;   ///< brackets that found an input copied into place
  std::size_t compared = 0;  ///< brackets whose results were compared
};

/// One repetition of one case.
struct Record {
  const Case* benchmark_case = nullptr;
  int repetition = 0;
  Outcome outcome = Outcome::kPassed;
  std::string message;
  std::vector<std::string> notes;
  std::vector<std::string> words;  ///< notes that stand in the row too
  Settings settings;
  Declared declared;
  std::optional<Axis> axis;
  std::optional<MemoryPair> memories;
  std::vector<Region> regions{};
  std::map<std::string, double> counters;  ///< the body's own
  std::vector<CheckReport> checks;
  std::string nothing_to_check;
  std::optional<Measurement> isolated;
  std::optional<Measurement> batched;
  std::optional<Seconds> device_busy{};  ///< in one launch of work that waits
  /// The device's clock beside the host's, before each mode; taken for a trace only.
  std::map<Mode, ClockReading> clocks;
  std::vector<ReferenceMeasurement> references;
  std::optional<PartnerTimes> other_build, baseline;
  std::optional<FreshCounts> fresh;
  DeviceMemory device_memory;
  Peaks peaks;
  Peaks theoretical;  ///< 0: not known
  WallTime wall;
  std::optional<ClockCheck> own_clock;  ///< of a queue that the body brought
  conditions::Conditions conditions;

  /// The mode that Google Benchmark's Time shows.
  const Measurement* shown() const { return batched ? &*batched : isolated ? &*isolated : nullptr; }
  /// The isolated one first.
  std::vector<const Measurement*> taken() const {
    std::vector<const Measurement*> result;
    if (isolated) result.push_back(&*isolated);
    if (batched) result.push_back(&*batched);
    return result;
  }
};

using Records = std::vector<const Record*>;

/// The finished repetitions, thread-safe for the watchdog. Records never move.
class RunLog {
 public:
  const Record& add(Record record) {
    const std::lock_guard lock(mutex_);
    return records_.emplace_back(std::move(record));
  }
  /// Null: no such repetition has finished.
  const Record* find(std::int64_t family, std::int64_t repetition) const {
    const std::lock_guard lock(mutex_);
    for (const auto& record : records_)
      if (static_cast<std::int64_t>(record.benchmark_case->family) == family &&
          record.repetition == repetition)
        return &record;
    return nullptr;
  }
  Records all() const {
    const std::lock_guard lock(mutex_);
    Records result;
    for (const auto& record : records_) result.push_back(&record);
    return result;
  }

 private:
  mutable std::mutex mutex_;
  std::deque<Record> records_;
};

/// With its 95 % interval, in SI units. Never non-finite.
struct MetricValue : Estimate {
  std::string name;
};

/// Of a repetition: `time` first, then the counters in the documented order. Those that cannot be
/// had (no bytes declared, a mode not taken) are absent.
std::vector<MetricValue> metrics(const Record& record);

/// What a repetition knows of a metric, with its interval at `level`, if anything.
std::optional<Evidence> evidence(const Record& record, std::string_view metric, double level);

/// Of a metric over another benchmark's, by samples of both in turn; nothing where one lacks it.
std::optional<Evidence> ratio_evidence(const Record& record, const Record& other,
                                       const SamplePairs& pairs, std::string_view metric,
                                       double level);

/// Half of the 95 % interval over the median; of samples that drift only where they converged.
std::optional<double> half_width(const Measurement& measurement);

/// Whether the interval of Time is wider than was asked for.
bool is_wide(const Record& record);

}  // namespace tickbench::results
