// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/timing.hpp"

#include "api/steps.hpp"
#include "base/parallel.hpp"
#include "base/throw_error.hpp"
#include "clock/phases.hpp"
#include "conditions/profiler.hpp"
#include "measurement/sampling.hpp"

namespace tickbench::api {
namespace profiler = conditions::profiler;
namespace {

/// A reference that takes so long is timed once, so the run that is checked can be it.
constexpr Seconds kLongReference{0.25};

/// What is poisoned of a large span before each timed run, so that it takes no time to speak of.
constexpr std::size_t kPoisonedBytes = std::size_t{1} << 16;

/// Busy for less of its time a reference sleeps. Runs shorter than this may: threads take as long
/// to wake, and a clock of the kernel counts in steps.
constexpr double kLeastBusy = 0.5;
constexpr Seconds kLongRun{0.01};
/// `tbb` on hardly more than one of several processors, where nobody else wants them.
constexpr double kParallel = 1.1;

constexpr const char* kNotOptimised =
    "the benchmark's source was compiled without optimisation: its references are slow, and a "
    "speed-up over them means nothing. Build with -DCMAKE_BUILD_TYPE=Release";

/// Values that prove little were the device's matter.
void require_right(const CheckedOutput& checked, std::span<const std::byte> found,
                   std::string_view reference, std::string_view reason = "") {
  const auto result = check_output(checked.output.type, {}, checked.expected->bytes(), found,
                                   checked.tolerance, false);
  if (result.verdict == CheckResult::Verdict::kWrong)
    throw_error(Outcome::kWrongResult, "the reference {} (not the device){}: {}", reference, reason,
                checked.named(result.message));
}

}  // namespace

void References::check() {
  if (outputs_.all().empty() || body_.benchmark_case.references_agree) return;
  const auto first_check = outputs_.first_check();
  auto& references = outputs_.references();
  for (const auto& reference : references) outputs_.require_types(reference);
  // The one that gave the expected values is not compared with itself.
  const bool is_first_judge =
      !outputs_.has_expected() && std::ranges::none_of(first_check, &CheckedOutput::has_own_values);
  const auto compared = std::span(references).subspan(is_first_judge ? 1 : 0);
  if (!compared.empty()) {
    body_.context.enter("checking the references");
    const bool is_timed = body_.record.settings.purpose == results::Purpose::kMeasure;
    const auto held = is_timed ? body_.context.lock_references() : process::HostLock();
    const InPhase phase(Phase::kCheck);
    for (auto& checked : first_check) outputs_.expect(checked);
    const OutputValues found(first_check);
    for (auto& reference : compared) compare(reference, found.bytes);
  }
  body_.benchmark_case.references_agree = true;
}

void References::compare(NamedReference& reference, detail::Bytes found) {
  const auto outputs = outputs_.first_check();
  for (std::size_t i = 0; i < outputs.size(); ++i) poison(outputs[i].output.type, found[i]);
  const auto uses = body_.device_uses();
  {
    const InPhase phase(Phase::kReference);
    const auto begin = body_.context.host().now();
    reference.fill.run(found);
    const Seconds time = body_.context.host().now() - begin;
    // With a cold cache its own would have to be displaced before it.
    if (time >= kLongReference && body_.record.settings.host_displace_bytes == 0)
      reference.taken = time;
  }
  body_.require_unused(uses);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    require_right(outputs[i], found[i], reference.name);
}

void References::with_works(const std::function<void(const std::vector<ReferenceWork>&)>& use) {
  if (outputs_.all().empty())
    refuse("state.reference: expected a state.verify, which states the size of what it writes");
  body_.context.enter("references");
  const auto held = body_.context.lock_references();
  const InPhase phase(Phase::kReferenceSampling);
  const auto outputs = outputs_.first_check();
  std::optional<HostCache> cache;
  if (const auto bytes = body_.record.settings.host_displace_bytes) cache.emplace(bytes);
  std::deque<TimedReference> timed;
  std::vector<ReferenceWork> works;
  for (const auto& reference : outputs_.references()) {
    timed.push_back({reference, OutputValues(outputs)});
    auto& run = timed.back();
    const auto prepare = [&] {
      poison_part(run, outputs);
      if (cache) cache->displace();
    };
    works.push_back({reference.name,
                     [&run] {
                       run.was_run = true;
                       run.reference.fill.run(run.values.bytes);
                     },
                     prepare, reference.taken});
  }
  use(works);
  for (const auto& run : timed)
    for (std::size_t i = 0; run.was_run && i < outputs.size(); ++i)
      if (outputs[i].expected)
        require_right(outputs[i], run.values.bytes[i], run.reference.name,
                      " gives other values when it is timed than when it was checked: it keeps "
                      "results, or changes its input");
}

/// Another part before each run.
void References::poison_part(TimedReference& run, std::span<const CheckedOutput> outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto type = outputs[i].output.type;
    const auto all = run.values.bytes[i];
    const auto bytes = std::min(kPoisonedBytes, all.size());
    const auto begin = run.random() % (all.size() - bytes + 1) / size_of(type) * size_of(type);
    poison(type, all.subspan(begin, bytes));
  }
}

