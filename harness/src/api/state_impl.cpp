// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/state_impl.hpp"

#include <algorithm>
#include <cmath>

#include "api/counter_names.hpp"
#include "measurement/host_cache.hpp"
#include "measurement/host_memory.hpp"
#include "text/escape.hpp"

namespace tickbench {

namespace {

constexpr const char* kNotOptimised =
    "the benchmark's source was compiled without optimisation: a speed-up over a reference in it "
    "means nothing (CMAKE_BUILD_TYPE=Release)";

}  // namespace

State::Impl::Impl(suite::Case& of, suite::Record& record, suite::BodyContext& context)
    : case_(of), record_(record), context_(context) {
  enter(suite::kOwnCode);
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
    device_.emplace(
        suite::open(*case_.slot, !context_.options.verify_only, context_.environment, context_.lock,
                    [this](std::string_view phase) { context_.progress.phase(phase); }));
    enter(suite::kOwnCode);
  }
  return *device_;
}

void State::Impl::counter(const std::string& name, double value) {
  if (name.empty())
    throw Error(Outcome::kInvalidBenchmark,
                "state.counter(\"\"): expected the counter's name, found an empty one");
  if (text::visible(name) != name)
    throw Error(Outcome::kInvalidBenchmark,
                "state.counter(\"" + text::visible(name) +
                    "\"): expected a name of visible characters in UTF-8");
  if (suite::is_taken(name))
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

void State::Impl::rethrow_failure() const {
  if (failure_) std::rethrow_exception(failure_);
}

void State::Impl::keep_failure(const std::function<void()>& step) {
  rethrow_failure();
  try {
    step();
  } catch (...) {
    failure_ = std::current_exception();
    throw;
  }
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
  keep_failure([&] {
    refuse_unchecked();
    is_measured_ = true;
    check_references();
    if (!context_.options.verify_only) measure_all(queue, work, is_own_queue);
  });
  enter(suite::kOwnCode);
}

void State::Impl::measure_all(TimedQueue& queue, const Work& work, bool is_own_queue) {
  const auto held = context_.lock(suite::lock_name(*case_.slot->selected.device));
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
  using suite::Modes;
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
  const auto held = context_.lock(suite::kReferenceLock);
  const suite::HostMemory memory(outputs_.front().count * size_of(outputs_.front().type));
  std::optional<suite::HostCache> cache;
  std::function<void()> displace;
  if (const auto bytes = suite::host_displace_bytes_of(context_.options, record_.settings)) {
    cache.emplace(bytes);
    displace = [&cache] { cache->displace(); };
  }
  std::vector<ReferenceWork> works;
  for (const auto& reference : references_)
    works.push_back({reference.name, [&] { reference.fill.run(memory.bytes()); }, displace});
  use(works);
}

void State::Impl::take_references(TimedQueue& queue, const Work& work) {
  if (!case_.instance.description->is_optimised) {
    record_.notes.emplace_back(kNotOptimised);
    context_.note(kNotOptimised);
  }
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

void State::Impl::finish() const {
  rethrow_failure();
  if (!is_measured_)
    throw Error(Outcome::kInvalidBenchmark,
                "the body returned without state.measure: expected one call");
}

}  // namespace tickbench
