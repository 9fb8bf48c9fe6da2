// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "floors/floor_book.hpp"
#include "floors/floor_looks.hpp"
#include "outputs/progress.hpp"
#include "process/watchdog.hpp"
#include "results/result.hpp"
#include "suite/device_slot.hpp"
#include "suite/options.hpp"
#include "tickbench/benchmark.hpp"

namespace tickbench::suite {

/// Unwinds a body whose result has one element, to be run again under another random input. Not a
/// std::exception, so that a body's handlers let it through.
struct AnotherInput {};

/// Another benchmark whose samples a ratio takes: its body runs, and what it would measure is
/// handed on instead of being reported.
struct Beside {
  std::string id;
  bool needs_references = false;
  std::function<void(Running)> then;
};

/// What a running body needs of the session.
struct BodyContext {
  const Environment& environment;
  const Options& options;
  Progress& progress;
  std::function<process::HostLock(const std::string&)> lock;
  std::function<void(const std::string&)> note;  ///< once a text, to standard error
  FloorBook& floors;
  std::function<void(const Beside&)> run_beside;  ///< on the same device; throws what its body does
  const Beside* beside = nullptr;                 ///< set in the other benchmark's body
};

/// The lock under which references are measured.
inline constexpr const char* kReferenceLock = "references";

/// The settings of one case: the flags, and what its registration states.
MeasurementSettings settings_of(const Options& options,
                                const Registration::Description& description,
                                const backend::DeviceInfo* device);

/// What is displaced of the host's caches before each sample of a reference; 0: nothing.
std::size_t host_displace_bytes_of(const Options& options, const MeasurementSettings& settings);

}  // namespace tickbench::suite

namespace tickbench {

/// Behind State: one call of one body.
class State::Impl {
 public:
  Impl(suite::Case& of, suite::Record& record, suite::BodyContext& context);

  std::int64_t range(std::size_t index) const;
  Device& device();
  suite::Declared& declared() { return record_.declared; }
  void counter(const std::string& name, double value);
  void add_reference(Reference which, ElementType type,
                     std::function<void(std::span<std::byte>)> run);
  void set_expected(ElementType type, std::function<void(std::span<std::byte>)> fill);
  void verify(const std::function<void()>& run, const Output& output, const Tolerance& tolerance);
  void nothing_to_check(std::string_view why);
  void measure(TimedQueue& queue, const Work& work, bool is_own_queue);
  backend::Queue& queue_of(std::string_view backend);
  /// After the body: refuses one that never measured, and one that caught what a check or a
  /// measurement threw.
  void finish() const;

 private:
  struct Fill {
    ElementType type;
    std::function<void(std::span<std::byte>)> run;
  };
  struct NamedReference {
    std::string name;
    Fill fill;
  };

  /// Keeps what `step` throws, so that a body which catches it fails all the same.
  void keep_failure(const std::function<void()>& step);
  void rethrow_failure() const;
  const Fill& expected_values(const Output& output) const;
  void verify_once(const std::function<void()>& run, const Output& output,
                   const Tolerance& tolerance);
  suite::CheckReport check(const std::function<void()>& run, const Output& output,
                           const Tolerance& tolerance);
  void take_second_input(std::size_t number, std::span<const std::byte> expected);
  void check_references();
  void compare_reference(const NamedReference& reference, const Output& output,
                         std::span<const std::byte> expected) const;
  void measure_all(TimedQueue& queue, const Work& work, bool is_own_queue);
  void check_clock_of(TimedQueue& queue, bool is_own_queue);
  void take_peaks();
  void take(TimedQueue& queue, const Work& work);
  void with_references(const std::function<void(const std::vector<ReferenceWork>&)>& use);
  void take_references(TimedQueue& queue, const Work& work);
  void take_more_references(TimedQueue& queue, const Work& work, Seconds budget);
  void hand_on(TimedQueue& queue, const Work& work);
  void judge_floors(TimedQueue& queue, const Work& work);
  void look(suite::FloorLooks& looks, std::span<const suite::Beside> others);
  void enter(const std::string& phase) const;
  void check_still_finite() const;
  void refuse_unchecked() const;

  suite::Case& case_;
  suite::Record& record_;
  suite::BodyContext& context_;
  std::optional<Device> device_;
  std::optional<Fill> expected_;
  std::vector<NamedReference> references_;
  std::vector<Output> outputs_;
  Tolerance first_tolerance_;  ///< of the first of outputs_
  std::size_t checks_ = 0;
  bool is_measured_ = false;
  std::exception_ptr failure_;  ///< the first of a check or a measurement
};

}  // namespace tickbench
