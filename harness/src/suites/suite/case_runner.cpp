// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/case_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>

#include "api/state_impl.hpp"
#include "clock/phases.hpp"
#include "google/registry.hpp"
#include "tickbench/error.hpp"
#include "verification/poison.hpp"

namespace tickbench::suite {
namespace {

using bands::Poison;
using bands::Poisoning;

/// A failed check is looked into for so long: each place takes a run of the body.
constexpr Seconds kPatience{20};
/// And for no more than this part of what the time-out leaves.
constexpr double kPatienceFraction = 0.5;
/// And not at all, where so many runs would take longer.
constexpr int kLeastTries = 4;

void add_new(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const auto& text : from)
    if (std::ranges::find(to, text) == to.end()) to.push_back(text);
}

}  // namespace

void Trials::run() {
  api::Trial first{.name = "first trial", .seed = 0, .poisoning = {Poison::kFirst}};
  api::Trial second{.name = "second trial", .seed = 1, .poisoning = {Poison::kSecond}};
  rehearse(first);
  if (record_.settings.verify_only) {
    second.is_shown = true;
    attempt(second);
    judge_draws(second);
  } else {
    if (first.checks > 0) {
      rehearse(second);
      judge_draws(second);
    }
    run_body_(record_, nullptr);
  }
  add_new(record_.notes, omissions_);
}

/// Its record is that of the benchmark only where it fails.
void Trials::rehearse(api::Trial& trial) {
  const auto settings = record_.settings;
  record_.settings.verify_only = true;
  try {
    attempt(trial);
  } catch (...) {
    record_.settings = settings;
    throw;
  }
  record_ = case_.new_record(record_.repetition);
}

void Trials::attempt(api::Trial& trial) {
  const auto asked = trial;
  const auto settings = record_.settings;
  begin_ = host_.now();
  try {
    if (!run_with_room(trial)) {
      trial = asked;
      trial.has_bands = false;
      record_ = case_.new_record(record_.repetition);
      record_.settings = settings;
      run_body_(record_, &trial);
    }
  } catch (const Error& error) {
    if (error.outcome() != Outcome::kWrongResult || !trial.found) throw;
    throw Error(error.outcome(), explain(trial, error.what()));
  }
  if (trial.device != nullptr) add_new(omissions_, trial.device->omissions());
}

/// An allocation that failed for the bands of other buffers alone is no finding, however the body
/// took it.
bool Trials::run_with_room(api::Trial& trial) {
  const auto lack = [&trial] {
    return trial.device == nullptr ? std::string() : trial.device->room_error();
  };
  try {
    run_body_(record_, &trial);
  } catch (const std::exception&) {
    if (lack().empty()) throw;
  }
  if (lack().empty()) return true;
  omissions_.push_back("no bands around buffers: beside those of other buffers: " + lack());
  return false;
}

/// Of results with many elements; those with few are judged one by one, by the check.
void Trials::judge_draws(const api::Trial& second) {
  const auto& draws = case_.draws;
  const bool all_are_same = !draws.empty() && std::ranges::all_of(draws, [](const auto& draw) {
    return draw.second.has_second && draw.second.is_same;
  });
  if (!all_are_same) return;
  if (second.draws_inputs)
    throw Error(Outcome::kMistrusted,
                "the body draws random inputs, and the values that it expects are the same under "
                "two of them: a kernel that writes constants would pass this check "
                "(state.waive(Check::kSecondInput, why) for results that no input changes)");
  omissions_.emplace_back(
      "checked under one input: the body takes none from tickbench::random, so that there is no "
      "second one");
}

std::string Trials::explain(const api::Trial& failed, const std::string& message) {
  const auto& [check, type, found] = *failed.found;
  // A body that takes long would take it once more for each place, and end at the time-out with
  // what was found.
  try_duration_ = host_.now() - begin_;
  const auto patience = std::min(kPatience, remaining_time_() * kPatienceFraction);
  if (try_duration_ > patience / kLeastTries) return message;
  looks_until_ = Seconds(host_.now()) + patience;
  const auto repeated = found_with(failed, failed.poisoning);
  if (repeated.empty()) return message;
  const auto opposite = found_with(failed, {verification::other(failed.poisoning.everywhere)});
  auto text = message;
  if (verification::dependence(type, found, repeated, opposite))
    text = fmt::format("{}. {}", name_dependence(failed, repeated, opposite), message);
  if (const auto unsteady = verification::count_different(type, found, repeated); unsteady > 0)
    text += fmt::format("; {} elements differ from run to run under the same input", unsteady);
  return text;
}