void References::doubt(const std::optional<conditions::HostReading>& begin) const {
  auto& record = body_.record;
  auto found = record.conditions;
  if (begin) found.host = conditions::between(*begin, *body_.context.read_host());
  if (!conditions::remarks(found).empty() ||
      (found.host && found.host->others.value_or(0) > conditions::kMuchForOthers))
    return;
  for (const auto& reference : record.references) {
    if (reference.wall < kLongRun * static_cast<double>(reference.samples.size())) continue;
    const double processors = reference.busy / reference.wall;
    if (processors < kLeastBusy)
      record.words.push_back(
          fmt::format("reference {} sleeps: on {:.2g} processors", reference.name, processors));
    else if (const auto allowed = allowed_processors().size();
             reference.name == tbb.name && processors < kParallel && allowed > 1)
      record.words.push_back(
          fmt::format("reference tbb on {:.2g} of {} processors", processors, allowed));
  }
}

void Timing::check_clock() {
  ClockCheck clock;
  if (measured_.is_own_queue) {
    body_.context.enter("comparing the clocks");
    clock = tickbench::check_clock(measured_.queue, body_.context.host());
    body_.record.own_clock = clock;
  } else if (const auto found = body_.context.findings(); found.clock) {
    clock = *found.clock;
  }
  if (clock.verdict == ClockCheck::Verdict::kBroken)
    throw Error(Outcome::kImplausibleTime, clock.message);
  if (!clock.message.empty())
    body_.context.note(body_.benchmark_case.device_id + ": " + clock.message);
}

void Timing::take() {
  // A queue of the body's own may be another device's.
  const bool is_same_device =
      !measured_.is_own_queue || measured_.queue.device_name() == body_.benchmark_case.device;
  if (is_same_device) device_ = body_.context.watched_device();
  if (device_ != nullptr) body_.record.conditions.source = device_->source();
  if (is_same_device) speed_ = body_.context.speed_watch();
  count_memory([&] { take_under(body_.record.conditions, [&] { take_modes(); }); });
  if (measured_.work.waits) take_device_busy();
  if (body_.record.settings.energy && body_.context.partner == nullptr) take_energy();
}

void Timing::count_memory(const std::function<void()>& take) {
  auto& found = body_.record.device_memory;
  detail::MemoryCount none;
  auto& count = body_.device ? body_.device->memory_count() : none;
  count.begin();
  found.held = found.shared + count.held();
  take();
  found.peak = found.shared + count.peak();
  const auto& before = body_.memory_before;
  auto now = body_.record.conditions.begin.memory;
  if (now.bytes && now.counted != before.counted) now = {{}, "before the body: " + before.counted};
  if (body_.record.settings.cache == Cache::kRotating)
    now = {{}, "the copies of the buffers would be in it"};
  if (now.bytes) found.driver = static_cast<std::int64_t>(*now.bytes - *before.bytes);
  found.driver_counted = now.counted;
}

