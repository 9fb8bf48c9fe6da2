// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/state_impl.hpp"

#include <algorithm>

#include "clock/phases.hpp"
#include "measurement/energy.hpp"
#include "measurement/host_memory.hpp"
#include "measurement/sampling.hpp"

namespace tickbench {

namespace {

constexpr const char* kNotOptimised =
    "the benchmark's source was compiled without optimisation: a speed-up over a reference in it "
    "means nothing (CMAKE_BUILD_TYPE=Release)";

/// The benchmarks that ratios of these floors refer to, each once.
std::vector<api::RatioPartner> partners_of(const std::vector<Judgement>& judgements) {
  std::vector<api::RatioPartner> partners;
  for (const auto& judgement : judgements) {
    const auto& floor = judgement.applied.floor;
    const std::string& id = judgement.applied.other;
    if (!floor.is_ratio()) continue;
    auto known = std::ranges::find(partners, id, &api::RatioPartner::id);
    if (known == partners.end()) known = partners.insert(partners.end(), {id, false, {}});
    known->needs_references |=
        metrics::source_of(floor.metric) == metrics::SampleSource::kReferences;
  }
  return partners;
}

}  // namespace

State::Impl::Impl(api::BenchmarkCase& benchmark_case, results::Record& record,
                  api::BodyContext& context)
    : benchmark_case_(benchmark_case), record_(record), context_(context), trial_(context.trial()) {
  context_.enter(api::kOwnCode);
}

void State::Impl::keep_failure(const std::function<void()>& step) {
  if (failure_) std::rethrow_exception(failure_);
  try {
    step();
  } catch (...) {
    failure_ = std::current_exception();
    throw;
  }
}

void State::Impl::measure(TimedQueue& queue, const Work& work, bool is_own_queue) {
  keep_failure([&] {
    if (is_measured_) api::refuse("state.measure: expected once in a body, found twice");
    if (checked_.empty() && record_.nothing_to_check.empty())
      api::refuse(
          "state.measure: expected state.verify or state.waive(Check::kResult, why) before it, "
          "found "
          "neither");
    check_links(work);
    is_measured_ = true;
    if (needs_second_input_) return;
    if (!is_rehearsal() && !record_.checks.empty()) benchmark_case_.checks = record_.checks;
    for (const auto& done : benchmark_case_.checks)
      if (!done.loose.empty()) record_.words.push_back(done.loose);
    if (is_waived(Check::kPeak))
      record_.notes.push_back("may exceed the peaks: " + waiver(Check::kPeak));
    if (is_waived(Check::kEnqueues))
      record_.notes.push_back("enqueues nothing: " + waiver(Check::kEnqueues));
    check_declared(work);
    if (!is_rehearsal() && context_.paired_device() == nullptr) check_references();
    if (!record_.settings.verify_only) return measure_all(queue, work, is_own_queue);
    // Another launch than the one that was checked, or code of the benchmark's own.
    if (record_.repetition == 0 && !was_checked(work)) check_after(queue, work);
  });
  context_.enter(api::kOwnCode);
}

void State::Impl::measure_all(TimedQueue& queue, const Work& work, bool is_own_queue) {
  const auto held = context_.lock_device();
  check_clock_of(queue, is_own_queue);
  if (!is_own_queue) {
    record_.peaks = context_.findings().peaks;
    record_.theoretical = context_.findings().theoretical;
  }
  if (!record_.peaks.note.empty())
    record_.notes.push_back("no fraction_of_peak: " + record_.peaks.note);
  keep_inputs();
  if (work.launches.empty()) probe(queue, work, is_own_queue);
  take(queue, work, is_own_queue);
  check_rates(work);
  if (context_.as_partner() != nullptr) return hand_on(queue, work);
  if (auto* const paired = context_.paired_device())
    take_other_build(queue, work, *paired);
  else if (!references_.empty())
    take_references(queue, work);
  judge_floors(queue, work);
  check_still_finite();
  check_after(queue, work);
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

Measurement State::Impl::take_mode(TimedQueue& queue, const Work& work, Mode mode,
                                   const Watched& watched) {
  const InPhase phase(Phase::kWarmUp);
  if (record_.settings.reads_clocks)
    if (const auto reading = narrowest_reading(queue)) record_.clocks[mode] = *reading;
  MeasurementSettings settings = record_.settings;
  // The launches of the mode before it were its warm-up.
  if (record_.isolated) settings.minimum_warm_up = settings.warm_up_budget = Seconds(0);
  std::optional<conditions::ClockWatch> watch;
  if (watched.device != nullptr) watch.emplace(*watched.device, context_.host());
  auto measured =
      measure_watched(queue, work, mode, settings, context_.host(),
                      [&](std::string_view step) {
                        phase.change(step == kWarmUpPhase ? Phase::kWarmUp : Phase::kSampling);
                        context_.enter(fmt::format("{}: {}", to_string(mode), step));
                      },
                      {watch ? &*watch : nullptr, watched.speed});
  auto& conditions = record_.conditions;
  if (watch)
    (mode == Mode::kIsolated ? conditions.isolated : conditions.batched) = watch->conditions();
  return measured;
}

void State::Impl::take_modes(TimedQueue& queue, const Work& work, const Watched& watched) {
  using results::Modes;
  if (record_.settings.modes != Modes::kBatched)
    record_.isolated = take_mode(queue, work, Mode::kIsolated, watched);
  if (record_.settings.modes != Modes::kIsolated)
    record_.batched = take_mode(queue, work, Mode::kBatched, watched);
}

/// On a device that runs as at the beginning of the run, as far as its canary can tell.
void State::Impl::take_watched(TimedQueue& queue, const Work& work, const Watched& watched) {
  auto* const speed = watched.speed;
  if (speed == nullptr) return take_modes(queue, work, watched);
  {
    const InPhase phase(Phase::kWarmUp);
    context_.enter("waking the device");
    speed->begin();
  }
  take_modes(queue, work, watched);
  speed->end();
  if (speed->conditions().slowest > 1) record_.conditions.canary = speed->conditions();
}

/// The modes, and the state of device and host around them. A queue of the body's own may be
/// another device's.
void State::Impl::take(TimedQueue& queue, const Work& work, bool is_own_queue) {
  const bool is_of_device = !is_own_queue || queue.device_name() == benchmark_case_.device;
  auto* const device = is_of_device ? context_.watched_device() : nullptr;
  auto& conditions = record_.conditions;
  const auto host = context_.read_host();
  if (device != nullptr) {
    conditions.source = device->source();
    conditions.begin = device->state();
  }
  take_watched(queue, work, {device, is_of_device ? context_.speed_watch() : nullptr});
  if (device != nullptr) conditions.end = device->state();
  if (host)
    if (const auto found = conditions::between(*host, *context_.read_host()); found.is_known())
      conditions.host = found;
  if (record_.settings.energy && context_.as_partner() == nullptr) take_energy(queue, work, device);
}

void State::Impl::take_energy(TimedQueue& queue, const Work& work,
                              conditions::WatchedDevice* device) {
  const InPhase phase(Phase::kSampling);
  context_.enter("energy");
  auto& energy = record_.conditions.energy;
  if (device != nullptr)
    energy = measure_energy(queue, work, *record_.shown(), *device, context_.host());
  if (energy) return;
  record_.notes.push_back(fmt::format(
      "no energy: {}", device == nullptr ? "neither NVML nor sysman knows the device"
                                         : "the device tells neither its energy nor its power"));
  context_.note(fmt::format("{}: {}", benchmark_case_.device_id, record_.notes.back()));
}

/// Under the lock of the references, with memory for what they write.
void State::Impl::with_references(
    const std::function<void(const std::vector<ReferenceWork>&)>& use) {
  if (checked_.empty())
    api::refuse(
        "state.reference: expected a state.verify, which states the size of what it writes");
  context_.enter("references");
  const auto held = context_.lock_references();
  const InPhase phase(Phase::kReferenceSampling);
  std::vector<HostMemory> memory;
  std::vector<std::span<std::byte>> outputs;
  for (const auto& checked : first_check())
    outputs.push_back(memory.emplace_back(checked.size()).bytes());
  std::optional<HostCache> cache;
  std::function<void()> displace;
  if (const auto bytes = record_.settings.host_displace_bytes) {
    cache.emplace(bytes);
    displace = [&cache] { cache->displace(); };
  }
  std::vector<ReferenceWork> works;
  for (const auto& reference : references_)
    works.push_back(
        {reference.name, [&] { reference.fill.run(outputs); }, displace, reference.taken});
  use(works);
}

void State::Impl::take_references(TimedQueue& queue, const Work& work,
                                  std::optional<Seconds> more) {
  if (!more && !benchmark_case_.instance.description->is_optimised) {
    record_.notes.emplace_back(kNotOptimised);
    context_.note(kNotOptimised);
  }
  const auto* batched = record_.batched ? &*record_.batched : nullptr;
  const auto* isolated = record_.isolated ? &*record_.isolated : nullptr;
  with_references([&](const std::vector<ReferenceWork>& works) {
    if (more)
      measure_references_on(queue, work, batched, isolated, works, record_.settings, *more,
                            record_.references, context_.host());
    else
      record_.references = measure_references(queue, work, batched, isolated, works,
                                              record_.settings, context_.host());
  });
}

void State::Impl::hand_on(TimedQueue& queue, const Work& work) {
  const auto& partner = *context_.as_partner();
  if (partner.needs_references && !references_.empty()) take_references(queue, work);
  partner.then({queue, work, record_, {}});
}

void State::Impl::judge_floors(TimedQueue& queue, const Work& work) {
  auto& floors = context_.floors();
  if (floors.is_empty()) return;
  // Where the number of samples is fixed there is nothing to sample on.
  const int looks = record_.settings.samples > 0 ? 1 : kMaxFloorLooks;
  auto& judge = floors.judge(benchmark_case_, looks);
  floors::FloorSampling sampling(
      judge, {queue, work, record_, [&](Seconds budget) { take_references(queue, work, budget); }},
      context_.host(), [this](std::string_view phase) { context_.enter(phase); });
  sample_with(sampling, partners_of(judge.judgements()));
  floors.end_repetition(benchmark_case_);
}

/// Each of `partners` runs inside the one before it, so that all are there at the looks.
void State::Impl::sample_with(floors::FloorSampling& sampling,
                              std::span<const api::RatioPartner> partners) {
  if (partners.empty()) {
    const InPhase phase(Phase::kSampling);
    return sampling.run();
  }
  api::RatioPartner partner = partners.front();
  bool is_reached = false;
  partner.then = [&](const floors::Running& running) {
    is_reached = true;
    sampling.add_partner(partner.id, running);
    sample_with(sampling, partners.subspan(1));
  };
  try {
    context_.run_partner(partner);
    return;
  } catch (const std::exception& error) {
    if (is_reached) throw;
    record_.notes.push_back(fmt::format("no ratio to {}: {}", partner.id, error.what()));
    context_.note(benchmark_case_.id + ": " + record_.notes.back());
    sampling.add_missing(partner.id, error.what());
  }
  sample_with(sampling, partners.subspan(1));
}

void State::Impl::finish() const {
  if (failure_) std::rethrow_exception(failure_);
  if (!is_measured_) api::refuse("the body returned without state.measure: expected one call");
}

}  // namespace tickbench
