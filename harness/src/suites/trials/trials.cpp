// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "trials/trials.hpp"

#include "verification/poison.hpp"

namespace tickbench::api {
namespace {

using bands::Poison;
using bands::Poisoning;

/// A failed check is looked into by a run of the body for each place, unless a run takes so long.
constexpr Seconds kLongestTry{15};
/// And for no more than this part of what the time-out leaves.
constexpr double kPatienceFraction = 0.5;
/// And not at all, where so many runs would take longer.
constexpr int kLeastTries = 4;

/// Besides the body's own and those of the second trial. The last one differs from the body's own
/// in little: a key of a few elements does not tell it from that.
constexpr unsigned kDrawnInputs = 3;
/// There are none where a trial takes over this part of what the time-out leaves.
constexpr double kLongTrial = 0.1;
/// The smaller ones are those of the trials.
constexpr unsigned kLeastDrawnSeed = 2;

}  // namespace

void Trials::run() {
  Trial first{.name = "first trial", .seed = 0, .poisoning = {Poison::kFirst}};
  Trial second{.name = "second trial", .seed = 1, .poisoning = {Poison::kSecond}};
  rehearse(first);
  if (record_.settings.purpose == results::Purpose::kVerify) {
    second.is_shown = true;
    attempt(second);
    judge_draws(second);
  } else if (first.checks > 0 && fresh_seed_) {
    measure_fresh(second);
  } else {
    if (first.checks > 0) {
      rehearse(second);
      judge_draws(second);
    }
    run_body_(record_, nullptr, nullptr);
  }
  for (const auto& omission : omissions_) add_once(record_.notes, omission);
  if (is_single_input_) record_.words.emplace_back("checked under one input");
}

/// Its record is that of the benchmark only where it fails.
void Trials::rehearse(Trial& trial) {
  const auto settings = record_.settings;
  record_.settings.purpose = results::Purpose::kVerify;
  try {
    attempt(trial);
  } catch (...) {
    record_.settings = settings;
    throw;
  }
  record_ = case_.new_record(record_.repetition);
}

void Trials::measure_fresh(Trial& second) {
  FreshInputs fresh{.seed = std::clamp(*fresh_seed_, kLeastDrawnSeed, ~kDrawnInputs)};
  const Seconds begin = host_.now();
  bool is_kept = rehearse_for(fresh, second);
  judge_draws(second);
  const Seconds taken = host_.now() - begin;
  const bool is_long = taken > kLongTrial * remaining_time_();
  if (is_long)
    omissions_.push_back(fmt::format("no drawn inputs: a trial takes {:.3g} s", taken.count()));
  for (unsigned seed = fresh.seed; !is_long && is_kept && seed < fresh.seed + kDrawnInputs;
       ++seed) {
    Trial drawn{.name = "trial of a drawn input",
                .seed = seed,
                .poisoning = {seed % 2 == 0 ? Poison::kFirst : Poison::kSecond},
                .is_drawn = true,
                .is_near = seed + 1 == fresh.seed + kDrawnInputs};
    try {
      is_kept = rehearse_for(fresh, drawn);
    } catch (const Error& error) {
      throw Error(error.outcome(), error.what() + fresh.name_drawn(seed));
    }
  }
  run_body_(record_, nullptr, &fresh);
}

bool Trials::rehearse_for(FreshInputs& fresh, Trial& trial) {
  trial.inputs.emplace(InputSet{.seed = trial.seed, .is_near = trial.is_near});
  rehearse(trial);
  for (const auto& [number, bytes] : trial.inputs->buffers) fresh.bytes += bytes.size();
  for (const auto& [number, output] : trial.inputs->expected) fresh.bytes += output.values.size();
  const bool is_kept = trial.inputs->is_whole && fresh.bytes <= kMostInputBytes;
  if (is_kept) fresh.sets.push_back(std::move(*trial.inputs));
  return is_kept;
}

std::string FreshInputs::name_drawn(unsigned drawn) const {
  return drawn < kLeastDrawnSeed
             ? std::string()
             : fmt::format(" (a drawn input: --tickbench_fresh={} draws it again)", seed);
}

void Trials::attempt(Trial& trial) {
  const auto asked = trial;
  const auto settings = record_.settings;
  begin_ = host_.now();
  try {
    if (!run_with_room(trial)) {
      trial = asked;
      trial.has_bands = false;
      record_ = case_.new_record(record_.repetition);
      record_.settings = settings;
      run_body_(record_, &trial, nullptr);
    }
  } catch (const Error& error) {
    if (error.outcome() != Outcome::kWrongResult || !trial.found) throw;
    throw Error(error.outcome(), explain(trial, error.what()));
  }
  if (trial.device == nullptr) return;
  for (const auto& omission : trial.device->omissions()) add_once(omissions_, omission);
}

/// An allocation that failed for other buffers' bands is no finding, however the body took it.
bool Trials::run_with_room(Trial& trial) {
  const auto lack = [&trial] {
    return trial.device == nullptr ? std::string() : trial.device->room_error();
  };
  try {
    run_body_(record_, &trial, nullptr);
  } catch (const std::exception&) {
    if (lack().empty()) throw;
  }
  if (lack().empty()) return true;
  omissions_.push_back("no bands around buffers: beside those of other buffers: " + lack());
  return false;
}

/// Of results with many elements; those with few are judged one by one, by the check.
void Trials::judge_draws(const Trial& second) {
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
  is_single_input_ = true;
}

std::string Trials::explain(const Trial& failed, const std::string& message) {
  const auto& [check, type, found] = *failed.found;
  // A body that takes long would take it for each place, and end at the time-out.
  try_duration_ = host_.now() - begin_;
  const auto patience = remaining_time_() * kPatienceFraction;
  if (try_duration_ > std::min(kLongestTry, patience / kLeastTries)) return message;
  looks_until_ = Seconds(host_.now()) + patience;
  const auto repeated = found_with(failed, failed.poisoning);
  if (repeated.empty()) return message;
  const auto opposite = found_with(failed, {verification::other(failed.poisoning.everywhere)});
  auto text = message;
  if (verification::dependence(type, found, repeated, opposite)) {
    text = name_dependence(failed, repeated, opposite);
    // A NaN plus something is that NaN: the kernel wrote the poison back.
    if (message.find(verification::kExecutedNothing) == std::string::npos) text += ". " + message;
  }
  if (const auto unsteady = verification::count_different(type, found, repeated); unsteady > 0)
    text += fmt::format("; {} elements differ from run to run under the same input", unsteady);
  return text;
}

std::string Trials::name_dependence(const Trial& failed, const std::vector<std::byte>& repeated,
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

std::vector<std::byte> Trials::found_with(const Trial& failed, const Poisoning& poisoning) {
  Trial trial{.name = "looking into wrong values",
              .seed = failed.seed,
              .poisoning = poisoning,
              .has_bands = failed.has_bands,
              .ends_at = failed.found->check};
  auto record = case_.new_record(record_.repetition);
  record.settings.purpose = results::Purpose::kVerify;
  try {
    run_body_(record, &trial, nullptr);
  } catch (const std::exception&) {  // the message of the failed trial stays as it is
  }
  if (!trial.found || trial.found->check != trial.ends_at) return {};
  return std::move(trial.found->bytes);
}

}  // namespace tickbench::api
