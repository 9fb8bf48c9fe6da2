// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/checks.hpp"

#include "backend/callable_probe.hpp"
#include "clock/phases.hpp"
#include "measurement/sampling.hpp"
#include "text/wording.hpp"
#include "verification/elements.hpp"

namespace tickbench::api {
namespace {

/// So few could be written into a kernel as constants: they are checked under two inputs always.
constexpr std::size_t kFewElements = 16;

/// How often local memory is poisoned where a failure is looked into.
constexpr int kTimesToBeSure = 100;

/// Rates may be so many times the measured peaks. On a processor that others use too both vary:
/// short launches reached four times the peak, whose longer brackets the others interrupt. A cache
/// is up to fifteen times as fast as the memory was measured to be; a GPU's is eight times.
struct RateLimits {
  double flops, bytes;
};
constexpr RateLimits kProcessorLimits{16, 64}, kLimits{1.25, 16};
/// A processor's driver copies by its instructions, and may run kernels thirty times as slowly.
constexpr double kProcessorCopyLimit = 1024;

RateLimits rate_limits(const backend::DeviceInfo& device, bool is_copy) {
  if (device.type != backend::DeviceType::kCpu) return kLimits;
  return {kProcessorLimits.flops, is_copy ? kProcessorCopyLimit : kProcessorLimits.bytes};
}

[[noreturn]] void refuse_rate(std::string_view call, double rate, std::string_view unit,
                              std::string_view peak_name, double peak) {
  throw Error(Outcome::kImpossibleRate,
              fmt::format("by what state.{} declares it reaches {}, {:.3g} times the device's "
                          "measured {} of {}: it declares too much, or it did not run "
                          "(state.waive(Check::kPeak, why) for units that the peak does not use)",
                          call, text::quantity(rate, unit), rate / peak, peak_name,
                          text::quantity(peak, unit)));
}

/// Launches on the input and on what was left are timed in turn. Alike, so many would be apart by
/// their quartiles in 3 of 100 rounds; in all rounds once in 30,000 rows.
constexpr int kHistoryPairs = 7, kHistoryRounds = 3;
/// So much is no difference: what a launch finds moves its memory's pages, and the device's power.
constexpr double kHistoryEffect = 0.05;

}  // namespace

verification::Poison Checks::output_poison() const {
  return body_.trial != nullptr ? body_.trial->poisoning.at({bands::Site::Kind::kOutput})
                                : verification::Poison::kFirst;
}

void Checks::launch_poisoned(const std::function<void()>& launch) {
  if (guarded_device() == nullptr) return launch();
  // On a busy host a processor's threads may be given none of it.
  guarded_device()->check(launch, body_.trial->ends_at ? kTimesToBeSure : 1);
}

std::optional<std::string> Checks::written_outside() {
  return guarded_device() != nullptr ? guarded_device()->written_outside() : std::nullopt;
}

void Checks::keep(const CheckedOutput& checked, std::span<const std::byte> found) {
  body_.trial->found = {checked.number, checked.output.type, {found.begin(), found.end()}};
}

void Checks::end_at(const CheckedOutput& checked, std::span<const std::byte> found) {
  if (body_.trial == nullptr || body_.trial->ends_at != checked.number) return;
  keep(checked, found);
  throw Error(Outcome::kWrongResult, "looked into");
}

void Checks::judge_trial(const CheckedOutput& checked, std::span<const std::byte> found,
                         CheckResult& result) {
  const bool is_wrong = result.verdict == CheckResult::Verdict::kWrong;
  if (body_.trial != nullptr) ++body_.trial->checks;
  if (const auto outside = written_outside()) {
    result.message = is_wrong ? fmt::format("{}; and {}", *outside, result.message) : *outside;
    result.verdict = CheckResult::Verdict::kWrong;
    return;
  }
  if (!is_wrong) return;
  // Of several the first is the one that is thrown.
  if (body_.trial != nullptr && !body_.trial->found) keep(checked, found);
  const auto& draws = body_.benchmark_case.draws;
  const auto first = draws.find(checked.number);
  if (first == draws.end() || first->second.seed == seed()) return;
  const bool is_same = first->second.found == verification::digest(found);
  result.message = fmt::format(
      "right under one random input, and wrong under another{}: {}",
      is_same ? ", for which it gives the same result: it is hard-coded, or does not follow the "
                "input"
              : "",
      result.message);
}

void Checks::compare_inputs(const CheckedOutput& checked, std::span<const std::byte> found) {
  if (body_.is_waived(Check::kSecondInput)) return;
  const bool has_few = checked.output.count <= kFewElements;
  if (body_.trial == nullptr && !has_few) return;
  const auto expected = verification::digest(checked.expected->bytes());
  const auto [known, is_first] = body_.benchmark_case.draws.try_emplace(
      checked.number, Draw{seed(), expected, verification::digest(found)});
  auto& draw = known->second;
  need_second_input_ |= is_first && body_.trial == nullptr;
  if (draw.seed == seed()) return;
  draw.has_second = true;
  draw.is_same = draw.expected == expected;
  if (has_few && draw.is_same)
    throw Error(
        Outcome::kMistrusted,
        checked.named("a result of so few elements is expected to differ between two random "
                      "inputs, and is the same: constants would pass this check "
                      "(state.waive(Check::kSecondInput, why) for one that no input changes)"));
}

void Checks::verify(const detail::CheckParts& parts) {
  if (!parts.run && parts.launches.empty())
    refuse("state.verify: expected a launch, found an empty function or list");
  std::optional<Launch> launch;
  if (!parts.run) launch = detail::chain(parts.launches);
  const auto run = launch ? std::function<void()>(*launch) : parts.run;
  const auto outputs = outputs_.add(parts, launch);
  // Of an earlier repetition. A trial keeps none: it may be run again.
  const bool is_kept =
      body_.trial == nullptr && outputs_.all().size() <= body_.benchmark_case.checks.size();
  body_.context.enter("checking the result");
  {
    const InPhase phase(Phase::kCheck);
    for (auto& checked : outputs)
      if (checked.output.is_inout) checked.keep_input();
    if (is_kept) {
      run();  // what follows may need what it writes
      for (const auto& checked : outputs) checked.restore_input();
    } else {
      check(run, outputs);
    }
  }
  body_.context.enter(kOwnCode);
}

void Checks::check(const std::function<void()>& run, std::span<CheckedOutput> outputs) {
  for (auto& checked : outputs) outputs_.expect(checked);
  const auto largest = std::ranges::max_element(outputs, {}, &CheckedOutput::size);
  const HostMemory memory(largest->size(), HostMemory::Contents::kAny);
  for (const auto& checked : outputs)
    checked.reset(memory.bytes().first(checked.size()), output_poison());
  launch_poisoned(run);
  std::vector<results::CheckReport> reports;
  for (const auto& checked : outputs) {
    const auto found = memory.bytes().first(checked.size());
    checked.output.read(found);
    end_at(checked, found);
    checked.restore_input();
    reports.push_back(report(checked, found));
  }
  std::ranges::copy(reports, std::back_inserter(body_.record.checks));
  for (const auto& [result, type, count, tolerance, is_inout, loose, output] : reports) {
    if (result.verdict == CheckResult::Verdict::kWrong)
      throw Error(Outcome::kWrongResult, result.message);
    if (result.verdict == CheckResult::Verdict::kMistrusted)
      throw Error(Outcome::kMistrusted, result.message);
  }
}

results::CheckReport Checks::report(const CheckedOutput& checked,
                                    std::span<const std::byte> found) {
  const auto& output = checked.output;
  results::CheckReport report{judge(checked, found), output.type, output.count, checked.tolerance,
                              output.is_inout,       {},          checked.name};
  auto& result = report.result;
  if (result.verdict == CheckResult::Verdict::kWrong)
    result.message += outputs_.explain(checked, found);
  result.message = checked.named(result.message);
  judge_trial(checked, found, result);
  if (result.verdict != CheckResult::Verdict::kRight) return report;
  report.loose = checked.named(
      looseness(output.type, checked.expected->bytes(), result.comparison, checked.tolerance)
          .value_or(""));
  compare_inputs(checked, found);
  return report;
}

CheckResult Checks::judge(const CheckedOutput& checked, std::span<const std::byte> found) const {
  const auto& output = checked.output;
  const auto before = output.is_inout ? checked.input->bytes() : std::span<std::byte>{};
  return verification::check_output(output.type, before, checked.expected->bytes(), found,
                                    checked.tolerance, output.is_inout, output_poison());
}

void Checks::keep_inputs() {
  if (body_.is_waived(Check::kAfterTiming)) return;
  const InPhase phase(Phase::kCheck);
  for (auto& checked : outputs_.all())
    if (checked.output.is_inout && !checked.input) checked.keep_input();
}

void Checks::verify_timed(TimedQueue& queue, const Work& work) {
  if (body_.is_waived(Check::kAfterTiming)) return;
  const auto written = outputs_.written_by(work);
  if (written.empty()) return;
  const InPhase phase(Phase::kCheck);
  body_.context.enter("checking after the timing");
  const auto* const largest = *std::ranges::max_element(written, {}, &CheckedOutput::size);
  const HostMemory memory(largest->size(), HostMemory::Contents::kAny);
  for (const auto* checked : written)
    checked->reset(memory.bytes().first(checked->size()), output_poison());
  const auto* shown = body_.record.shown();
  const auto method = shown != nullptr ? shown->method : TimeMethod::kHost;
  launch_poisoned([&] { queue.run(work, {.method = method}); });
  if (const auto outside = written_outside())
    throw Error(Outcome::kWrongResult, fmt::format("'{}': {}", work.description, *outside));
  for (auto* checked : written)
    compare_timed(*checked, work, memory.bytes().first(checked->size()));
  body_.context.enter(kOwnCode);
}

/// With what was expected; in a later repetition first with what the first one found.
void Checks::compare_timed(CheckedOutput& checked, const Work& work, std::span<std::byte> found) {
  checked.output.read(found);
  if (body_.benchmark_case.repetitions > 1) {
    const auto digest = verification::digest(found);
    const auto [known, is_first] =
        body_.benchmark_case.after_timing.try_emplace(checked.number, digest);
    if (!is_first && known->second == digest) return;
  }
  outputs_.expect(checked);
  const auto result = judge(checked, found);
  if (result.verdict == CheckResult::Verdict::kWrong)
    throw Error(Outcome::kWrongResult,
                fmt::format("what was timed ('{}') does not give the results that were checked: "
                            "launched once more after the timing, {}",
                            work.description, checked.named(result.message)));
}

void Checks::require_finite() {
  const InPhase phase(Phase::kCheck);
  for (const auto& checked : outputs_.all()) {
    const auto& output = checked.output;
    if (!output.is_inout) continue;
    const HostMemory now(checked.size(), HostMemory::Contents::kAny);
    output.read(now.bytes());
    if (const auto index = first_non_finite(output.type, now.bytes()))
      throw Error(Outcome::kWrongResult,
                  checked.named(fmt::format(
                      "element {} of an inout buffer is no longer finite after the measurement: an "
                      "in-place kernel must stay finite under a million launches",
                      *index)));
  }
}

void Checks::require_no_history(const MeasuredWork& measured) {
  const auto& record = body_.record;
  const auto& work = measured.work;
  std::vector<CheckedOutput*> changed = outputs_.written_by(work);
  std::erase_if(changed, [](const auto* output) { return !output->input.has_value(); });
  if (changed.empty() || record.repetition > 0) return;
  const InPhase phase(Phase::kCheck);
  body_.context.enter("comparing launches by what they find");
  std::vector<HostMemory> left;
  for (const auto* output : changed)
    output->output.read(left.emplace_back(output->size(), HostMemory::Contents::kAny).bytes());
  auto like = record.isolated ? *record.isolated : *record.shown();
  like.launches_per_bracket = 1;
  like.hold = HoldMethod::kNone;
  if (!record.isolated && like.method != TimeMethod::kHost) like.method = TimeMethod::kBracket;
  // Written by the host in both cases, so that the caches hold the same.
  const auto time_on = [&](bool is_first) {
    for (std::size_t i = 0; i < changed.size(); ++i)
      changed[i]->output.write(is_first ? changed[i]->input->bytes() : left[i].bytes());
    return repeat_sample(measured.queue, work, like, record.settings).device;
  };
  std::vector<Seconds> first, later;
  for (int round = 0; round < kHistoryRounds; ++round) {
    first.clear();
    later.clear();
    for (int i = 0; i < kHistoryPairs; ++i) {
      first.push_back(time_on(true));
      later.push_back(time_on(false));
    }
    const auto margin =
        kHistoryEffect * std::min(std::ranges::min(first), std::ranges::min(later)) +
        2 * like.clock_step;
    if (!is_above(first, later, margin) && !is_above(later, first, margin)) return;
  }
  throw Error(
      Outcome::kMistrusted,
      fmt::format("a launch takes {} on the input that was checked, and {} on what the launches of "
                  "the measurement left: {}",
                  text::quantity(median(to_seconds(first)), "s"),
                  text::quantity(median(to_seconds(later)), "s"),
                  work.reset ? "the reset of state.measure(...).after does not restore the input"
                             : "state.measure(...).after(reset) times each launch on the input "
                               "that `reset` puts back"));
}

void Checks::probe(const MeasuredWork& measured) {
  body_.context.enter("trying the benchmark's own code behind a hold");
  auto alone = measured.work;
  alone.reset = nullptr;
  const auto found = probe_callable(measured.queue, alone);
  if (measured.work.waits)
    body_.record.words.emplace_back("with the host's waits");
  else if (!found.was_held)
    body_.record.words.emplace_back("not tried for waits");
  if (found.waits)
    refuse(
        "state.measure: expected a callable that enqueues and returns, found one that waits for "
        "the device: behind a hold it returned only when that had ended by itself. "
        "state.measure(tickbench::waits, ...) measures it with its waits");
  if (found.enqueues_nothing && !body_.is_waived(Check::kEnqueues))
    refuse(
        "state.measure: expected a callable that enqueues on the queue that is timed, found {} "
        "launches that took that queue no longer than nothing does ({} and {})",
        found.launches, text::quantity(found.device.count(), "s"),
        text::quantity(found.empty.count(), "s"));
}

void Checks::require_declared(const Work& work) {
  double written = 0;
  for (const auto* checked : outputs_.written_by(work))
    if (!checked->output.is_inout) written += static_cast<double>(checked->size());
  const double declared = body_.record.declared.bytes_written;
  if (declared > 0 && declared < written)
    refuse(
        "state.writes: expected at least the {} of the outputs that are wholly written, found {}",
        text::quantity(written, "B"), text::quantity(declared, "B"));
}

void Checks::require_rates(const Work& work) const {
  const auto& peaks = body_.record.peaks;
  const auto& declared = body_.record.declared;
  const auto* shown = body_.record.shown();
  if (shown == nullptr || !(shown->median > Seconds(0)) || body_.is_waived(Check::kPeak) ||
      !body_.device)
    return;
  const RateLimits limits = rate_limits(body_.device->info(), work.is_copy);
  const double flops = declared.flops / shown->median.count();
  if (const double peak = peaks.flops_per_second; peak > 0 && flops > limits.flops * peak)
    refuse_rate("flops", flops, "FLOP/s", "peak", peak);
  const double bytes = (declared.bytes_read + declared.bytes_written) / shown->median.count();
  if (const double peak = peaks.bytes_per_second; peak > 0 && bytes > limits.bytes * peak)
    refuse_rate("reads and state.writes", bytes, "B/s", "peak of its memory", peak);
}

}  // namespace tickbench::api
