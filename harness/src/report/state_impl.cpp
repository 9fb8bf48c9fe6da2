// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "report/state_impl.hpp"

#include <algorithm>
#include <cmath>

#include "report/counter_names.hpp"
#include "report/host_cache.hpp"
#include "report/host_memory.hpp"

namespace tickbench {

using report::AnotherInput;

State::Impl::Impl(report::Case& of, report::Record& record, report::BodyContext& context)
    : case_(of), record_(record), context_(context) {
  enter(report::kOwnCode);
}

std::int64_t State::Impl::range(std::size_t index) const {
  const auto& arguments = case_.instance.arguments;
  if (index >= arguments.size())
    throw Error(Outcome::kInvalidBenchmark, "state.range(" + std::to_string(index) +
                                                "): the benchmark has " +
                                                std::to_string(arguments.size()) + " arguments");
  return arguments[index];
}

Device& State::Impl::device() {
  if (!device_) {
    device_.emplace(report::open(
        *case_.slot, !context_.options.verify_only, context_.environment, context_.lock,
        [this](std::string_view phase) { context_.progress.phase(phase); }));
    enter(report::kOwnCode);
  }
  return *device_;
}

void State::Impl::counter(const std::string& name, double value) {
  if (name.empty())
    throw Error(Outcome::kInvalidBenchmark,
                "state.counter(\"\"): expected the counter's name, found an empty one");
  if (report::is_taken(name))
    throw Error(Outcome::kInvalidBenchmark,
                "state.counter(\"" + name +
                    "\"): expected a name that neither Google Benchmark nor tickbench gives to "
                    "something else");
  if (!std::isfinite(value))
    throw Error(Outcome::kInvalidBenchmark, "state.counter(\"" + name +
                                                "\"): expected a finite number, found " +
                                                std::to_string(value));
  record_.counters[name] = value;
}

void State::Impl::add_reference(Reference which, ElementType type,
                                std::function<void(std::span<std::byte>)> run) {
  references_.push_back({which == Reference::kTbb ? "tbb" : "serial", {type, std::move(run)}});
}

void State::Impl::set_expected(ElementType type, std::function<void(std::span<std::byte>)> fill) {
  expected_ = Fill{type, std::move(fill)};
}

const State::Impl::Fill& State::Impl::expected_values(const Output& output) const {
  if (!expected_ && references_.empty())
    throw Error(Outcome::kInvalidBenchmark,
                "state.verify: expected a state.reference or a state.expect before it, found none");
  const Fill& fill = expected_ ? *expected_ : references_.front().fill;
  if (fill.type != output.type)
    throw Error(Outcome::kInvalidBenchmark,
                "state.verify: expected values of " + std::string(to_string(output.type)) +
                    " as in the buffer, found a reference of " + std::string(to_string(fill.type)));
  return fill;
}

void State::Impl::verify(const std::function<void()>& run, const Output& output,
                         const Tolerance& tolerance) {
  if (is_measured_)
    throw Error(Outcome::kInvalidBenchmark, "state.verify: expected before state.measure");
  if (outputs_.empty()) first_tolerance_ = tolerance;
  outputs_.push_back(output);
  const std::size_t number = checks_++;
  if (number < case_.checks.size()) return;  // kept from an earlier repetition
  enter("checking the result");
  auto found = check(run, output, tolerance);
  const auto verdict = found.result.verdict;
  const std::string message = found.result.message;
  record_.checks.push_back(found);
  if (verdict == CheckResult::Verdict::kWrong) throw Error(Outcome::kWrongResult, message);
  if (verdict == CheckResult::Verdict::kMistrusted) throw Error(Outcome::kMistrusted, message);
  case_.checks.push_back(std::move(found));
  enter(report::kOwnCode);
}

/// A reference that computes something else would be timed, and a speed-up over it printed.
void State::Impl::check_references() {
  if (outputs_.empty() || case_.references_agree) return;
  const Output& output = outputs_.front();
  for (const auto& reference : references_)
    if (reference.fill.type != output.type)
      throw Error(Outcome::kInvalidBenchmark, "state.reference: expected elements of " +
                                                  std::string(to_string(output.type)) +
                                                  " as in the first output checked, found " +
                                                  std::string(to_string(reference.fill.type)) +
                                                  " in the reference " + reference.name);
  const Fill& fill = expected_values(output);
  if (std::any_of(references_.begin(), references_.end(),
                  [&](const auto& reference) { return &reference.fill != &fill; })) {
    enter("checking the references");
    const report::HostMemory expected(output.count * size_of(output.type));
    fill.run(expected.bytes());
    for (const auto& reference : references_)
      if (&reference.fill != &fill) compare_reference(reference, output, expected.bytes());
  }
  case_.references_agree = true;
}

void State::Impl::compare_reference(const NamedReference& reference, const Output& output,
                                    std::span<const std::byte> expected) const {
  const report::HostMemory before(expected.size());
  poison(output.type, before.bytes());
  const report::HostMemory found(expected.size());
  poison(output.type, found.bytes());
  reference.fill.run(found.bytes());
  const auto result =
      check_output(output.type, before.bytes(), expected, found.bytes(), first_tolerance_, false);
  // Values that prove little were the device's matter.
  if (result.verdict == CheckResult::Verdict::kWrong)
    throw Error(Outcome::kWrongResult,
                "the reference " + reference.name + " (not the device): " + result.message);
}

report::CheckReport State::Impl::check(const std::function<void()>& run, const Output& output,
                                       const Tolerance& tolerance) {
  const std::size_t size = output.count * size_of(output.type);
  if (size == 0)
    throw Error(Outcome::kInvalidBenchmark, "state.verify: expected an output with elements");
  const report::HostMemory expected(size);
  expected_values(output).run(expected.bytes());

  const report::HostMemory before(size);
  if (output.is_inout)
    output.read(before.bytes());
  else
    poison(output.type, before.bytes());
  output.write(before.bytes());
  run();
  const report::HostMemory found(size);
  output.read(found.bytes());
  if (output.is_inout) output.write(before.bytes());

  report::CheckReport result{check_output(output.type, before.bytes(), expected.bytes(),
                                          found.bytes(), tolerance, output.is_inout),
                             output.type, output.count, tolerance, output.is_inout};
  if (result.result.verdict == CheckResult::Verdict::kRight && output.count == 1)
    take_second_input(checks_ - 1, expected.bytes());
  return result;
}

void State::Impl::take_second_input(std::size_t number, std::span<const std::byte> expected) {
  const auto first = case_.first_expected.find(number);
  if (first == case_.first_expected.end()) {
    case_.first_expected[number].assign(expected.begin(), expected.end());
    // Later repetitions keep the last input, so that all of them do the same work.
    ++case_.seed;
    throw AnotherInput{};
  }
  if (std::equal(expected.begin(), expected.end(), first->second.begin(), first->second.end()))
    throw Error(
        Outcome::kMistrusted,
        "the one-element result is expected to differ between two random inputs, and is the "
        "same: a constant would pass this check");
}

void State::Impl::nothing_to_check(std::string_view why) {
  if (why.empty())
    throw Error(Outcome::kInvalidBenchmark, "state.nothing_to_check: expected a reason");
  record_.nothing_to_check = why;
}

void State::Impl::refuse_unchecked() const {
  if (is_measured_)
    throw Error(Outcome::kInvalidBenchmark, "state.measure: expected once in a body, found twice");
  if (checks_ == 0 && record_.nothing_to_check.empty())
    throw Error(Outcome::kInvalidBenchmark,
                "state.measure: expected state.verify or state.nothing_to_check before it, found "
                "neither");
}

backend::Queue& State::Impl::queue_of(std::string_view backend) {
  auto& opened = device().backend();
  if (opened.info().backend != backend)
    throw Error(Outcome::kInvalidBenchmark, "state.measure: expected a callable for " +
                                                opened.info().backend + ", found one for " +
                                                std::string(backend) + " (->Backends({\"" +
                                                std::string(backend) + "\"}) keeps it there)");
  return opened.queue();
}

void State::Impl::measure(TimedQueue& queue, const Work& work, bool is_own_queue) {
  refuse_unchecked();
  is_measured_ = true;
  check_references();
  if (!context_.options.verify_only) measure_all(queue, work, is_own_queue);
  enter(report::kOwnCode);
}

void State::Impl::measure_all(TimedQueue& queue, const Work& work, bool is_own_queue) {
  const auto held = context_.lock(report::lock_name(*case_.slot->selected.device));
  check_clock_of(queue, is_own_queue);
  if (!is_own_queue) take_peaks();
  take(queue, work);
  if (context_.beside != nullptr) return hand_on(queue, work);
  if (!references_.empty()) take_references(queue, work);
  judge_floors(queue, work);
  check_still_finite();
}

void State::Impl::check_clock_of(TimedQueue& queue, bool is_own_queue) {
  ClockCheck clock;
  if (is_own_queue) {
    enter("comparing the clocks");
    record_.own_clock = clock = check_clock(queue, *context_.environment.host);
  } else if (const auto found = case_.slot->findings(); found.clock) {
    clock = *found.clock;
  }
  if (clock.verdict == ClockCheck::Verdict::kBroken)
    throw Error(Outcome::kImplausibleTime, clock.message);
  if (!clock.message.empty())
    context_.note(case_.slot->selected.device->id() + ": " + clock.message);
}

void State::Impl::take_peaks() {
  const auto found = case_.slot->findings();
  record_.peaks = found.peaks;
  if (!found.peaks.note.empty())
    record_.notes.push_back("no fraction_of_peak: " + found.peaks.note);
}

void State::Impl::take(TimedQueue& queue, const Work& work) {
  const auto one = [&](Mode mode) {
    if (!context_.options.trace_out.empty())
      if (const auto reading = narrowest_reading(queue)) record_.clocks[mode] = *reading;
    const std::string name(to_string(mode));
    return tickbench::measure(
        queue, work, mode, record_.settings, *context_.environment.host,
        [&](std::string_view phase) { enter(name + ": " + std::string(phase)); });
  };
  using report::Modes;
  if (context_.options.modes != Modes::kBatched) record_.isolated = one(Mode::kIsolated);
  if (context_.options.modes != Modes::kIsolated) record_.batched = one(Mode::kBatched);
}

/// Under the lock of the references, with memory for what they write.
void State::Impl::with_references(
    const std::function<void(const std::vector<ReferenceWork>&)>& use) {
  if (outputs_.empty())
    throw Error(
        Outcome::kInvalidBenchmark,
        "state.reference: expected a state.verify, which states the size of what it writes");
  enter("references");
  const auto held = context_.lock(report::kReferenceLock);
  const report::HostMemory memory(outputs_.front().count * size_of(outputs_.front().type));
  std::optional<report::HostCache> cache;
  std::function<void()> displace;
  if (const auto bytes = report::host_displace_bytes_of(context_.options, record_.settings)) {
    cache.emplace(bytes);
    displace = [&cache] { cache->displace(); };
  }
  std::vector<ReferenceWork> works;
  for (const auto& reference : references_)
    works.push_back({reference.name, [&] { reference.fill.run(memory.bytes()); }, displace});
  use(works);
}

void State::Impl::take_references(TimedQueue& queue, const Work& work) {
  with_references([&](const std::vector<ReferenceWork>& works) {
    record_.references =
        measure_references(queue, work, record_.batched ? &*record_.batched : nullptr,
                           record_.isolated ? &*record_.isolated : nullptr, works, record_.settings,
                           *context_.environment.host);
  });
}

void State::Impl::take_more_references(TimedQueue& queue, const Work& work, Seconds budget) {
  with_references([&](const std::vector<ReferenceWork>& works) {
    measure_references_on(queue, work, record_.batched ? &*record_.batched : nullptr,
                          record_.isolated ? &*record_.isolated : nullptr, works, record_.settings,
                          budget, record_.references, *context_.environment.host);
  });
}

void State::Impl::check_still_finite() const {
  for (const auto& output : outputs_) {
    if (!output.is_inout) continue;
    const report::HostMemory now(output.count * size_of(output.type));
    output.read(now.bytes());
    if (const auto index = first_non_finite(output.type, now.bytes()))
      throw Error(Outcome::kWrongResult,
                  "element " + std::to_string(*index) +
                      " of an inout buffer is no longer finite after the measurement: an in-place "
                      "kernel must stay finite under a million launches");
  }
}

void State::Impl::finish() const {
  if (!is_measured_)
    throw Error(Outcome::kInvalidBenchmark,
                "the body returned without state.measure: expected one call");
}

}  // namespace tickbench