/// On a device that runs as at the beginning of the run, as far as its canary can tell.
void Timing::take_under(conditions::Conditions& conditions, const std::function<void()>& take) {
  const auto host = body_.context.read_host();
  if (device_ != nullptr) conditions.begin = device_->state();
  if (speed_ != nullptr) {
    const InPhase phase(Phase::kWarmUp);
    body_.context.enter("waking the device");
    speed_->begin();
  }
  take();
  spread_.reset();
  if (speed_ != nullptr) {
    speed_->end();
    if (speed_->conditions().slowest > 1) conditions.canary = speed_->conditions();
  }
  if (device_ != nullptr) conditions.end = device_->state();
  if (host)
    if (const auto found = conditions::between(*host, *body_.context.read_host()); found.is_known())
      conditions.host = found;
}

conditions::Conditions Timing::take_again(Measurement& measurement, Seconds budget) {
  auto& host = body_.context.host();
  conditions::Conditions found;
  take_under(found, [&] {
    std::optional<conditions::ClockWatch> watch;
    if (device_ != nullptr) watch.emplace(*device_, host).begin();
    measurement.samples.clear();
    measure_on(measured_.queue, measured_.work, measurement, body_.record.settings, budget, host,
               [&] { return body_.context.read_threads(); });
    if (watch) {
      watch->read(measurement.samples.size());
      watch->end(false);
      found.batched = watch->conditions();
    }
    if (speed_ != nullptr) speed_->is_awake();
  });
  return found;
}

void Timing::take_modes() {
  using results::Modes;
  auto& record = body_.record;
  // A batch of what waits is no faster.
  const bool waits = measured_.work.waits;
  const bool has_batches = !waits && record.settings.modes != Modes::kIsolated;
  if (waits || record.settings.modes != Modes::kBatched)
    record.isolated = take_mode(Mode::kIsolated, !has_batches);
  if (has_batches) record.batched = take_mode(Mode::kBatched);
}

Measurement Timing::take_mode(Mode mode, bool is_shown) {
  const InPhase phase(Phase::kWarmUp);
  auto& record = body_.record;
  auto& host = body_.context.host();
  if (record.settings.reads_clocks)
    if (const auto reading = narrowest_reading(measured_.queue)) record.clocks[mode] = *reading;
  MeasurementSettings settings = record.settings;
  // The launches of the mode before it were its warm-up.
  if (record.isolated) settings.minimum_warm_up = settings.warm_up_budget = Seconds(0);
  if (!is_shown) settings.wide = MeasurementSettings{}.wide;
  std::optional<conditions::ClockWatch> watch;
  if (device_ != nullptr) watch.emplace(*device_, host);
  conditions::Threads before;
  const auto on_step = [&](std::string_view step) {
    phase.change(step == kWarmUpPhase ? Phase::kWarmUp : Phase::kSampling);
    if (auto* const fresh = body_.context.fresh) fresh->is_sampling = step == kSamplingPhase;
    if (step == kWarmUpPhase && is_on_processor() && !measured_.work.waits && !spread_) {
      before = conditions::read_threads("");
    } else if (step == kSamplingPhase && !before.empty() && !spread_) {
      threads_ = conditions::working_threads(before, conditions::read_threads(""));
      spread_.emplace(threads_);
    }
    body_.context.enter(fmt::format("{}: {}", to_string(mode), step));
  };
  auto measurement = measure(measured_.queue, measured_.work, mode, settings, host, on_step,
                             {watch ? &*watch : nullptr, speed_});
  auto& conditions = record.conditions;
  if (watch)
    (mode == Mode::kIsolated ? conditions.isolated : conditions.batched) = watch->conditions();
  return measurement;
}

void Timing::take_device_busy() {
  const InPhase phase(Phase::kSampling);
  body_.context.enter("device_busy");
  auto& record = body_.record;
  try {
    if (body_.context.partner == nullptr) record.device_busy = find_device_busy();
  } catch (const Error& error) {
    // The profiler takes memory of the device too.
    if (error.outcome() != Outcome::kUnsupported && error.outcome() != Outcome::kOutOfMemory) throw;
    record.notes.push_back(fmt::format("no device_busy: {}", error.what()));
  }
  record.words.emplace_back(record.device_busy ? "with the host's waits"
                                               : "with the host's waits, no device_busy");
}

