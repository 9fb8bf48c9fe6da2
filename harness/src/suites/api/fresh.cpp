// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/fresh.hpp"

#include "clock/phases.hpp"
#include "statistics/statistics.hpp"
#include "text/wording.hpp"

namespace tickbench::api {
namespace {

/// Copies and comparisons take no more than this part of the time since the first one, so that a
/// measurement takes at most half as long again.
constexpr double kMostTime = 1.0 / 3;
/// A launch on other inputs may take so many times that on the same ones: a processor that has
/// learnt the branches of a small input gains two or three times.
constexpr double kLearning = 4;
/// And so many steps of the clock more.
constexpr double kClearSteps = 10;
/// A quartile of fewer is chance; the shortest of so many is not, behind nine of ten others.
constexpr std::size_t kLeastTimes = 6, kLeastUnseen = 3;
/// So much of the budget may go into more of them, behind the measurement.
constexpr double kMoreTimes = 0.25;
constexpr int kMostLaunches = 100;

}  // namespace

FreshQueue::FreshQueue(TimedQueue& queue, const Work& work, Body& body, Outputs& outputs)
    : queue_(queue),
      work_(work),
      body_(body),
      inputs_(*body.context.fresh),
      written_(outputs.written_by(work)),
      begin_(body.context.host().now()),
      random_(inputs_.seed) {
  has_inout_ =
      std::ranges::any_of(written_, [](const auto* checked) { return checked->output.is_inout; });
  for (const auto* checked : written_)
    if (const auto number = inputs_.device == nullptr
                                ? std::nullopt
                                : inputs_.device->number(checked->output.memory);
        number && !checked->output.is_inout)
      for (auto& set : inputs_.sets) set.buffers.erase(*number);
  keep_changing();
  const auto obstacle = find_obstacle();
  is_active_ = obstacle.empty();
  // Its row has a word already: of the waiver, or that there is one input.
  const bool is_said = body_.is_waived(Check::kAfterTiming) || inputs_.sets.front().buffers.empty();
  if (!is_active_)
    (is_said ? body_.record.notes : body_.record.words)
        .push_back("the inputs are the same in every bracket: " + obstacle);
  was_launched_.assign(inputs_.sets.size(), false);
  was_compared_ = was_launched_;
  if (is_active_) was_launched_.front() = true;
}

std::string FreshQueue::find_obstacle() const {
  const auto& sets = inputs_.sets;
  if (body_.is_waived(Check::kAfterTiming)) return "they are not checked after the timing";
  if (work_.reset) return "a reset puts back the same ones";
  if (work_.launches.empty()) return "the benchmark's own code enqueues";
  if (inputs_.device == nullptr) return "the body has no buffers of the device";
  if (sets.size() < 2) return "those of the trials are too large to be kept";
  if (sets.front().buffers.empty()) return "no buffer follows tickbench::random";
  for (const auto& set : sets) {
    if (set.shape != sets.front().shape)
      return "buffers have other sizes, or kernels other values, with another input";
    if (set.buffers.size() != sets.front().buffers.size())
      return "a trial did not write the same buffers";
    for (const auto* checked : written_)
      if (expected(static_cast<std::size_t>(&set - sets.data()), *checked).size() !=
          checked->size())
        return "a trial did not check the same outputs";
  }
  for (const auto* checked : written_)
    if (checked->output.is_inout && checked->output.memory == nullptr)
      return "an inout output is memory of the benchmark's own";
  return {};
}

/// Of the buffers those that a trial wrote, and that differ between two inputs.
void FreshQueue::keep_changing() {
  auto& sets = inputs_.sets;
  std::set<std::size_t> changing;
  for (const auto& set : std::span(sets).subspan(1))
    for (const auto& [number, bytes] : set.buffers)
      if (const auto own = sets.front().buffers.find(number);
          own != sets.front().buffers.end() && own->second != bytes)
        changing.insert(number);
  for (auto& set : sets)
    std::erase_if(set.buffers,
                  [&](const auto& buffer) { return !changing.contains(buffer.first); });
}

Bracket FreshQueue::run(const Work& work, const BracketRequest& request) {
  const bool is_fresh = is_active_ && has_begun_ && work.launches == work_.launches &&
                        spent_ <= kMostTime * (now() - begin_);
  has_begun_ |= work.launches == work_.launches;
  if (!is_fresh) return queue_.run(work, request);
  const auto set = random_() % inputs_.sets.size();
  const auto before = here_;
  put(set);
  const auto bracket = queue_.run(work, request);
  ++counts_.changed;
  if (request.launches == 1 && !request.hold) note_time(set, before, bracket);
  was_launched_[set] = true;
  // An inout that was launched several times holds no result that is known.
  if (random_() % 2 == 0 && (request.launches == 1 || !has_inout_)) compare(set);
  return bracket;
}

void FreshQueue::put(std::size_t set) {
  const InPhase phase(Phase::kCheck);
  const auto begin = now();
  for (const auto* checked : written_)
    if (checked->output.is_inout) checked->restore_input();
  inputs_.device->write(inputs_.sets[set].buffers);
  here_ = set;
  spent_ += now() - begin;
}

void FreshQueue::compare(std::size_t set) {
  const InPhase phase(Phase::kCheck);
  const auto begin = now();
  for (auto* checked : written_) {
    const HostMemory found(checked->size(), HostMemory::Contents::kAny);
    checked->output.read(found.bytes());
    const auto result = check_output(checked->output.type, {}, expected(set, *checked),
                                     found.bytes(), checked->tolerance, true);
    if (result.verdict == CheckResult::Verdict::kWrong)
      throw Error(Outcome::kWrongResult,
                  fmt::format("what was timed ('{}') gives wrong results where its input changes "
                              "between launches: {}{}{}",
                              work_.description, checked->named(result.message),
                              explain(set, *checked, found.bytes()),
                              inputs_.name_drawn(inputs_.sets[set].seed)));
  }
  was_compared_[set] = true;
  ++counts_.compared;
  spent_ += now() - begin;
}

std::string FreshQueue::explain(std::size_t set, const CheckedOutput& checked,
                                std::span<const std::byte> found) const {
  for (std::size_t other = 0; other < inputs_.sets.size(); ++other)
    if (other != set &&
        tickbench::compare(checked.output.type, expected(other, checked), found, checked.tolerance)
                .mismatched == 0)
      return "; they are the results of an input before it: it keeps them, or skips what seems "
             "done";
  return {};
}

std::span<const std::byte> FreshQueue::expected(std::size_t set,
                                                const CheckedOutput& checked) const {
  if (set == 0) return checked.expected ? checked.expected->bytes() : std::span<std::byte>{};
  const auto& all = inputs_.sets[set].expected;
  const auto found = all.find(checked.number);
  return found == all.end() ? std::span<const std::byte>{} : std::span(found->second);
}

/// Of a near input a kernel that keeps results per element has most of them.
void FreshQueue::note_time(std::size_t set, std::size_t before, const Bracket& bracket) {
  if (inputs_.sets[set].is_near || (inputs_.sets[before].is_near && set == 0)) return;
  const auto time = bracket.device > Seconds(0) ? bracket.device : bracket.host;
  auto& times = !was_launched_[set] ? times_.unseen
                : set == before     ? times_.unchanged
                                    : times_.seen;
  times.push_back(time.count());
}

/// A kernel that keeps results by its input gives right ones, sooner.
void FreshQueue::judge_times() {
  const auto& [unseen, seen, unchanged] = times_;
  if (body_.record.shown() == nullptr || seen.size() < kLeastTimes) return;
  const auto is_slower = [&](double slow, double fast) {
    return slow > kLearning * fast &&
           slow > fast + kClearSteps * body_.record.shown()->clock_step.count();
  };
  double slow = 0, fast = 0;
  if (unchanged.size() >= kLeastTimes) {
    slow = quantile(seen, 0.5);
    fast = quantile(unchanged, 0.75);
  }
  if (!is_slower(slow, fast) && unseen.size() >= kLeastUnseen) {
    slow = std::ranges::min(unseen);
    fast = quantile(seen, 0.9);
  }
  if (!is_slower(slow, fast)) return;
  body_.record.words.push_back(
      fmt::format("keeps results: {} on another input, {} on one that it has seen",
                  text::quantity(slow, "s"), text::quantity(fast, "s")));
}

void FreshQueue::finish() {
  if (!is_active_) return;
  const auto taken = body_.record.taken();
  const auto method = taken.empty() ? TimeMethod::kHost : taken.front()->method;
  const auto end = now() + kMoreTimes * body_.record.settings.budget;
  spent_ = Seconds(0);
  for (int i = 0; i < kMostLaunches && now() < end &&
                  std::min(times_.seen.size(), times_.unchanged.size()) < kLeastTimes;
       ++i)
    run(work_, {.method = method});
  is_active_ = false;
  for (std::size_t set = inputs_.sets.size(); set-- > 0;) {
    if (was_compared_[set]) continue;
    put(set);
    queue_.run(work_, {.method = method});
    compare(set);
  }
  put(0);
  judge_times();
  counts_.inputs = inputs_.sets.size();
  body_.record.fresh = counts_;
}

}  // namespace tickbench::api
