// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <array>
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
#include "tickbench/check_parts.hpp"
#include "tickbench/registration.hpp"
#include "tickbench/state.hpp"
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
  /// Whether the body has to run once more, under the next random input: it was checked under its
  /// first one, and a result has few elements. Its `measure` did nothing.
  bool needs_second_input() const noexcept { return needs_second_input_; }

 private:
  friend class State;

  using Fill = detail::Fill;
  /// An output that a check was stated for, with what the check after the timing needs of it.
  struct Checked {
    Output output;
    Tolerance tolerance;
    Fill fill;  ///< the expected values of all outputs of its check, or of itself alone
    std::vector<std::uint64_t> launches;   ///< that were checked; none: the benchmark's own code
    std::string name{};                    ///< "output 2 of 2 (...)"; empty: it is the only one
    std::size_t first = 0, outputs = 1;    ///< of its check: the number of the first, how many
    std::optional<HostMemory> expected{};  ///< nothing where an earlier repetition compared them
    std::optional<HostMemory> input{};     ///< of inout

    std::size_t size() const { return output.count * size_of(output.type); }
    bool has_own_values() const { return output.expected != nullptr; }
    std::string named(const std::string& message) const {
      return name.empty() || message.empty() ? message : name + ": " + message;
    }
  };
  struct NamedReference {
    std::string name;
    Fill fill;
    std::optional<Seconds> taken;  ///< the checked run's, where it is the first sample
  };

  void measure(TimedQueue& queue, const Work& work, bool is_own_queue);
  /// Keeps what `step` throws, so that a body which catches it fails all the same.
  void keep_failure(const std::function<void()>& step);
  void verify_once(const detail::CheckParts& parts);
  /// Adds the outputs of one check. Throws Error (kInvalidBenchmark) where they make no sense.
  void add_outputs(const detail::CheckParts& parts, const std::optional<Launch>& launch);
  /// The expected values of the n-th of these outputs.
  Fill expected_values(std::span<const Output> outputs, std::size_t index,
                       const std::string& name) const;
  /// Those of the check that this output belongs to.
  std::span<Checked> outputs_with(const Checked& checked);
  std::span<Checked> first_check() { return outputs_with(checked_.front()); }
  std::vector<results::CheckReport> check(const std::function<void()>& run,
                                          std::span<Checked> outputs);
  static void launch_unchecked(const std::function<void()>& run, std::span<Checked> outputs);
  results::CheckReport report_on(Checked& checked, std::span<const std::byte> found);
  std::string who_else_is_right(const Checked& checked, std::span<const std::byte> found);
  std::string which_other_is_it(const Checked& checked, std::span<const std::byte> found);
  std::size_t number_of(const Checked& checked) const {
    return static_cast<std::size_t>(&checked - checked_.data());
  }
  void reset(const Checked& checked, std::span<std::byte> memory) const;
  /// Whether this run is a trial before the one that the results show.
  bool is_rehearsal() const;
  unsigned seed() const;
  verification::Poison poison_of_outputs() const;
  /// In a trial behind poison in local memory.
  void launch_checked(const std::function<void()>& launch);
  /// In a trial: a write outside of a buffer.
  std::optional<std::string> written_outside();
  void end_trial_at(std::size_t number, ElementType type, std::span<const std::byte> found);
  /// Adds what else is wrong, and keeps wrong values.
  void judge_trial(std::size_t number, ElementType type, std::span<const std::byte> found,
                   CheckResult& result);
  /// Of a right check: compares what is expected with that under another random input, or asks for
  /// one.
  void note_draw(std::size_t number, const Checked& checked, std::span<const std::byte> found);
  /// Of code of the benchmark's own: that it enqueues something, and waits for nothing.
  void probe(TimedQueue& queue, const Work& work, bool is_own_queue);
  void check_declared(const Work& work) const;
  void check_rates(const Work& work);
  /// Before the timing: the contents to which an inout output is put back after it.
  void keep_inputs();
  bool was_checked(const Work& work) const;
  /// Refuses a launch that leaves out a link of a chain that was checked: what that link hands on
  /// to the next one is still there, from the check.
  void check_links(const Work& work) const;
  /// The numbers of the checks that are of this work: all, where none is of this very launch.
  std::vector<std::size_t> checks_of(const Work& work) const;
  static void keep_input(Checked& checked);
  CheckResult judge(const Checked& checked, std::span<const std::byte> found) const;
  /// After the timing: one more launch, as it was timed, has to give the right results still.
  void check_after(TimedQueue& queue, const Work& work);
  void compare_after(std::size_t number, const Work& work, std::span<std::byte> found);
  void check_references();
  void require_types(const NamedReference& reference);
  /// Those that gave the expected values of the first check are not compared with themselves.
  std::vector<NamedReference*> references_to_compare();
  /// What it writes for these outputs.
  static std::vector<HostMemory> values_of(const Fill& fill, std::span<const Checked> outputs);
  /// The expected values of the output, and of those beside it that come with them.
  void expect(Checked& checked);
  /// `found`: memory for what it writes.
  void compare_reference(NamedReference& reference, std::span<const HostMemory> found);
  void measure_all(TimedQueue& queue, const Work& work, bool is_own_queue);
  void check_clock_of(TimedQueue& queue, bool is_own_queue);
  void take(TimedQueue& queue, const Work& work, bool is_own_queue);
  /// What is looked at beside a measurement; null where it cannot be.
  struct Watched {
    conditions::WatchedDevice* device = nullptr;
    conditions::SpeedWatch* speed = nullptr;
  };
  void take_modes(TimedQueue& queue, const Work& work, const Watched& watched);
  Measurement take_mode(TimedQueue& queue, const Work& work, Mode mode, const Watched& watched);
  void take_watched(TimedQueue& queue, const Work& work, const Watched& watched);
  void take_energy(TimedQueue& queue, const Work& work, conditions::WatchedDevice* device);
  void with_references(const std::function<void(const std::vector<ReferenceWork>&)>& use);
  /// `more`: goes on with those that were taken, for so long.
  void take_references(TimedQueue& queue, const Work& work, std::optional<Seconds> more = {});
  /// In turn with this build's.
  void take_other_build(TimedQueue& queue, const Work& work, other_build::PairedDevice& device);
  void hand_on(TimedQueue& queue, const Work& work);
  void judge_floors(TimedQueue& queue, const Work& work);
  void sample_with(floors::FloorSampling& sampling, std::span<const api::RatioPartner> partners);
  void check_still_finite() const;

  /// Why a check is left out; empty: it is not.
  std::string& waiver(Check check) { return waivers_.at(static_cast<std::size_t>(check)); }
  bool is_waived(Check check) const {
    return !waivers_.at(static_cast<std::size_t>(check)).empty();
  }

  api::BenchmarkCase& benchmark_case_;
  results::Record& record_;
  api::BodyContext& context_;
  api::Trial* trial_;  ///< null where this run is none
  std::optional<Device> device_;
  std::optional<Fill> expected_;
  std::vector<NamedReference> references_;
  std::vector<Checked> checked_;
  std::array<std::string, 5> waivers_;  ///< by Check
  bool is_measured_ = false;
  bool needs_second_input_ = false;
  std::exception_ptr failure_;  ///< the first of a check or a measurement
};

}  // namespace tickbench