Seconds Timing::find_device_busy() const {
  const auto* const device = measured_.queue.device_info();
  if (device == nullptr || device->backend != "cuda")
    throw Error(Outcome::kUnsupported, "no profiler is known for this kind of queue");
  const auto& settings = body_.record.settings;
  BracketRequest request{.method = TimeMethod::kHost};
  if (settings.cache == Cache::kCold) request.displace_bytes = settings.displace_bytes;
  const profiler::Recording recording(device->vendor);
  // The profiler makes the first launches so long that kernels of two streams do not meet.
  measured_.queue.run(measured_.work, request);
  std::uint64_t begin = 0;
  Work marked = measured_.work;
  marked.enqueue = [&] {
    begin = profiler::Recording::now();
    measured_.work.enqueue();
  };
  measured_.queue.run(marked, request);
  return profiler::device_busy(profiler::Recording::take(),
                               static_cast<std::uint32_t>(std::stoul(device->index)), begin);
}

void Timing::take_energy() {
  const InPhase phase(Phase::kSampling);
  body_.context.enter("energy");
  auto& record = body_.record;
  auto& energy = record.conditions.energy;
  if (device_ != nullptr && !measured_.work.reset)
    energy = measure_energy(measured_.queue, measured_.work, *record.shown(), *device_,
                            body_.context.host());
  if (energy) return;
  record.notes.push_back(
      fmt::format("no energy: {}", device_ == nullptr ? "neither NVML nor sysman knows the device"
                                   : measured_.work.reset
                                       ? "it would be that of the resets too"
                                       : "the device tells neither its energy nor its power"));
  body_.context.note(fmt::format("{}: {}", body_.benchmark_case.device_id, record.notes.back()));
}

void Timing::take_references(References& references, std::optional<Seconds> more) {
  auto& record = body_.record;
  if (!more && !body_.benchmark_case.instance.description->is_optimised) {
    record.notes.emplace_back(kNotOptimised);
    body_.context.note(kNotOptimised);
  }
  const auto* batched = record.batched ? &*record.batched : nullptr;
  const auto* isolated = record.isolated ? &*record.isolated : nullptr;
  const ReferencedWork beside{measured_.queue, measured_.work,  batched,
                              isolated,        record.settings, body_.context.host()};
  const auto begin = body_.context.read_host();
  references.with_works([&](const std::vector<ReferenceWork>& works) {
    if (more)
      measure_references_on(beside, works, *more, record.references);
    else
      record.references = measure_references(beside, works);
  });
  if (!more) references.doubt(begin);
}

void Timing::take_other_build(other_build::PairedDevice& device, Checks& checks,
                              const Work& checked) {
  auto& record = body_.record;
  auto& build = record.other_build.emplace();
  build.differences = device.differences();
  if (!build.differences.empty()) return;
  body_.context.enter("the other build's kernels");
  auto& queue = measured_.queue;
  const auto& work = measured_.work;
  Work partner = work;
  partner.enqueue = [&] { device.launch_partner(work.enqueue); };
  const auto& like = *record.shown();
  in_step("the other build's kernels", [&] {
    {
      const InPhase phase(Phase::kSampling);
      const conditions::SpreadThreads spread(threads_);
      // The first launch may load its code, and is no sample.
      const auto before = device.launched();
      repeat_sample(queue, partner, like, record.settings);
      if (device.launched() == before) {
        build.why_not = "it launches no kernel of an embedded module";
        return;
      }
      build.pairs =
          measure_alternately({queue, work, like}, {queue, partner, like}, record.settings,
                              record.settings.budget, body_.context.host());
    }
    partner.enqueue = [&] { device.launch_partner(checked.enqueue); };
    checks.verify_timed(queue, partner);
  });
}

}  // namespace tickbench::api
