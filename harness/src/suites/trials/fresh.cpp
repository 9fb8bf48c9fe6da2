// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "trials/fresh.hpp"

#include "clock/phases.hpp"
#include "statistics/statistics.hpp"
#include "text/wording.hpp"

namespace tickbench::api {
namespace {

/// What is no sample takes no more than this part of the time, so that a measurement takes at most
/// half as long again.
constexpr double kMostTime = 1.0 / 3;
/// A launch behind other inputs may take so many times that behind the same one: a processor that
/// has learnt the branches of a small input gains two or three times.
constexpr double kLearning = 4;
/// And so many steps of the clock more, or the time in which a processor's thread wakes.
constexpr double kClearSteps = 10, kWakeTime = 5e-6;
/// So many of the pairs are to say it, and fewer pairs are chance; the first launches of so many
/// inputs are not, where all of them do.
constexpr double kMostPairs = 0.75;
constexpr std::size_t kLeastPairs = 6, kLeastUnseen = 3;
/// So much of the budget may go into more of them, behind the measurement.
constexpr double kMoreTimes = 0.25;
constexpr int kMostLaunches = 100;
/// So many wrong elements are not those of another input by chance.
constexpr std::size_t kLeastKept = 16;

const std::string kSame = "the inputs are the same in every bracket: ";

}  // namespace

FreshQueue::FreshQueue(const MeasuredWork& measured, Body& body, Outputs& outputs)
    : queue_(measured.queue),
      work_(measured.work),
      body_(body),
      inputs_(*body.context.fresh),
      written_(outputs.written_by(work_)),
      begin_(body.context.host().now()),
      random_(inputs_.seed) {
  for (const auto* checked : written_)
    if (const auto number = inputs_.device == nullptr
                                ? std::nullopt
                                : inputs_.device->number(checked->output.memory);
        number && !checked->output.is_inout && checked->is_whole())
      for (auto& set : inputs_.sets) set.buffers.erase(*number);
  reset_follows_ = measured.reset != nullptr && follows(*measured.reset);
  keep_changing();
  const auto obstacle = find_obstacle();
  is_active_ = obstacle.empty();
  // Its row has a word already: of the waiver, or that there is one input.
  const bool is_said = body_.is_waived(Check::kAfterTiming) || RandomContext::calls() == 0;
  if (!is_active_) (is_said ? body_.record.notes : body_.record.words).push_back(kSame + obstacle);
  was_compared_.assign(inputs_.sets.size(), false);
  times_.resize(inputs_.sets.size());
}

std::string FreshQueue::find_obstacle() const {
  const auto& sets = inputs_.sets;
  if (body_.is_waived(Check::kAfterTiming)) return "they are not checked after the timing";
  if (work_.reset && !reset_follows_) return "a reset may put back the same ones";
  if (body_.record.settings.cache == Cache::kRotating) return "each launch takes another copy";
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

bool FreshQueue::follows(const Launch& reset) const {
  return inputs_.device != nullptr && reset.targets() &&
         std::ranges::all_of(*reset.targets(), [&](const WriteTarget& target) {
           const auto number = inputs_.device->number(target.memory);
           return std::ranges::any_of(
                      written_,
                      [&](const auto* to) { return to->output.memory == target.memory; }) ||
                  (number && std::ranges::all_of(inputs_.sets, [&](const auto& set) {
                     return set.buffers.contains(*number);
                   }));
         });
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
  if (is_active_ && inputs_.is_sampling && work.launches == work_.launches && random_() % 2 == 0 &&
      spent_ <= kMostTime * (now() - begin_))
    take(work, request);
  return queue_.run(work, request);
}

void FreshQueue::take(const Work& work, const BracketRequest& request) {
  const auto begin = now();
  std::vector<std::pair<const CheckedOutput*, HostMemory>> left;
  for (const auto* checked : written_)
    if (checked->output.is_inout) left.emplace_back(checked, checked->contents());
  const auto set = 1 + random_() % (inputs_.sets.size() - 1);
  // The first launch on an input is timed alone.
  auto like = request;
  if (!times_[set].unseen) {
    like.launches = 1;
    like.hold.reset();
  }
  put(set);
  const auto changed = queue_.run(work, like);
  ++counts_.changed;
  // An inout that was launched several times holds no result that is known.
  if (like.launches == 1 || left.empty()) compare(set);
  if (like.launches == 1 && !like.hold) {
    put(set);
    note_times(times_[set], changed, queue_.run(work, like));
  }
  put(0);
  for (const auto& [checked, memory] : left) checked->output.write(memory.bytes());
  queue_.run(work, request);  // the next one finds caches as a sample leaves them
  spent_ += now() - begin;
}

void FreshQueue::compare(std::size_t set) {
  for (auto* checked : written_) {
    const auto found = checked->contents();
    const auto values = expected(set, *checked), before = input(set, *checked);
    const auto& tolerance =
        set == 0 ? checked->tolerance : inputs_.sets[set].expected.at(checked->number).tolerance;
    const auto result =
        check_output(checked->output.type, before, values, found.bytes(), tolerance, true);
    if (result.verdict != CheckResult::Verdict::kWrong) continue;
    const auto kept = explain(set, *checked, found.bytes());
    if (kept.empty() && !std::ranges::equal(before, found.bytes())) {
      is_active_ = false;
      body_.record.words.push_back(kSame + "its results follow memory that is no buffer");
      return;
    }
    throw Error(Outcome::kWrongResult,
                fmt::format("what was timed ('{}') gives wrong results where its input changes "
                            "between launches: {}{}{}",
                            work_.description, checked->named(result.message), kept,
                            inputs_.name_drawn(inputs_.sets[set].seed)));
  }
  was_compared_[set] = true;
  ++counts_.compared;
}

std::string FreshQueue::explain(std::size_t set, const CheckedOutput& checked,
                                std::span<const std::byte> found) const {
  const auto size = size_of(checked.output.type);
  const auto is_right = [&](std::size_t as, std::size_t at, std::size_t bytes) {
    return checked.accepts(expected(as, checked).subspan(at, bytes), found.subspan(at, bytes));
  };
  std::vector<std::size_t> wrong;
  for (std::size_t at = 0; at < found.size(); at += size)
    if (!is_right(set, at, size)) wrong.push_back(at);
  for (std::size_t as = 0; as < inputs_.sets.size(); ++as)
    if (as != set &&
        (is_right(as, 0, found.size()) ||
         (wrong.size() >= kLeastKept &&
          std::ranges::all_of(wrong, [&](std::size_t at) { return is_right(as, at, size); }))))
      return "; they are the results of an input before it: it keeps them, or skips what seems "
             "done";
  return {};
}

void FreshQueue::note_times(Times& times, const Bracket& changed, const Bracket& unchanged) const {
  const auto time = [](const Bracket& bracket) {
    return (bracket.device > Seconds(0) ? bracket.device : bracket.host).count();
  };
  times.pairs.emplace_back(time(changed), time(unchanged));
  if (times.unseen)
    times.later.push_back(time(changed));
  else
    times.unseen = time(changed);
  times.later.push_back(time(unchanged));
}

/// A kernel that keeps results by its input gives right ones, sooner. Of a near input one that
/// keeps them per element has most.
void FreshQueue::judge_times() {
  if (body_.record.shown() == nullptr) return;
  if (inputs_.device->moves_pages()) {
    body_.record.notes.emplace_back("shared memory moves: time does not tell if results are kept");
    return;
  }
  const auto step = body_.record.shown()->clock_step.count();
  const auto is_slower = [&](double slow, double fast) {
    return slow > kLearning * fast && slow > fast + std::max(kClearSteps * step, kWakeTime);
  };
  std::vector<double> changed, unchanged, unseen, seen;
  std::size_t slower = 0, inputs = 0;
  for (std::size_t set = 1; set < times_.size(); ++set) {
    const auto& times = times_[set];
    if (inputs_.sets[set].is_near || !times.unseen) continue;
    ++inputs;
    for (const auto& [first, second] : times.pairs) {
      slower += is_slower(first, second) ? 1U : 0U;
      changed.push_back(first);
      unchanged.push_back(second);
    }
    if (!is_slower(*times.unseen, quantile(times.later, 0.75))) continue;
    unseen.push_back(*times.unseen);
    seen.push_back(median(times.later));
  }
  const bool keeps_last =
      changed.size() >= kLeastPairs &&
      static_cast<double>(slower) >= kMostPairs * static_cast<double>(changed.size());
  if (!keeps_last && (unseen.size() < inputs || inputs < kLeastUnseen)) return;
  body_.record.words.push_back(
      fmt::format("keeps results: {} on another input, {} on one that it has seen",
                  text::quantity(median(keeps_last ? changed : unseen), "s"),
                  text::quantity(median(keeps_last ? unchanged : seen), "s")));
}

void FreshQueue::doubt_inputs() {
  if (work_.reset) queue_.run({work_.reset, 0, ""}, {.method = TimeMethod::kHost});
  auto inputs = inputs_.sets.front().buffers;
  for (const auto* checked : written_)
    inputs.erase(inputs_.device->number(checked->output.memory).value_or(~0U));
  const auto left = inputs_.device->contents(kMostSetBytes);
  for (const auto& [number, bytes] : inputs)
    if (left && left->contains(number) && left->at(number) != bytes)
      add_once(body_.record.words, "changes a buffer that no check covers");
}

void FreshQueue::finish() {
  if (!is_active_) return;
  const InPhase phase(Phase::kCheck);
  const auto taken = body_.record.taken();
  const auto method = taken.empty() ? TimeMethod::kHost : taken.front()->method;
  const auto end = now() + kMoreTimes * body_.record.settings.budget;
  const auto count_pairs = [&] {
    std::size_t count = 0;
    for (std::size_t set = 1; set < times_.size(); ++set)
      count += inputs_.sets[set].is_near ? 0 : times_[set].pairs.size();
    return count;
  };
  for (int i = 0; is_active_ && i < kMostLaunches && now() < end && count_pairs() < kLeastPairs;
       ++i)
    take(work_, {.method = method});
  for (std::size_t set = inputs_.sets.size(); is_active_ && set-- > 0;) {
    if (was_compared_[set]) continue;
    put(set);
    queue_.run(work_, {.method = method});
    compare(set);
  }
  put(0);
  if (!std::exchange(is_active_, false)) return;
  queue_.run(work_, {.method = method});
  doubt_inputs();
  judge_times();
  counts_.inputs = inputs_.sets.size();
  body_.record.fresh = counts_;
}

}  // namespace tickbench::api
