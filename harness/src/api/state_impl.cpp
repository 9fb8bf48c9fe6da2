// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/state_impl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measurement/host_memory.hpp"
#include "text/escape.hpp"

namespace tickbench {

namespace {

constexpr const char* kNotOptimised =
    "the benchmark's source was compiled without optimisation: a speed-up over a reference in it "
    "means nothing (CMAKE_BUILD_TYPE=Release)";

/// It becomes part of metrics' names, where speedup_host_NAME is another metric than speedup_NAME.
bool is_reference_name(std::string_view name) {
  return !name.empty() && !name.starts_with("host_") &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

}  // namespace

State::Impl::Impl(api::BenchmarkCase& benchmark_case, results::Record& record,
                  api::BodyContext& context)
    : benchmark_case_(benchmark_case), record_(record), context_(context) {
  context_.enter(api::kOwnCode);
}

std::int64_t State::Impl::range(std::size_t index) const {
  const auto& arguments = benchmark_case_.instance.arguments;
  if (index >= arguments.size())
    api::refuse("state.range({}): the benchmark has {} arguments", index, arguments.size());
  return arguments[index];
}

Device& State::Impl::device() {
  if (!device_) {
    device_.emplace(context_.open_device());
    context_.enter(api::kOwnCode);
  }
  return *device_;
}

void State::Impl::counter(const std::string& name, double value) {
  if (name.empty())
    api::refuse("state.counter(\"\"): expected the counter's name, found an empty one");
  if (text::visible(name) != name)
    api::refuse("state.counter(\"{}\"): expected a name of visible characters in UTF-8",
                text::visible(name));
  if (api::is_taken(name))
    api::refuse(
        "state.counter(\"{}\"): expected a name that neither Google Benchmark nor tickbench gives "
        "to something else",
        name);
  if (!std::isfinite(value))
    api::refuse("state.counter(\"{}\"): expected a finite number, found {}", name, value);
  record_.counters[name] = value;
}

void State::Impl::add_reference(std::string_view name, ElementType type,
                                std::function<void(std::span<std::byte>)> run) {
  if (!is_reference_name(name))
    api::refuse(
        "state.reference(\"{}\"): expected a name of lower-case letters, digits and _, which does "
        "not begin with host_",
        text::visible(name));
  if (std::any_of(references_.begin(), references_.end(),
                  [name](const auto& reference) { return reference.name == name; }))
    api::refuse("state.reference(\"{}\"): expected each name once in a body, found it twice", name);
  references_.push_back({std::string(name), {type, std::move(run)}});
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
  if (why.empty()) api::refuse("state.nothing_to_check: expected a reason");
  record_.nothing_to_check = why;
}

void State::Impl::refuse_unchecked() const {
  if (is_measured_) api::refuse("state.measure: expected once in a body, found twice");
  if (checks_ == 0 && record_.nothing_to_check.empty())
    api::refuse(
        "state.measure: expected state.verify or state.nothing_to_check before it, found neither");
}

backend::Queue& State::Impl::queue_of(std::string_view backend) {
  auto& opened = device().backend();
  if (opened.info().backend != backend)
    api::refuse(
        "state.measure: expected a callable for {}, found one for {} (->Backends({{\"{}\"}}) keeps "
        "it there)",
        opened.info().backend, backend, backend);
  return opened.queue();
}

void State::Impl::measure(TimedQueue& queue, const Work& work, bool is_own_queue) {
  keep_failure([&] {
    refuse_unchecked();
    is_measured_ = true;
    check_references();
    if (!record_.settings.verify_only) measure_all(queue, work, is_own_queue);
  });
  context_.enter(api::kOwnCode);
}

void State::Impl::measure_all(TimedQueue& queue, const Work& work, bool is_own_queue) {
  const auto held = context_.lock_device();
  check_clock_of(queue, is_own_queue);
  if (!is_own_queue) take_peaks();
  take(queue, work);
  if (context_.as_partner() != nullptr) return hand_on(queue, work);
  if (!references_.empty()) take_references(queue, work);
  judge_floors(queue, work);
  check_still_finite();
}

void State::Impl::check_clock_of(TimedQueue& queue, bool is_own_queue) {
  ClockCheck clock;
  if (is_own_queue) {
    context_.enter("comparing the clocks");
    record_.own_clock = clock = check_clock(queue, context_.host());
  } else if (const auto found = context_.findings(); found.clock) {
    clock = *found.clock;
  }
  if (clock.verdict == ClockCheck::Verdict::kBroken)
    throw Error(Outcome::kImplausibleTime, clock.message);
  if (!clock.message.empty()) context_.note(benchmark_case_.device_id + ": " + clock.message);
}

void State::Impl::take_peaks() {
  record_.peaks = context_.findings().peaks;
  if (!record_.peaks.note.empty())
    record_.notes.push_back("no fraction_of_peak: " + record_.peaks.note);
}

Measurement State::Impl::take_mode(TimedQueue& queue, const Work& work, Mode mode) {
  if (record_.settings.reads_clocks)
    if (const auto reading = narrowest_reading(queue)) record_.clocks[mode] = *reading;
  return tickbench::measure(queue, work, mode, record_.settings, context_.host(),
                            [&](std::string_view phase) {
                              context_.enter(fmt::format("{}: {}", to_string(mode), phase));
                            });
}

void State::Impl::take(TimedQueue& queue, const Work& work) {
  using results::Modes;
  if (record_.settings.modes != Modes::kBatched)
    record_.isolated = take_mode(queue, work, Mode::kIsolated);
  if (record_.settings.modes != Modes::kIsolated)
    record_.batched = take_mode(queue, work, Mode::kBatched);
}

/// Under the lock of the references, with memory for what they write.
void State::Impl::with_references(
    const std::function<void(const std::vector<ReferenceWork>&)>& use) {
  if (outputs_.empty())
    api::refuse(
        "state.reference: expected a state.verify, which states the size of what it writes");
  context_.enter("references");
  const auto held = context_.lock_references();
  const HostMemory memory(outputs_.front().count * size_of(outputs_.front().type));
  std::optional<HostCache> cache;
  std::function<void()> displace;
  if (const auto bytes = record_.settings.host_displace_bytes) {
    cache.emplace(bytes);
    displace = [&cache] { cache->displace(); };
  }
  std::vector<ReferenceWork> works;
  for (const auto& reference : references_)
    works.push_back({reference.name, [&] { reference.fill.run(memory.bytes()); }, displace});
  use(works);
}

void State::Impl::take_references(TimedQueue& queue, const Work& work) {
  if (!benchmark_case_.instance.description->is_optimised) {
    record_.notes.emplace_back(kNotOptimised);
    context_.note(kNotOptimised);
  }
  with_references([&](const std::vector<ReferenceWork>& works) {
    record_.references = measure_references(
        queue, work, record_.batched ? &*record_.batched : nullptr,
        record_.isolated ? &*record_.isolated : nullptr, works, record_.settings, context_.host());
  });
}

void State::Impl::take_more_references(TimedQueue& queue, const Work& work, Seconds budget) {
  with_references([&](const std::vector<ReferenceWork>& works) {
    measure_references_on(queue, work, record_.batched ? &*record_.batched : nullptr,
                          record_.isolated ? &*record_.isolated : nullptr, works, record_.settings,
                          budget, record_.references, context_.host());
  });
}

void State::Impl::finish() const {
  rethrow_failure();
  if (!is_measured_) api::refuse("the body returned without state.measure: expected one call");
}

}  // namespace tickbench
