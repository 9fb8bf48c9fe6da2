// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/case_runner.hpp"

#include <random>

#include "api/state_impl.hpp"
#include "api/steps.hpp"
#include "clock/phases.hpp"

namespace tickbench::suite {

/// What a body is given of the run around it.
class CaseRunner::Context final : public api::BodyContext {
 public:
  Context(CaseRunner& runner, DeviceSlot& slot) : runner_(runner), slot_(slot) {}

  HostClock& host() override { return *state().environment.host; }
  void enter(std::string_view phase) override {
    const auto& within = partner != nullptr ? partner->id : trial != nullptr ? trial->name : "";
    state().progress.phase(within.empty() ? std::string(phase)
                                          : fmt::format("{}: {}", within, phase));
  }
  void note(const std::string& text) override { state().messages.note(text); }
  backend::Device& open_device() override {
    const InPhase opening(Phase::kDevice);
    auto& device = slot_.open(
        state().options.measures(), state().environment, [this] { return lock_device(); },
        [this](std::string_view phase) { enter(phase); });
    for (const auto& excluded : slot_.canaries().excluded) note(excluded);
    const bool is_copy = partner != nullptr && partner->copied != nullptr;
    if (trial == nullptr && (partner == nullptr || is_copy) && state().other_build) {
      paired_device = &slot_.paired(state().other_build->modules());
      if (!is_copy) paired_device->begin();
      return *paired_device;
    }
    if (trial == nullptr && fresh == nullptr) return device;
    if (trial == nullptr) {
      fresh->device = &slot_.guarded();
      fresh->device->watch();
      return *fresh->device;
    }
    trial->device = &slot_.guarded();
    trial->device->begin(trial->poisoning, trial->has_bands);
    return *trial->device;
  }
  api::SharedObjects& shared() override { return slot_.shared(); }
  api::DeviceFindings findings() const override { return slot_.findings(); }
  conditions::WatchedDevice* watched_device() override {
    return slot_.watched(state().environment);
  }
  conditions::SpeedWatch* speed_watch() override { return slot_.speed_watch(); }
  std::optional<conditions::HostReading> read_host() override {
    const auto& root = state().environment.host_root;
    return root ? std::optional(conditions::read_host(*root, host())) : std::nullopt;
  }
  conditions::Threads read_threads() override {
    const auto& root = state().environment.host_root;
    return root ? conditions::read_threads(*root) : conditions::Threads();
  }
  /// The benchmark around a partner holds it already: a process would wait for itself.
  process::HostLock lock_device() override {
    return partner == nullptr ? lock(slot_.lock_name()) : process::HostLock();
  }
  process::HostLock lock_references() override { return lock("references"); }
  floors::RunFloors& floors() override { return state().floors; }
  void run_partner(const api::RatioPartner& other) override { runner_.run_partner(slot_, other); }

 private:
  RunState& state() { return runner_.state_; }
  process::HostLock lock(const std::string& name);

