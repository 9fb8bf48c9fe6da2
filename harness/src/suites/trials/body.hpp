// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include "bands/guarded_device.hpp"
#include "floors/floors_of_run.hpp"
#include "partner/paired_device.hpp"
#include "process/files.hpp"
#include "trials/registration.hpp"

namespace tickbench::api {

/// What the checks of a benchmark saw under its random inputs.
struct Draw {
  unsigned seed = 0;  ///< of the first input
  /// Digests, under the first input.
  std::uint64_t expected = 0, found = 0;
  std::vector<std::byte> values{};  ///< the first ones expected, of a trial before a measurement
  bool has_second = false;          ///< another input was tried
  bool is_same = false;             ///< the values expected under it are those of the first
};
/// By the number of the check.
using Draws = std::map<std::size_t, Draw>;

/// What a body works on under one random input.
struct InputSet {
  unsigned seed = 0;
  bool is_noted = false;      ///< its buffers are
  bool is_whole = true;       ///< there was room for all of it
  bool is_near = false;       ///< by Trial::is_near
  bands::Contents buffers{};  ///< before the check of what is measured
  struct Expected {
    std::vector<std::byte> values;
    Tolerance tolerance;
  };
  /// By the number of the output. Of the body that is measured its outputs have them.
  std::map<std::size_t, Expected> expected{};
  std::string shape{};  ///< GuardedDevice::shape
};

/// The inputs of the trials, for the run that is measured: they change between timed brackets.
struct FreshInputs {
  unsigned seed = 0;                       ///< by which all is drawn
  std::vector<InputSet> sets{1};           ///< the first is that of the run itself
  bands::GuardedDevice* device = nullptr;  ///< of that run; null: the body asked for none
  std::size_t bytes = 0;                   ///< that the sets hold
  bool is_sampling = false;                ///< warm-up and growth are over

  /// Of a drawn seed: the flag that draws it again; else nothing.
  std::string name_drawn(unsigned drawn) const;
};
/// Of the host's memory that inputs may take, and that buffers under one of them may.
inline constexpr std::size_t kMostInputBytes = std::size_t{1} << 29;
inline constexpr std::size_t kMostSetBytes = kMostInputBytes / 2;

/// One run of a body for its checks alone, under its own random inputs, with bands around buffers.
struct Trial {
  std::string name{};  ///< of its phases: "first trial"
  unsigned seed = 0;
  bands::Poisoning poisoning{};
  bool has_bands = true;
  bool is_shown = false;  ///< the results show its checks: nothing is measured after it
  /// Fails at this output, right or wrong, with what the launch wrote, as at any failing check.
  std::optional<std::size_t> ends_at{};
  bool is_drawn = false;  ///< its seed is another one in every run
  bool is_near = false;   ///< the values of the first trial, but for one element of each `random`

  // What it leaves.
  bands::GuardedDevice* device = nullptr;  ///< null: the body asked for none
  std::size_t checks = 0;
  bool draws_inputs = false;  ///< the body called `random`
  /// Of the check that it ended at, or of one that found wrong values.
  struct Found {
    std::size_t check = 0;
    ElementType type = ElementType::kFloat32;
    std::vector<std::byte> bytes{};
  };
  std::optional<Found> found{};
  /// Kept where it is there before the run.
  std::optional<InputSet> inputs{};
};

/// The phase of whatever a body does outside of State's functions.
inline constexpr const char* kOwnCode = "the benchmark's own code";

/// A case with its body, and what one repetition leaves to the next.
struct BenchmarkCase : results::Case {
  Instance instance;
  std::string pci_address;  ///< of its device; empty: it has none
  Draws draws;
  bool references_agree = false;  ///< checked once, like the results
  /// The number of the first output of the check whose launches are measured; nothing: not known.
  std::optional<std::size_t> measured_check;
  int repetitions = 1;
  results::Settings settings;  ///< by the flags, and by what its registration states
  /// Of each check, by its number: a digest of what was found after the first repetition's timing.
  std::map<std::size_t, std::uint64_t> after_timing;
  unsigned seed = 0;
  /// What a body was to measure, as text, by the seed: in a trial, or in the first repetition. Its
  /// launch and flops; and what must be the same.
  std::map<unsigned, std::pair<std::string, std::string>> tried;