std::string Trials::name_dependence(const api::Trial& failed,
                                    const std::vector<std::byte>& repeated,
                                    const std::vector<std::byte>& opposite) {
  const auto& [check, type, found] = *failed.found;
  auto dependence = verification::dependence(type, found, repeated, opposite);
  std::string place = "memory that was never written";
  if (failed.device != nullptr) {
    for (const auto& site : failed.device->sites()) {
      if (Seconds(host_.now()) + try_duration_ > looks_until_) break;
      const auto with_site = found_with(failed, {failed.poisoning.everywhere, site});
      if (const auto at_site = verification::dependence(type, found, repeated, with_site)) {
        dependence = at_site;
        place = failed.device->describe(site);
        break;
      }
    }
  }
  return fmt::format(
      "element {} of the output depends on {}: {} with the one poison there, {} with the other; "
      "so do {} elements in all",
      dependence->first, place, dependence->found, dependence->second_values, dependence->count);
}

std::vector<std::byte> Trials::found_with(const api::Trial& failed, const Poisoning& poisoning) {
  api::Trial trial{.name = "looking into wrong values",
                   .seed = failed.seed,
                   .poisoning = poisoning,
                   .has_bands = failed.has_bands,
                   .ends_at = failed.found->check};
  auto record = case_.new_record(record_.repetition);
  record.settings.verify_only = true;
  try {
    run_body_(record, &trial);
  } catch (const std::exception&) {  // the message of the failed trial stays as it is
  }
  if (!trial.found || trial.found->check != trial.ends_at) return {};
  return std::move(trial.found->bytes);
}

/// What a body is given of the run around it; with `partner`, one that runs inside another body.
class CaseRunner::Context final : public api::BodyContext {
 public:
  Context(CaseRunner& runner, DeviceSlot& slot, const api::RatioPartner* partner = nullptr)
      : runner_(runner), slot_(slot), partner_(partner) {}

  HostClock& host() override { return *state().environment.host; }
  void enter(std::string_view phase) override {
    const auto& within = partner_ != nullptr ? partner_->id : trial_ != nullptr ? trial_->name : "";
    state().progress.phase(within.empty() ? std::string(phase)
                                          : fmt::format("{}: {}", within, phase));
  }
  void note(const std::string& text) override { state().messages.note(text); }
  backend::Device& open_device() override {
    const InPhase opening(Phase::kDevice);
    auto& device = slot_.open(
        !state().options.verify_only, state().environment, [this] { return lock_device(); },
        [this](std::string_view phase) { enter(phase); });
    for (const auto& excluded : slot_.canaries().excluded) note(excluded);
    if (trial_ == nullptr && partner_ == nullptr && state().other_build) {
      paired_ = &slot_.paired(state().other_build->modules());
      paired_->begin();
      return *paired_;
    }
    if (trial_ == nullptr) return device;
    trial_->device = &slot_.guarded();
    trial_->device->begin(trial_->poisoning, trial_->has_bands);
    return *trial_->device;
  }
  other_build::PairedDevice* paired_device() override { return paired_; }
  api::Trial* trial() override { return trial_; }
  /// From now on the runs are of it; null: of none.
  void use(api::Trial* trial) { trial_ = trial; }
  api::DeviceFindings findings() const override { return slot_.findings(); }
  conditions::WatchedDevice* watched_device() override {
    return slot_.watched(state().environment);
  }
  conditions::SpeedWatch* speed_watch() override { return slot_.speed_watch(); }
  std::optional<conditions::HostReading> read_host() override {
    const auto& root = state().environment.host_root;
    return root ? std::optional(conditions::read_host(*root, host())) : std::nullopt;
  }
  /// The benchmark around a partner holds the device's lock, for which a process would wait for
  /// itself.
  process::HostLock lock_device() override {
    return partner_ == nullptr ? lock(slot_.lock_name()) : process::HostLock();
  }
  process::HostLock lock_references() override { return lock("references"); }
  floors::RunFloors& floors() override { return state().floors; }
  void run_partner(const api::RatioPartner& partner) override {
    runner_.run_partner(slot_, partner);
  }
  const api::RatioPartner* as_partner() const override { return partner_; }

 private:
  RunState& state() { return runner_.state_; }
  process::HostLock lock(const std::string& name);

  CaseRunner& runner_;
  DeviceSlot& slot_;
  const api::RatioPartner* partner_;
  api::Trial* trial_ = nullptr;
  other_build::PairedDevice* paired_ = nullptr;
};

