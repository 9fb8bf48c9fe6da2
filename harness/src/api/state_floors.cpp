// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// The part of a running body that judges its floors.
#include <algorithm>

#include "api/state_impl.hpp"

namespace tickbench {
namespace {

/// The benchmarks that ratios of these floors refer to, each once.
std::vector<suite::Beside> others_of(const std::vector<Judgement>& judgements) {
  std::vector<suite::Beside> others;
  for (const auto& judgement : judgements) {
    const auto& floor = judgement.applied.floor;
    const std::string& id = judgement.applied.other;
    if (!floor.is_ratio()) continue;
    auto known = std::find_if(others.begin(), others.end(),
                              [&](const suite::Beside& other) { return other.id == id; });
    if (known == others.end()) known = others.insert(others.end(), {id, false, {}});
    known->needs_references |= suite::source_of(floor.metric) == suite::Source::kReferences;
  }
  return others;
}

}  // namespace

void State::Impl::enter(const std::string& phase) const {
  context_.progress.phase(context_.beside == nullptr ? phase : context_.beside->id + ": " + phase);
}

void State::Impl::hand_on(TimedQueue& queue, const Work& work) {
  if (context_.beside->needs_references && !references_.empty()) take_references(queue, work);
  context_.beside->then({queue, work, record_, {}});
}

void State::Impl::judge_floors(TimedQueue& queue, const Work& work) {
  if (context_.floors.is_empty()) return;
  // Where the number of samples is fixed there is nothing to sample on.
  const int looks = record_.settings.samples > 0 ? 1 : kMaxFloorLooks;
  auto& judge = context_.floors.judge(case_, looks);
  suite::FloorLooks looks_at(
      judge,
      {queue, work, record_, [&](Seconds budget) { take_more_references(queue, work, budget); }},
      *context_.environment.host, [this](std::string_view phase) { enter(std::string(phase)); });
  look(looks_at, others_of(judge.judgements()));
  context_.floors.end_repetition(case_);
}

/// Each of `others` runs inside the one before it, so that all are there at the looks.
void State::Impl::look(suite::FloorLooks& looks, std::span<const suite::Beside> others) {
  if (others.empty()) return looks.run();
  suite::Beside other = others.front();
  bool is_reached = false;
  other.then = [&](const suite::Running& running) {
    is_reached = true;
    looks.add_other(other.id, running);
    look(looks, others.subspan(1));
  };
  try {
    context_.run_beside(other);
    return;
  } catch (const std::exception& error) {
    if (is_reached) throw;
    record_.notes.push_back("no ratio to " + other.id + ": " + error.what());
    context_.note(case_.instance.id + ": " + record_.notes.back());
    looks.add_missing(other.id, error.what());
  }
  look(looks, others.subspan(1));
}

}  // namespace tickbench
