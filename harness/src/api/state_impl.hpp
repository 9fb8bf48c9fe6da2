// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "api/body_context.hpp"
#include "measurement/host_memory.hpp"
#include "tickbench/benchmark.hpp"
#include "verification/poison.hpp"

namespace tickbench {

namespace api {

/// Whether an entry of the results may hold something else under this name: a field of Google
/// Benchmark's, or a counter of tickbench's own. A body's counter would replace it, or stand beside
/// it.
bool is_taken(std::string_view counter);

/// Throws Error: a mistake in a benchmark's body.
template <class... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> message, Values&&... values) {
  throw Error(Outcome::kInvalidBenchmark, fmt::format(message, std::forward<Values>(values)...));
}

}  // namespace api

/// Behind State: one call of one body.
class State::Impl {
 public:
  Impl(api::BenchmarkCase& benchmark_case, results::Record& record, api::BodyContext& context);

  /// After the body: refuses one that never measured, and one that caught what a check or a
  /// measurement threw.
  void finish() const;

 private:
  friend class State;

  struct Fill {
    ElementType type;
    std::function<void(std::span<std::byte>)> run;
  };
  /// An output that a check was stated for, with what the check after the timing needs of it.
  struct Checked {
    Output output;
    Tolerance tolerance;
    Fill fill;                             ///< its expected values
    std::uint64_t launch = 0;              ///< that was checked; 0: the benchmark's own code
    std::optional<HostMemory> expected{};  ///< nothing where an earlier repetition compared them
    std::optional<HostMemory> input{};     ///< of inout

    std::size_t size() const { return output.count * size_of(output.type); }
  };
  struct NamedReference {
    std::string name;
    Fill fill;
    std::optional<Seconds> taken;  ///< the checked run's, where it is the first sample
  };

  void measure(TimedQueue& queue, const Work& work, bool is_own_queue);
  /// Keeps what `step` throws, so that a body which catches it fails all the same.
  void keep_failure(const std::function<void()>& step);
  const Fill& expected_values(const Output& output) const;
  void verify_once(const std::function<void()>& run, const Output& output,
                   const Tolerance& tolerance, std::uint64_t launch);
  results::CheckReport check(const std::function<void()>& run, Checked& checked);
  std::string who_else_is_right(ElementType type, std::span<const std::byte> found,
                                const Tolerance& tolerance) const;
  void reset(const Checked& checked, std::span<std::byte> memory) const;
  /// Whether this run is a trial before the one that the results show.
  bool is_rehearsal() const;
  unsigned seed() const;
  verification::Poison poison_of_outputs() const;
  void before_checked_launch();
  /// In a trial: a write outside of a buffer.
  std::optional<std::string> written_outside();
  void end_trial_at(std::size_t number, ElementType type, std::span<const std::byte> found);
  /// Adds what else is wrong, and keeps wrong values.
  void judge_trial(std::size_t number, ElementType type, std::span<const std::byte> found,
                   CheckResult& result);
  /// Of a right check: compares what is expected with that under another random input, or asks for
  /// another one.
  void note_draw(std::size_t number, const Checked& checked, std::span<const std::byte> found);
  /// Of code of the benchmark's own: that it enqueues something, and waits for nothing.
  void probe(TimedQueue& queue, const Work& work, bool is_own_queue);
  void check_declared(const Work& work) const;
  void check_rates();
  /// Before the timing: the contents to which an inout output is put back after it.
  void keep_inputs();
  bool was_checked(const Work& work) const;
  /// The numbers of the checks that are of this work: all, where none is of this very launch.
  std::vector<std::size_t> checks_of(const Work& work) const;
  static void keep_input(Checked& checked);
  CheckResult judge(const Checked& checked, std::span<const std::byte> found) const;
  /// After the timing: one more launch, as it was timed, has to give the right results still.
  void check_after(TimedQueue& queue, const Work& work);
  void compare_after(std::size_t number, const Work& work, std::span<std::byte> found);
  void check_references();
  /// What it writes into so many bytes.
  static HostMemory expect(const Fill& fill, std::size_t bytes);
  /// `found`: memory for what it writes.
  void compare_reference(NamedReference& reference, const Output& output,
                         std::span<const std::byte> expected, std::span<std::byte> found);
  void measure_all(TimedQueue& queue, const Work& work, bool is_own_queue);
  void check_clock_of(TimedQueue& queue, bool is_own_queue);
  void take(TimedQueue& queue, const Work& work, bool is_own_queue);
  void take_modes(TimedQueue& queue, const Work& work, conditions::WatchedDevice* device);
  Measurement take_mode(TimedQueue& queue, const Work& work, Mode mode,
                        conditions::WatchedDevice* device);
  void take_energy(TimedQueue& queue, const Work& work, conditions::WatchedDevice* device);
  void with_references(const std::function<void(const std::vector<ReferenceWork>&)>& use);
  /// `more`: goes on with those that were taken, for so long.
  void take_references(TimedQueue& queue, const Work& work, std::optional<Seconds> more = {});
  void hand_on(TimedQueue& queue, const Work& work);
  void judge_floors(TimedQueue& queue, const Work& work);
  void sample_with(floors::FloorSampling& sampling, std::span<const api::RatioPartner> partners);
  void check_still_finite() const;

  api::BenchmarkCase& benchmark_case_;
  results::Record& record_;
  api::BodyContext& context_;
  api::Trial* trial_;  ///< null where this run is none
  std::optional<Device> device_;
  std::optional<Fill> expected_;
  std::vector<NamedReference> references_;
  std::vector<Checked> checked_;
  std::string not_checked_after_, exceeds_peak_, enqueues_nothing_;  ///< why
  bool is_measured_ = false;
  std::exception_ptr failure_;  ///< the first of a check or a measurement
};

}  // namespace tickbench
