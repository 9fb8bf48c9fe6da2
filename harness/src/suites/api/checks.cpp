// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/checks.hpp"

#include <bit>

#include "backend/callable_probe.hpp"
#include "base/digest.hpp"
#include "base/throw_error.hpp"
#include "clock/phases.hpp"
#include "measurement/sampling.hpp"
#include "statistics/inference.hpp"
#include "text/wording.hpp"
#include "verification/elements.hpp"

namespace tickbench::api {
namespace {

/// So few could be written into a kernel as constants: they are checked under two inputs always.
constexpr std::size_t kFewElements = 16;

/// Expected values of a trial are compared with those of the measurement, and no more of them kept.
constexpr std::size_t kMostValues = std::size_t{64} << 20;

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

/// No unit that a peak does not use is faster than that by more.
constexpr double kWaivedLimit = 100;

RateLimits rate_limits(const backend::DeviceInfo& device, bool is_copy) {
  if (device.type != backend::DeviceType::kCpu) return kLimits;
  return {kProcessorLimits.flops, is_copy ? kProcessorCopyLimit : kProcessorLimits.bytes};
}

[[noreturn]] void refuse_rate(std::string_view call, double rate, std::string_view unit,
                              std::string_view peak_name, double peak) {
  throw_error(Outcome::kImpossibleRate,
              "by what state.{} declares it reaches {}, {:.3g} times the device's measured {} of "
              "{}: it declares too much, or it did not run (state.waive(Check::kPeak, why) for "
              "units that the peak does not use)",
              call, text::quantity(rate, unit), rate / peak, peak_name, text::quantity(peak, unit));
}

/// Launches on the input and on what was left are timed in turn, and compared behind so many pairs.
constexpr std::size_t kHistoryPairs = 12, kMostHistoryPairs = 48;
/// Those that are alike are told apart so seldom: over the comparisons of a row in 1 of 25,000.
constexpr double kHistoryErrorRate = 1e-5;
/// So much is no difference: what a launch finds moves its memory's pages, and the device's power.
constexpr double kHistoryEffect = 0.05;
/// Where noise hides no larger one than this, the row says nothing of it.
constexpr double kHiddenEffect = 0.25;

}  // namespace

void Checks::launch_poisoned(const std::function<void()>& launch) {
  if (guarded_device() == nullptr) return launch();
  // On a busy host a processor's threads may be given none of it.
  guarded_device()->check(launch, body_.trial->ends_at ? kTimesToBeSure : 1);
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
  const bool is_same = first->second.found == digest_of(found);
  result.message = fmt::format(
      "right under one random input, and wrong under another{}: {}",
      is_same ? ", for which it gives the same result: it is hard-coded, or does not follow the "
                "input"
              : "",
      result.message);
}

void Checks::note_inputs(std::optional<std::size_t> check) {
  auto* const inputs = body_.inputs();
  auto* const device = body_.guarded();
  if (inputs == nullptr || device == nullptr) return;
  inputs->shape = device->shape();
  const auto& measured = body_.benchmark_case.measured_check;
  if (check && measured && check != measured) return;
  if (std::exchange(inputs->is_noted, true)) return;
  auto contents = device->contents(kMostSetBytes);
  inputs->is_whole = contents.has_value();
  if (contents) inputs->buffers = std::move(*contents);
}

void Checks::note_expected(const Work& work) {
  note_inputs({});
  const auto written = outputs_.written_by(work);
  if (outputs_.was_checked(work)) body_.benchmark_case.measured_check = written.front()->first;
  auto* const inputs = body_.inputs();
  if (inputs == nullptr || body_.trial == nullptr || !inputs->is_whole) return;
  for (const auto* checked : written) {
    const auto values = checked->expected->bytes();
    inputs->expected[checked->number] = {{values.begin(), values.end()}, checked->tolerance};
  }
}

void Checks::require_tried(const Work& work) {
  const auto& declared = body_.record.declared;
  // A body may choose its work-group by times, and count the flops of a loop that converges.
  const auto launch = fmt::format("'{}', {:g} flops", work.description, declared.flops);
  auto text = fmt::format("{:g} bytes read, {:g} written, {:g} items", declared.bytes_read,
                          declared.bytes_written, declared.items);
  for (const auto& checked : outputs_.all())
    text += fmt::format(", {} elements of {} within {}", checked.output.count,
                        to_string(checked.output.type), to_string(checked.tolerance));
  text += fmt::format(", {} calls of random", RandomContext::calls());
  const auto tried = body_.benchmark_case.tried.try_emplace(seed(), std::pair(launch, text)).first;
  const auto& [tried_launch, tried_text] = tried->second;
  if (tried_launch != launch)
    body_.record.words.push_back(fmt::format("{}, in its trial {}", launch, tried_launch));
  if (tried_text == text) return;
  throw_error(Outcome::kMistrusted,
              "expected the body to do under one input what it did under it before, {}; found {}",
              tried_text, text);
}

/// What only the first launches of a bracket do, or all of them together, is not there behind
/// poison that comes before the last one.
void Checks::verify_bracket(TimedQueue& queue, const Work& work) {
  const auto* const batched = body_.record.batched ? &*body_.record.batched : nullptr;
  if (batched == nullptr || batched->launches_per_bracket < 2 || body_.record.repetition > 0 ||
      !outputs_.was_checked(work) || body_.is_waived(Check::kAfterTiming) || !body_.device ||
      &queue != &body_.device->backend().queue() || !queue.supports(TimeMethod::kBracket, work))
    return;
  const auto written = outputs_.written_by(work);
  for (const auto* checked : written)
    if (!checked->is_whole() || checked->output.is_inout ||
        checked->output.memory->kind() != MemoryKind::kDevice ||
        checked->size() % sizeof(std::uint32_t) != 0)
      return;
  const InPhase phase(Phase::kCheck);
  body_.context.enter("checking the launches of a bracket");
  const auto word = verification::poison_word(verification::Poison::kFirst);
  std::int64_t left = batched->launches_per_bracket;
  BracketRequest request{.launches = left};
  if (batched->hold != HoldMethod::kNone) request.hold = batched->hold_request;
  Work poisoned = work;
  poisoned.enqueue = [&] {
    if (--left == 0)
      for (const auto* checked : written)
        body_.device->backend().queue().fill(*checked->output.memory,
                                             std::as_bytes(std::span(&word, 1)), checked->size());
    work.enqueue();
  };
  queue.run(poisoned, request);
  for (auto* checked : written) {
    outputs_.expect(*checked);  // where a digest was enough
    const auto result = judge(*checked, checked->contents().bytes());
    if (result.verdict == CheckResult::Verdict::kWrong)
      throw_error(Outcome::kWrongResult,
                  "what was timed ('{}') does not give its results in each launch of a bracket: "
                  "with poison before the last of {} launches, {}",
                  work.description, batched->launches_per_bracket, checked->named(result.message));
  }
  body_.context.enter(kOwnCode);
}

void Checks::require_same_values(const CheckedOutput& checked, Draw& draw) {
  if (body_.trial != nullptr || draw.values.empty()) return;
  const auto values = std::exchange(draw.values, {});
  const auto now = checked.expected->bytes();
  if (values.size() == std::min(now.size(), kMostValues) &&
      checked.accepts(values, now.first(values.size())))
    return;
  throw Error(Outcome::kMistrusted,
              checked.named("the same random input has other expected values than in the trial: "
                            "inputs of a std::random_device, or of a clock, are others in every "
                            "run (tickbench::random gives the same)"));
}

void Checks::compare_inputs(const CheckedOutput& checked, std::span<const std::byte> found) {
  if (body_.is_waived(Check::kSecondInput)) return;
  if (body_.trial != nullptr && body_.trial->is_drawn) return;
  const bool has_few = checked.output.count <= kFewElements;
  auto& draws = body_.benchmark_case.draws;
  if (const auto of_trial = draws.find(checked.number);
      of_trial != draws.end() && of_trial->second.seed == seed())
    require_same_values(checked, of_trial->second);
  if (body_.trial == nullptr && !has_few) return;
  const auto expected = digest_of(checked.expected->bytes());
  const auto [known, is_first] =
      draws.try_emplace(checked.number, Draw{seed(), expected, digest_of(found)});
  auto& draw = known->second;
  if (is_first && body_.trial != nullptr &&
      body_.benchmark_case.settings.purpose != results::Purpose::kVerify) {
    const auto values = checked.expected->bytes();
    draw.values.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(
                                                            std::min(values.size(), kMostValues)));
  }
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
  for (const auto& part : parts.launches) part.require_buffers();
  if (!parts.run) launch = detail::chain(parts.launches);
  const auto run = launch ? std::function<void()>(*launch) : parts.run;
  const auto outputs = outputs_.add(parts, launch);
  // Of an earlier repetition. A trial keeps none: it may be run again.
  const bool is_kept =
      body_.trial == nullptr && outputs_.all().size() <= body_.benchmark_case.checks.size();
  body_.context.enter("checking the result");
  note_inputs(outputs.front().number);
  {
    const InPhase phase(Phase::kCheck);
    for (auto& checked : outputs)
      if (checked.output.is_inout) checked.input = checked.contents();
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
  const auto uses = body_.device_uses();
  for (auto& checked : outputs) outputs_.expect(checked);
  body_.require_unused(uses);
  const auto largest = std::ranges::max_element(outputs, {}, &CheckedOutput::size);
  const HostMemory memory(largest->size(), HostMemory::Contents::kAny);
  for (const auto& checked : outputs) {
    checked.require_write(memory.bytes().first(checked.size()));
    checked.reset(memory.bytes().first(checked.size()), output_poison());
  }
  launch_poisoned(run);
  if (guarded_device() != nullptr) checked_launches_ = guarded_device()->launched();
  if (const auto links = outputs.front().launches.size(); links > 0 && checked_launches_ > links)
    refuse("state.verify: expected at most one kernel of each launch, {}, found {}", links,
           checked_launches_);
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
    if (checked.output.is_inout && !checked.input) checked.input = checked.contents();
}

void Checks::verify_timed(TimedQueue& queue, const Work& work) {
  if (body_.is_waived(Check::kAfterTiming)) return;
  const auto written = outputs_.written_by(work);
  if (written.empty()) return;
  const InPhase phase(Phase::kCheck);
  body_.context.enter("checking after the timing");
  const auto* const largest = *std::ranges::max_element(written, {}, &CheckedOutput::size);
  const HostMemory memory(largest->size(), HostMemory::Contents::kAny);
  if (work.reset) require_launch(queue, work, written, memory.bytes());
  for (const auto* checked : written)
    checked->reset(memory.bytes().first(checked->size()), output_poison());
  const auto* shown = body_.record.shown();
  const auto method = shown != nullptr ? shown->method : TimeMethod::kHost;
  launch_poisoned([&] { queue.run(work, {.method = method}); });
  // What the benchmark's own code enqueues is not seen.
  if (guarded_device() != nullptr && !work.launches.empty() &&
      guarded_device()->launched() < checked_launches_)
    refuse(
        "state.measure: expected all that the check's own code launched, {} kernels, found '{}', "
        "of {}: what the others write for it is still there from the check",
        checked_launches_, work.description, guarded_device()->launched());
  if (const auto outside = written_outside())
    throw Error(Outcome::kWrongResult, fmt::format("'{}': {}", work.description, *outside));
  for (auto* checked : written)
    compare_timed(*checked, work, memory.bytes().first(checked->size()));
  body_.context.enter(kOwnCode);
}

void Checks::require_launch(TimedQueue& queue, const Work& work,
                            std::span<CheckedOutput* const> written, std::span<std::byte> memory) {
  for (const auto* checked : written)
    checked->reset(memory.first(checked->size()), output_poison());
  queue.run({work.reset, 0, work.description}, {.method = TimeMethod::kHost});
  for (auto* checked : written) {
    const auto found = memory.first(checked->size());
    checked->output.read(found);
    outputs_.expect(*checked);
    if (judge(*checked, found).verdict != CheckResult::Verdict::kRight) return;
  }
  refuse(
      "state.measure(...).after: expected a reset that leaves the results to the launch, found "
      "that it gives them alone");
}

/// With what was expected; in a later repetition first with what the first one found.
void Checks::compare_timed(CheckedOutput& checked, const Work& work, std::span<std::byte> found) {
  checked.output.read(found);
  if (body_.benchmark_case.repetitions > 1) {
    const auto digest = digest_of(found);
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
    if (const auto index = first_non_finite(output.type, checked.contents().bytes()))
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
  // Behind the timing the input is back in place.
  repeat_sample(measured.queue, work, *record.shown(), record.settings);
  std::vector<HostMemory> left;
  for (const auto* output : changed) left.push_back(output->contents());
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
  std::vector<double> first, later;
  const auto step = like.clock_step.count();
  const auto begin = body_.context.host().now();
  for (bool differ = false; !differ;) {
    // A B B A B A A B ...: what every other launch has is no history.
    const bool is_first = std::popcount(first.size()) % 2 == 0;
    for (const bool on_first : {is_first, !is_first})
      (on_first ? first : later).push_back(time_on(on_first).count());
    const auto [less, more] = std::minmax({std::ranges::min(first), std::ranges::min(later)});
    const double margin = kHistoryEffect * less + 2 * step;
    const bool are_alike = more - less <= margin;
    // Behind the budget a pair that is alike is enough.
    if (are_alike && body_.context.host().now() - begin >= record.settings.budget) return;
    if (first.size() % kHistoryPairs != 0) continue;
    const auto [low, high, level] =
        inference::rank_sum(first, later, kHistoryErrorRate, step, step).interval;
    differ = low > margin || high < -margin;
    if (!differ && are_alike) return;
    if (differ || first.size() < kMostHistoryPairs) continue;
    if (std::max(high, -low) <= kHiddenEffect * less + 2 * step) return;
    body_.record.words.emplace_back("unclear whether a launch changes the next one's time");
    return;
  }
  throw_error(Outcome::kMistrusted,
              "a launch takes {} on the input that was checked, and {} on what the launches of the "
              "measurement left: {}",
              text::quantity(median(first), "s"), text::quantity(median(later), "s"),
              work.reset ? "the reset of state.measure(...).after does not restore the input"
                         : "state.measure(...).after(reset) times each launch on the input that "
                           "`reset` puts back");
}

void Checks::probe(const MeasuredWork& measured) {
  body_.context.enter("trying the benchmark's own code behind a hold");
  auto alone = measured.work;
  alone.reset = nullptr;
  const auto found = probe_callable(measured.queue, alone);
  if (!measured.work.waits && !found.was_held)
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

void Checks::doubt_buffers(const MeasuredWork& measured) {
  const auto doubt = [&](std::string word) { add_once(body_.record.words, std::move(word)); };
  const auto written = outputs_.written_by(measured.work);
  const auto& named = body_.named_buffers;
  for (auto buffer = named.begin(); buffer != named.end(); ++buffer) {
    const auto& [call, memory] = *buffer;
    const auto is_same = [&, memory = memory](const auto& known) { return known.memory == memory; };
    if (std::any_of(named.begin(), buffer, [&, call = call](const auto& earlier) {
          return earlier.call == call && is_same(earlier);
        }))
      doubt(fmt::format("{} a buffer twice", call));
    if (measured.launch != nullptr && measured.launch->targets() &&
        std::ranges::none_of(*measured.launch->targets(), is_same))
      doubt(fmt::format("{} a buffer that no launch takes", call));
    else if (call == "writes" && !written.empty() &&
             std::ranges::all_of(
                 written, [](const auto* checked) { return checked->output.memory != nullptr; }) &&
             std::ranges::none_of(written, [memory = memory](const auto* checked) {
               return checked->output.memory == memory;
             }))
      doubt("writes a buffer that no check covers");
  }
  const bool is_checked = std::ranges::any_of(
      outputs_.all(), [](const auto& checked) { return !checked.launches.empty(); });
  if (is_checked && !measured.work.launches.empty() && !outputs_.was_checked(measured.work))
    doubt("measures another launch than was checked");
  for (const auto* checked : written)
    if (const auto* const memory = checked->output.memory;
        memory != nullptr && !checked->is_whole())
      doubt(fmt::format("checks {:.3g} % of a buffer",
                        std::min(99.9, 100 * static_cast<double>(checked->size()) /
                                           static_cast<double>(memory->size()))));
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
  if (shown == nullptr || !(shown->median > Seconds(0)) || !body_.device) return;
  RateLimits limits = rate_limits(body_.device->info(), work.is_copy);
  if (body_.is_waived(Check::kPeak))
    limits = {std::max(limits.flops, kWaivedLimit), std::max(limits.bytes, kWaivedLimit)};
  const double flops = declared.flops / shown->median.count();
  if (const double peak = peaks.flops_per_second; peak > 0 && flops > limits.flops * peak)
    refuse_rate("flops", flops, "FLOP/s", "peak", peak);
  const double bytes = (declared.bytes_read + declared.bytes_written) / shown->median.count();
  if (const double peak = peaks.bytes_per_second; peak > 0 && bytes > limits.bytes * peak)
    refuse_rate("reads and state.writes", bytes, "B/s", "peak of its memory", peak);
}

}  // namespace tickbench::api