  CaseRunner& runner_;
  DeviceSlot& slot_;
};

process::HostLock CaseRunner::Context::lock(const std::string& name) {
  const InPhase phase(Phase::kWaiting);
  auto& watchdog = runner_.ending_.watchdog();
  const Seconds limit = state().options.lock_limit();
  bool has_waited = false;
  process::HostLock held(
      state().environment.lock_folder, name,
      [&] {
        watchdog.pause();
        has_waited = true;
        enter("waiting for another process that measures");
        note(fmt::format("waiting: another process on this host is measuring ({})", name));
      },
      limit);
  if (has_waited) watchdog.resume();
  if (!held.is_held() && held.failure().empty())
    throw Error(Outcome::kLockedOut,
                fmt::format("expected other processes to end measuring within {:g} s, found one "
                            "still at it ({}): nothing was measured (--tickbench_lock_timeout)",
                            limit.count(), name));
  if (!held.is_held())
    note("no lock, so another process may measure at the same time: " + held.failure());
  return held;
}

void CaseRunner::run(RegisteredCase& benchmark_case, benchmark::State& google_state) {
  if (ending_.ends_without_reader()) return;
  const Seconds begin = elapsed();
  auto record = benchmark_case.new_record(benchmark_case.repetitions_begun++);
  ending_.begin(benchmark_case, record.repetition);
  {
    PhaseClock phases(*state_.environment.host);
    run_body(benchmark_case, record);
    record.wall = phases.wall();
  }
  ending_.done();
  if (is_failure(record.outcome)) state_.floors.fail(benchmark_case, record.outcome);
  if (const auto* shown = record.shown(); shown != nullptr && benchmark_case.iterations == 0)
    benchmark_case.iterations = std::ssize(shown->samples);
  // Opening a device is done once.
  const auto took = elapsed() - begin - record.wall[Phase::kDevice];
  longest_ = std::max(longest_, took * benchmark_case.repetitions);
  google::replay(state_.log.add(std::move(record)), benchmark_case.iterations,
                 state_.cases.label_of(benchmark_case), google_state);
}

void CaseRunner::run_body(RegisteredCase& benchmark_case, results::Record& record) {
  const auto fail = [&record](Outcome outcome, const std::string& message) {
    record.outcome = outcome;
    record.message = message;
  };
  auto& failure = benchmark_case.failure;
  const auto& selected = benchmark_case.slot->selected;
  if (!selected.device) return fail(selected.outcome, selected.missing);
  if (failure) return fail(failure->outcome(), failure->what());
  try {
    if (record.repetition == 0) require_room();
    Context context(*this, *benchmark_case.slot);
    run_and_try(benchmark_case, record, context);
    if (!record.nothing_to_check.empty()) record.outcome = Outcome::kNothingToCheck;
  } catch (const UsageError&) {
    throw;
  } catch (...) {
    const auto error = api::current_error("the body");
    fail(error.outcome(), error.what());
  }
  // Whatever it is: Google Benchmark cannot take a good repetition after a failed first one, and
  // one after a device error would only repeat it.
  if (is_failure(record.outcome) || is_skip(record.outcome))
    failure.emplace(record.outcome, record.message);
}

/// Where nothing is measured, and once a registration, there are trials before it.
void CaseRunner::run_and_try(RegisteredCase& benchmark_case, results::Record& record,
                             Context& context) {
  const auto& options = state_.options;
  const bool is_smallest =
      state_.environment.tries_the_smallest && benchmark_case.instance.is_smallest;
  // Nothing but marks and launches is to take energy, or time beside another build's kernels.
  const bool is_fresh =
      options.measures() && !options.energy && !state_.other_build &&
      options.fresh.value_or(is_smallest || benchmark_case.instance.description->fresh_inputs);
  const bool is_tried = options.verify_only || (is_smallest && !options.profile) || is_fresh;
  if (!is_tried || record.repetition > 0) return call_body(benchmark_case, record, context);
  const auto run = [&](results::Record& into, api::Trial* trial, api::FreshInputs* fresh) {
    context.trial = trial;
    context.fresh = fresh;
    call_body(benchmark_case, into, context);
  };
  ending_.has_trials();
  api::Trials(
      benchmark_case, record, run, *state_.environment.host,
      [this] { return ending_.watchdog().left(); },
      is_fresh ? std::optional(options.fresh_seed.value_or(std::random_device{}())) : std::nullopt)
      .run();
}

/// Under the next random input too, where a result of few elements needs it. Later repetitions keep
/// the last input, so that all of them do the same work. What the body throws passes through.
void CaseRunner::call_body(RegisteredCase& benchmark_case, results::Record& record,
                           Context& context) {
  const auto drop = [](DeviceSlot* slot) { slot->drop_work(); };
  for (auto* const trial = context.trial;; ++benchmark_case.seed) {
    const bool is_near = trial != nullptr && trial->is_near;
    // By the oldest id: the inputs stay what they were.
    api::RandomContext random(benchmark_case.instance.names.back(), is_near ? 0
                                                                    : trial != nullptr
                                                                        ? trial->seed
                                                                        : benchmark_case.seed);
    if (is_near) random.vary(trial->seed);
    // However the body ends.
    const std::unique_ptr<DeviceSlot, decltype(drop)> after_body(benchmark_case.slot, drop);
    State::Impl impl(benchmark_case, record, context);
    State state(impl);
    api::run_body(*benchmark_case.instance.description, state, context);
    if (trial != nullptr) trial->draws_inputs = api::RandomContext::calls() > 0;
    impl.finish();
    if (!impl.checks.need_second_input()) return;
    record = benchmark_case.new_record(record.repetition);
  }
}

RegisteredCase& CaseRunner::case_of(DeviceSlot& slot, const api::RatioPartner& partner) {
  if (partner.copied != nullptr) return static_cast<RegisteredCase&>(*partner.copied);
  auto found = partners_.find({&slot, partner.id});
  if (found == partners_.end()) {
    const auto all = all_instances(state_.options, state_.environment);
    const auto instance = std::ranges::find(all, partner.id, &api::Instance::id);
    if (instance == all.end())
      throw Error(Outcome::kUnsupported,
                  "it is not registered here, or ->Where or ->Backends leaves it out");
    found = partners_.try_emplace({&slot, partner.id}, *instance, slot, state_.options).first;
  }
  return found->second;
}

/// Inside the body of another.
void CaseRunner::run_partner(DeviceSlot& slot, const api::RatioPartner& partner) {
  auto& benchmark_case = case_of(slot, partner);
  auto record = benchmark_case.new_record(0);
  Context context(*this, slot);
  context.partner = &partner;
  call_body(benchmark_case, record, context);
}

}  // namespace tickbench::suite