  /// An empty record of one of its repetitions.
  results::Record new_record(int repetition) const {
    results::Record record;
    record.benchmark_case = this;
    record.repetition = repetition;
    record.settings = settings;
    const auto& axes = instance.description->axes;
    const auto size = std::ranges::find(axes, detail::AxisKind::kInteger, &detail::Axis::kind);
    if (size != axes.end() && instance.arguments[0] >= 0)
      record.axis = {size->name, static_cast<double>(instance.arguments[0]), ""};
    for (const auto& [name, text] : instance.description->flags)
      record.words.push_back(fmt::format("{} {}", name, text));
    return record;
  }
};

class Outputs;

/// A benchmark's baseline, what a floor's ratio divides by, or another run of the same one, for
/// buffers of its own: its body runs inside the first one's.
struct RatioPartner {
  std::string id;
  bool needs_references = false;
  std::function<void(floors::Running)> then{};
  BenchmarkCase* copied = nullptr;  ///< the same one; null: another
  Outputs* outputs = nullptr;       ///< of the same one's first run
};

/// What was found when a device was opened.
struct DeviceFindings {
  bool is_open = false;
  std::optional<ClockCheck> clock;
  Peaks peaks;
  Peaks theoretical;
};

/// By what `random` draws, on one thread.
struct Drawing {
  std::uint64_t seed = 0, calls = 0;
  std::optional<unsigned> variation{};
};

/// Makes random<T> give, on this thread, the values of the benchmark `id` and this seed: the same
/// in every run. Nests: afterwards the values before it go on.
class RandomContext : private NonCopyable {
 public:
  RandomContext(std::string_view id, unsigned seed);
  /// One element of each `random`, by this seed, is another one.
  void vary(unsigned seed);
  ~RandomContext();
  /// Of `random`, in the innermost one.
  static std::uint64_t calls();

 private:
  Drawing outer_;
};

class SharedObjects;

/// What a running body asks of the suite around it.
class BodyContext {
 public:
  virtual ~BodyContext() = default;
  virtual HostClock& host() = 0;
  virtual void enter(std::string_view phase) = 0;
  /// Printed once, however often it is said.
  virtual void note(const std::string& text) = 0;
  /// Throws Error.
  virtual backend::Device& open_device() = 0;
  /// Once the device is open.
  virtual SharedObjects& shared() = 0;
  virtual DeviceFindings findings() const = 0;
  /// Null where nothing can be read of the device's state.
  virtual conditions::WatchedDevice* watched_device() = 0;
  /// Of its canary; null where it has none, or never sleeps.
  virtual conditions::SpeedWatch* speed_watch() = 0;
  /// Nothing where the host's state is not read.
  virtual std::optional<conditions::HostReading> read_host() = 0;
  virtual conditions::Threads read_threads() = 0;
  virtual process::HostLock lock_device() = 0;
  virtual process::HostLock lock_references() = 0;
  virtual floors::RunFloors& floors() = 0;
  /// On the same device. Throws what its body does.
  virtual void run_partner(const RatioPartner& other) = 0;

  Trial* trial = nullptr;                 ///< null where this run is none
  FreshInputs* fresh = nullptr;           ///< null where its inputs stay as they are
  const RatioPartner* partner = nullptr;  ///< as which this body runs inside another; else null
  /// What `open_device` gave, where it has another build's kernels too; else null.
  other_build::PairedDevice* paired_device = nullptr;
};

/// Whether a row may hold something else under this name: a body's counter would replace it.
bool is_taken(std::string_view counter);

/// What is said of a row it says once.
inline void add_once(std::vector<std::string>& to, std::string text) {
  if (std::ranges::find(to, text) == to.end()) to.push_back(std::move(text));
}

/// Throws Error: a mistake in a benchmark's body.
template <class... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> message, Values&&... values) {
  throw Error(Outcome::kInvalidBenchmark, fmt::format(message, std::forward<Values>(values)...));
}

/// One call of one body: what all topics behind State share.
struct Body {
  BenchmarkCase& benchmark_case;
  results::Record& record;
  BodyContext& context;
  Trial* trial = nullptr;  ///< null where this run is none
  std::optional<Device> device{};
  /// As which `reads` and `writes` were given them.
  struct NamedBuffer {
    std::string_view call;
    const backend::Memory* memory;
  };
  std::vector<NamedBuffer> named_buffers{};
  conditions::DriverMemory memory_before{{}, "the device was not asked for"};
  std::set<const void*> shared{};  ///< what it took of these
  std::array<bool, 5> waived{};    ///< whether a check is left out, by Check

  bool is_waived(Check check) const { return waived.at(static_cast<std::size_t>(check)); }
  /// Null where this run's device is the driver's own.
  bands::GuardedDevice* guarded() const {
    if (trial != nullptr) return trial->device;
    return context.fresh != nullptr ? context.fresh->device : nullptr;
  }
  /// Of a guarded device: reads, writes and launches so far.
  std::size_t device_uses() const { return guarded() != nullptr ? guarded()->uses() : 0; }
  /// Throws Error where it was used since then: expected values would be the device's own.
  void require_unused(std::size_t uses) const {
    if (device_uses() != uses)
      refuse(
          "expected references and expected values that are the host's alone, found a launch, or "
          "a read or write of a buffer, inside of one");
  }
  /// What is kept of this run's inputs; null: nothing.
  InputSet* inputs() const {
    if (trial != nullptr) return trial->inputs ? &*trial->inputs : nullptr;
    return context.fresh != nullptr ? &context.fresh->sets.front() : nullptr;
  }
};

/// What a body measures.
struct MeasuredWork {
  TimedQueue& queue;
  const Work& work;
  bool is_own_queue;               ///< the benchmark's
  const Launch* launch = nullptr;  ///< null: the benchmark's own code
  const Launch* reset = nullptr;   ///< null: none, or the benchmark's own code
};

}  // namespace tickbench::api