process::HostLock CaseRunner::Context::lock(const std::string& name) {
  const InPhase phase(Phase::kWaiting);
  auto& watchdog = runner_.ending_.watchdog();
  const auto& options = state().options;
  // Somebody, such as CTest, waits no longer than they said.
  const Seconds limit =
      options.lock_timeout.value_or(options.states_timeout ? options.timeout : Seconds(0));
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
    throw Error(Outcome::kTimedOut,
                fmt::format("expected other processes to end measuring within {:g} s, found one "
                            "still at it ({}): nothing was measured (--tickbench_lock_timeout)",
                            limit.count(), name));
  if (!held.is_held())
    note("no lock, so another process may measure at the same time: " + held.failure());
  return held;
}

void CaseRunner::run(RegisteredCase& benchmark_case, benchmark::State& google_state) {
  if (ending_.ends_without_reader()) return;
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
    Context context(*this, *benchmark_case.slot);
    run_and_try(benchmark_case, record, context);
    if (!record.nothing_to_check.empty()) record.outcome = Outcome::kNothingToCheck;
  } catch (const Error& error) {
    fail(error.outcome(), error.what());
  } catch (const UsageError&) {
    throw;
  } catch (const std::bad_alloc&) {
    fail(Outcome::kOutOfMemory, "the host's memory is exhausted");
  } catch (const std::exception& error) {
    fail(Outcome::kInvalidBenchmark, std::string("the body threw: ") + error.what());
  } catch (...) {
    fail(Outcome::kInvalidBenchmark, "the body threw something that is no std::exception");
  }
  // Whatever it is: Google Benchmark cannot take a good repetition after a failed first one, and
  // one after a device error would only repeat it.
  if (is_failure(record.outcome) || is_skip(record.outcome))
    failure.emplace(record.outcome, record.message);
}

/// Where nothing is measured, and once a registration, there are trials before it.
void CaseRunner::run_and_try(RegisteredCase& benchmark_case, results::Record& record,
                             Context& context) {
  const bool is_tried = state_.options.verify_only || (state_.environment.tries_the_smallest &&
                                                       benchmark_case.instance.is_smallest);
  if (!is_tried || record.repetition > 0) return call_body(benchmark_case, record, context);
  const auto run = [&](results::Record& into, api::Trial* trial) {
    context.use(trial);
    call_body(benchmark_case, into, context);
  };
  ending_.has_trials();
  Trials(benchmark_case, record, run, *state_.environment.host, [this] {
    return ending_.watchdog().left();
  }).run();
}

/// Under the next random input too, where a result of few elements needs it. Later repetitions keep
/// the last input, so that all of them do the same work. What the body throws passes through.
void CaseRunner::call_body(RegisteredCase& benchmark_case, results::Record& record,
                           Context& context) {
  while (!call_once(benchmark_case, record, context)) {
    ++benchmark_case.seed;
    record = benchmark_case.new_record(record.repetition);
  }
}

bool CaseRunner::call_once(RegisteredCase& benchmark_case, results::Record& record,
                           Context& context) {
  auto* const trial = context.trial();
  const api::RandomContext random(benchmark_case.id,
                                  trial != nullptr ? trial->seed : benchmark_case.seed);
  // However the body ends.
  const auto drop = [](DeviceSlot* slot) { slot->drop_work(); };
  const std::unique_ptr<DeviceSlot, decltype(drop)> after_body(benchmark_case.slot, drop);
  State::Impl impl(benchmark_case, record, context);
  State state(impl);
  benchmark_case.instance.description->body(state);
  if (trial != nullptr) trial->draws_inputs = random.is_used();
  impl.finish();
  return !impl.trial_checks.need_second_input();
}

/// Inside the body of another.
void CaseRunner::run_partner(DeviceSlot& slot, const api::RatioPartner& partner) {
  auto found = partners_.find({&slot, partner.id});
  if (found == partners_.end()) {
    const auto& environment = state_.environment;
    const auto all =
        api::expand(environment.registrations, devices::names_of(environment.backends), true);
    const auto instance = std::ranges::find(all, partner.id, &api::Instance::id);
    found = partners_
                .emplace(std::piecewise_construct, std::forward_as_tuple(&slot, partner.id),
                         std::forward_as_tuple(*instance, slot, state_.options))
                .first;
  }
  auto record = found->second.new_record(0);
  Context context(*this, slot, &partner);
  call_body(found->second, record, context);
}

}  // namespace tickbench::suite
