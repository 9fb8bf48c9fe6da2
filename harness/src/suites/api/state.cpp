// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "api/shared.hpp"
#include "api/state_impl.hpp"
#include "backend/launch_digest.hpp"
#include "base/digest.hpp"
#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "trials/fresh.hpp"

namespace tickbench {
namespace {

/// Besides Google Benchmark's fields and tickbench's metrics: what the former's memory manager
/// counted, and what the latter adds to a row.
constexpr std::array<std::string_view, 8> kTakenNames{
    "allocs_per_iter",           "max_bytes_used",
    "total_allocated_bytes",     "net_heap_growth",
    results::fields::kTickbench, results::fields::kSamples,
    results::fields::kBatch,     results::fields::kConverged};

/// A rate of nothing, or of less, would be left out without a word.
double checked(const char* call, double amount) {
  if (std::isfinite(amount) && amount >= 0) return amount;
  api::refuse("state.{}({:g}): expected a finite number of at least 0", call, amount);
}

/// It becomes part of metrics' names, where speedup_host_NAME is another metric than speedup_NAME.
void require_reference_name(const char* call, std::string_view name) {
  if (name.empty() || name.starts_with("host_") || name == results::fields::kBaseline ||
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string_view::npos)
    api::refuse(
        "state.{}(\"{}\"): expected a name of lower-case letters, digits and _, which does not "
        "begin with host_ and is not baseline",
        call, text::visible(name));
}

/// A row names one device: a queue of another would be taken for it. Fakes and unknown kinds of
/// queues do not say which they are of. Two of one name are told apart by where they are.
void require_device_of_row(const TimedQueue& queue, const api::BenchmarkCase& row) {
  const auto* const found = queue.device_info();
  if (found == nullptr) return;
  const bool is_apart = !found->pci_address.empty() && !row.pci_address.empty() &&
                        found->pci_address != row.pci_address;
  if (found->backend == row.backend && found->name == row.device && !is_apart) return;
  const auto at = [](const std::string& pci) { return pci.empty() ? "" : " at " + pci; };
  api::refuse(
      "state.measure: expected a queue of the row's device, {} '{}'{}, found one of {} '{}'{} "
      "(->Backends({{\"{}\"}}) keeps the benchmark to that back end, --tickbench_device chooses "
      "the device)",
      row.backend, row.device, at(row.pci_address), found->backend, found->name,
      at(found->pci_address), found->backend);
}

void require_word(const char* call, std::string_view word) {
  if (word.empty() || text::visible(word) != word)
    api::refuse("state.{}(\"{}\"): expected a word of visible characters in UTF-8", call,
                text::visible(word));
}

}  // namespace

State::Impl::Impl(api::BenchmarkCase& benchmark_case, results::Record& record,
                  api::BodyContext& context)
    : body{benchmark_case, record, context, context.trial} {
  context.enter(api::kOwnCode);
  backend::notes_writes = !benchmark_case.launch_digest;
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

void State::Impl::measure_once(const api::MeasuredWork& measured) {
  const auto& work = measured.work;
  auto& [benchmark_case, record, context, trial, device, named, before, shared, waived] = body;
  if (is_measured_) api::refuse("state.measure: expected once in a body, found twice");
  if (outputs.all().empty() && !body.is_waived(Check::kResult))
    api::refuse(
        "state.measure: expected state.verify or state.waive(Check::kResult, why) before it, found "
        "neither");
  if (!body.is_waived(Check::kAfterTiming)) outputs.require_links(work);
  is_measured_ = true;
  if (!benchmark_case.launch_digest) note_launches(measured);
  if (checks.need_second_input()) return;
  if (!checks.is_rehearsal() && !record.checks.empty()) benchmark_case.checks = record.checks;
  for (const auto& done : benchmark_case.checks)
    if (!done.loose.empty()) record.words.push_back(done.loose);
  checks.require_declared(work);
  checks.require_tried(work);
  checks.doubt_buffers(measured);
  checks.note_expected(work);
  if (!checks.is_rehearsal() && context.paired_device == nullptr) references.check();
  if (record.settings.purpose == results::Purpose::kMeasure) open_for_rates(measured);
  if (record.settings.purpose != results::Purpose::kVerify) return take_all(measured);
  // Another launch than the one that was checked, or code of the benchmark's own.
  if (record.repetition == 0 && !outputs.was_checked(work))
    checks.verify_timed(measured.queue, work);
}

/// Of the body's first call, which is alike in every run: under the first input, and in a run that
/// only checks as in one that measures.
void State::Impl::note_launches(const api::MeasuredWork& measured) {
  backend::notes_writes = false;
  auto& noted = body.benchmark_case.launch_digest.emplace(0);
  if (measured.is_own_queue || measured.work.digest == 0) return;
  const auto& info = body.device->info();
  noted =
      digest_of(measured.work.digest, info.name, info.driver, info.api_version,
                static_cast<std::uint64_t>(info.compute_units), std::uint64_t{info.local_memory});
  body.benchmark_case.modules = measured.work.modules;
}

/// Rates on a queue of the body's own are held to the peaks of its device, which are measured where
/// that is opened.
void State::Impl::open_for_rates(const api::MeasuredWork& measured) {
  const auto& declared = body.record.declared;
  const bool has_rates = declared.flops + declared.bytes_read + declared.bytes_written > 0;
  if (!has_rates || !measured.is_own_queue || measured.queue.device_info() == nullptr ||
      body.device)
    return;
  body.device.emplace(body.context.open_device());
}

void State::Impl::take_all(const api::MeasuredWork& measured) {
  const auto held = body.context.lock_device();
  if (body.context.partner != nullptr && body.context.partner->copied != nullptr) {
    checks.keep_inputs();
    api::run_copy(measured, body, outputs);
    return checks.verify_timed(measured.queue, measured.work);
  }
  const auto take = [&](const Work& work) { take_times(measured, work); };
  if (body.record.settings.cache != Cache::kRotating) return take(measured.work);
  api::rotate(measured, body, outputs, take);
}

/// Of `work`, which is the measured one, or that on one buffer after the other.
void State::Impl::take_times(const api::MeasuredWork& measured, const Work& work) {
  auto& record = body.record;
  std::optional<api::FreshQueue> fresh;
  if (body.context.fresh != nullptr) fresh.emplace(measured, body, outputs);
  const api::MeasuredWork timed{fresh ? *fresh : measured.queue, work, measured.is_own_queue};
  api::Timing timing(body, timed);
  if (record.settings.purpose == results::Purpose::kProfile) {
    if (record.repetition > 0) return;
    checks.keep_inputs();
    api::profile(body, measured.queue, work);
    return checks.verify_timed(measured.queue, measured.work);
  }
  timing.check_clock();
  if (!measured.is_own_queue || (body.device && measured.queue.device_info() != nullptr)) {
    record.peaks = body.context.findings().peaks;
    record.theoretical = body.context.findings().theoretical;
  }
  if (!record.peaks.note.empty())
    record.notes.push_back("no fraction_of_peak: " + record.peaks.note);
  checks.keep_inputs();
  if (measured.work.launches.empty()) checks.probe(measured);
  timing.take();
  checks.require_finite();  // what follows puts the input back
  if (fresh) fresh->finish();
  checks.require_rates(measured.work);
  floors::Running running{measured.queue, work, record, {}};
  if (const auto* const partner = body.context.partner) {
    if (partner->needs_references && !outputs.references().empty())
      timing.take_references(references);
    checks.verify_timed(measured.queue, measured.work);
    partner->then(running);
  } else {
    if (auto* const paired = body.context.paired_device)
      timing.take_other_build(*paired, checks, measured.work);
    else if (!outputs.references().empty())
      timing.take_references(references);
    running.more_references = [&](Seconds budget) { timing.take_references(references, budget); };
    running.take_again = [&](Measurement& measurement, Seconds budget) {
      return timing.take_again(measurement, budget);
    };
    running.is_processor = timing.is_on_processor();
    running.threads = timing.threads();
    api::judge_floors(body, running);
  }
  checks.require_no_history(measured);
  checks.verify_timed(measured.queue, measured.work);
  checks.verify_bracket(measured.queue, measured.work);
}

bool api::is_taken(std::string_view counter) {
  return results::fields::is_google_benchmarks(counter) ||
         metrics::find_metric(counter) != nullptr ||
         std::ranges::find(kTakenNames, counter) != kTakenNames.end();
}

std::int64_t State::Impl::argument(std::string_view call, std::size_t index) const {
  const auto& arguments = body.benchmark_case.instance.arguments;
  if (index >= arguments.size())
    api::refuse("state.{}({}): the benchmark has {}", call, index,
                text::counted(arguments.size(), "argument"));
  return arguments[index];
}

Combination State::combination() const {
  const auto& instance = impl_->body.benchmark_case.instance;
  return {instance.description->axes, instance.values};
}
std::int64_t State::range(std::size_t index) const { return impl_->argument("range", index); }

Device& State::device() {
  auto& body = impl_->body;
  if (!body.device) {
    const auto& [axes, values] = std::tie(body.benchmark_case.instance.description->axes,
                                          body.benchmark_case.instance.values);
    const auto at = std::ranges::find(axes, "type", &detail::Axis::name) - axes.begin();
    const auto type = at < std::ssize(values) ? values[static_cast<std::size_t>(at)] : "";
    body.device.emplace(body.context.open_device(), type);
    body.context.enter(api::kOwnCode);
    const bool is_measured = body.record.settings.purpose == results::Purpose::kMeasure &&
                             body.context.partner == nullptr;
    if (auto* const watched = is_measured ? body.context.watched_device() : nullptr)
      body.memory_before = watched->state().memory;
    if (type == "double" && !body.device->info().has_double)
      skip("the device has no double precision");
    if (type == "half" && !body.device->info().has_half) skip("the device has no half precision");
  }
  return *body.device;
}

void* State::share(std::string_view key, const std::type_info& type,
                   const std::function<std::shared_ptr<void>(Device&)>& make) {
  if (key.empty()) api::refuse("state.shared: expected a key, found none");
  auto& context = impl_->body.context;
  auto& own = device();
  const auto make_on = [&](Device& driver) {
    context.enter(fmt::format("making what is shared as \"{}\"", text::visible(key)));
    const api::RandomContext random(key, 0);
    // In a trial the body's own has poison, and bands that end with the trial.
    struct Exchanged {
      Device& place;
      Device before;
      ~Exchanged() { place = before; }
    } const exchanged{own, std::exchange(own, driver)};
    const auto before = detail::backend_uses.load();
    auto made = make(own);
    context.shared().uses_backend |= detail::backend_uses != before;
    return made;
  };
  auto& body = impl_->body;
  auto& bytes = body.record.device_memory.shared;
  // An object that takes another one does it in one body: that one is not this body's.
  const auto taken = std::pair(body.shared, bytes);
  const auto& shared = context.shared().get(std::string(key), type, make_on);
  std::tie(body.shared, bytes) = taken;
  if (body.shared.insert(&shared).second) bytes += shared.bytes;
  // What it did there is seen in no body that takes the object.
  if (context.shared().uses_backend) ++detail::backend_uses;
  context.enter(api::kOwnCode);
  return shared.object.get();
}

std::size_t State::size(std::size_t index) const {
  const auto size = impl_->argument("size", index);
  if (size < 0)
    api::refuse("state.size({}): expected an argument of at least 0, found {}", index, size);
  return static_cast<std::size_t>(size);
}

State& State::declare(Amount kind, std::initializer_list<detail::Quantity> parts) {
  using results::Declared;
  static constexpr std::array<std::pair<const char*, double Declared::*>, 4> kAmounts{
      {{"reads", &Declared::bytes_read},
       {"writes", &Declared::bytes_written},
       {"flops", &Declared::flops},
       {"items", &Declared::items}}};
  const auto& [call, field] = kAmounts[static_cast<std::size_t>(kind)];
  double amount = 0;
  for (const auto& part : parts) amount += part.amount;
  impl_->body.record.declared.*field = checked(call, amount);
  if (amount == 0 && (kind == Amount::kFlops || kind == Amount::kItems))
    api::add_once(impl_->body.record.words, fmt::format("{} of 0", call));
  auto& named = impl_->body.named_buffers;
  std::erase_if(named, [call = call](const auto& buffer) { return buffer.call == call; });
  for (const auto& part : parts)
    if (part.memory != nullptr) named.push_back({call, part.memory});
  return *this;
}
State& State::set_axis(std::string_view name, double value, std::string_view unit) {
  require_word("axis", name);
  if (!unit.empty()) require_word("axis", unit);
  impl_->body.record.axis = {std::string(name), checked("axis", value), std::string(unit)};
  return *this;
}
State& State::memories(std::string_view from, std::string_view to) {
  for (const auto name : {from, to}) require_word("memories", name);
  impl_->body.record.memories = {std::string(from), std::string(to)};
  return *this;
}
State& State::region(std::string_view name, const DeviceTimer& timer) {
  require_word("region", name);
  auto& regions = impl_->body.record.regions;
  if (std::ranges::find(regions, name, &results::Region::name) != regions.end())
    api::refuse("state.region(\"{}\"): expected each name once in a body, found it twice", name);
  const int count = timer.regions();
  if (count == 0)
    api::refuse("state.region(\"{}\"): expected a timer with a finished region, found none", name);
  const auto [host, device] = timer.elapsed();
  regions.push_back({std::string(name), device.count() / count, host.count() / count, count});
  return *this;
}
State& State::counter(const std::string& name, double value) {
  require_word("counter", name);
  if (api::is_taken(name))
    api::refuse(
        "state.counter(\"{}\"): expected a name that neither Google Benchmark nor tickbench gives "
        "to something else",
        name);
  if (!std::isfinite(value))
    api::refuse("state.counter(\"{}\"): expected a finite number, found {}", name, value);
  impl_->body.record.counters[name] = value;
  return *this;
}

void State::check(const detail::CheckParts& parts) { impl_->verify(parts); }
State& State::waive(Check check, std::string_view why) {
  if (why.empty()) api::refuse("state.waive: expected a reason");
  // By Check. That of a result is an outcome.
  static constexpr std::array<const char*, 5> kWords{"", "not checked after the timing",
                                                     "enqueues nothing", "may exceed the peaks",
                                                     "checked under one input"};
  const auto index = static_cast<std::size_t>(check);
  auto& record = impl_->body.record;
  impl_->body.waived.at(index) = true;
  if (check == Check::kResult)
    record.nothing_to_check = why;
  else
    record.words.push_back(fmt::format("{}: {}", kWords.at(index), why));
  return *this;
}

namespace {

Work as_promised(std::function<void()> enqueue, Enqueuing enqueuing) {
  return {.enqueue = std::move(enqueue),
          .description = {},
          .never_waits = enqueuing == Enqueuing::kAsync,
          .waits = enqueuing == Enqueuing::kWaits};
}

Measuring pending(detail::PendingMeasurement measurement) {
  return Measuring(std::make_unique<detail::PendingMeasurement>(std::move(measurement)));
}

}  // namespace

Measuring::Measuring(std::unique_ptr<detail::PendingMeasurement> pending)
    : pending_(std::move(pending)) {}
Measuring::~Measuring() noexcept(false) {
  if (pending_ && std::uncaught_exceptions() == exceptions_) run(take());
}
std::unique_ptr<detail::PendingMeasurement> Measuring::take() {
  if (!pending_) api::refuse("state.measure(...).after: expected once, found twice");
  return std::move(pending_);
}
void Measuring::run(std::unique_ptr<detail::PendingMeasurement> pending) {
  const auto* const launch = pending->launch ? &*pending->launch : nullptr;
  pending->impl.measure(
      {pending->queue, pending->work, pending->is_own_queue, launch, pending->reset});
}
void Measuring::after_launch(const Launch& reset) {
  auto pending = take();
  reset.require_buffers();
  if (&reset.queue() != &pending->queue)
    api::refuse("state.measure(...).after: expected launches of the device that is measured");
  pending->work.reset = reset.work().enqueue;
  pending->reset = &reset;
  if (auto& digest = pending->work.digest; digest != 0)
    digest = pending->launch ? backend::digest_of_launches({&*pending->launch, &reset}) : 0;
  run(std::move(pending));
}
void Measuring::after_native(const std::function<void(void*)>& enqueue) {
  auto pending = take();
  if (!pending->native_handle)
    api::refuse(
        "state.measure(...).after: expected a callable that takes nothing, for a queue of the "
        "benchmark's own");
  pending->work.digest = 0;
  pending->work.reset = [enqueue, handle = pending->native_handle] { enqueue(handle()); };
  run(std::move(pending));
}
void Measuring::after(const std::function<void()>& enqueue) {
  auto pending = take();
  if (!pending->is_own_queue || !enqueue)
    api::refuse(
        "state.measure(...).after: expected a launch, or a callable that takes the native queue");
  pending->work.reset = enqueue;
  run(std::move(pending));
}

Measuring State::measure_launch(const Launch& launch) {
  launch.require_buffers();
  // Of the body's first call alone.
  const bool is_seen = backend::notes_writes && detail::backend_uses == impl_->backend_uses;
  auto& queue = device().backend().queue();
  const auto handle = [&queue] { return queue.native_handle(); };
  auto work = launch.work();
  work.digest = is_seen ? backend::digest_of_launches({&launch}) : 0;
  return pending({*impl_, launch.queue(), std::move(work), false,
                  &launch.queue() == &queue ? std::function<void*()>(handle) : nullptr, launch});
}
Measuring State::measure_native(std::string_view backend, const std::function<void(void*)>& enqueue,
                                Enqueuing enqueuing) {
  auto& opened = device().backend();
  if (opened.info().backend != backend)
    api::refuse(
        "state.measure: expected a callable for {}, found one for {} (->Backends({{\"{}\"}}) keeps "
        "it there)",
        opened.info().backend, backend, backend);
  auto& queue = opened.queue();
  // Asked for at every launch: another list may be recorded at every bracket.
  const auto handle = [&queue] { return queue.native_handle(); };
  auto work = as_promised([enqueue, handle] { enqueue(handle()); }, enqueuing);
  work.description = "enqueued by the benchmark";
  return pending({*impl_, queue, std::move(work), false, handle});
}
Measuring State::measure(TimedQueue& queue, Enqueuing enqueuing,
                         const std::function<void()>& enqueue) {
  return measure(queue, as_promised(enqueue, enqueuing));
}
Measuring State::measure(TimedQueue& queue, const Work& work) {
  require_device_of_row(queue, impl_->body.benchmark_case);
  Work named = work;
  if (named.description.empty()) named.description = "enqueued by the benchmark on its own queue";
  return pending({*impl_, queue, std::move(named), true, {}});
}

void State::skip(const std::string& why) {
  if (why.empty()) api::refuse("state.skip: expected a reason");
  throw Error(Outcome::kUnsupported, why);
}

void State::add_reference(Reference name, detail::Fill fill) {
  require_reference_name("reference", name.name);
  impl_->outputs.add_reference(name, std::move(fill));
}
void State::without_reference(Reference reference, std::string_view why) {
  require_reference_name("without_reference", reference.name);
  if (why.empty())
    api::refuse("state.without_reference(\"{}\"): expected a reason", reference.name);
  impl_->body.record.notes.push_back(fmt::format("no reference '{}': {}", reference.name, why));
}
void State::set_expected(detail::Fill fill) { impl_->outputs.set_expected(std::move(fill)); }

void detail::refuse_expected(std::size_t elements, std::size_t found) {
  api::refuse("out, inout: expected values as many as the buffer has elements, {}, found {}",
              elements, found);
}

}  // namespace tickbench
