// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// The part of a running body that judges its floors.
#include <algorithm>

#include "api/state_impl.hpp"

namespace tickbench {
namespace {

/// The benchmarks that ratios of these floors refer to, each once.
std::vector<api::RatioPartner> partners_of(const std::vector<Judgement>& judgements) {
  std::vector<api::RatioPartner> partners;
  for (const auto& judgement : judgements) {
    const auto& floor = judgement.applied.floor;
    const std::string& id = judgement.applied.other;
    if (!floor.is_ratio()) continue;
    auto known = std::find_if(partners.begin(), partners.end(),
                              [&](const api::RatioPartner& partner) { return partner.id == id; });
    if (known == partners.end()) known = partners.insert(partners.end(), {id, false, {}});
    known->needs_references |=
        metrics::source_of(floor.metric) == metrics::SampleSource::kReferences;
  }
  return partners;
}

}  // namespace

void State::Impl::hand_on(TimedQueue& queue, const Work& work) {
  const auto& partner = *context_.as_partner();
  if (partner.needs_references && !references_.empty()) take_references(queue, work);
  partner.then({queue, work, record_, {}});
}

void State::Impl::judge_floors(TimedQueue& queue, const Work& work) {
  auto& floors = context_.floors();
  if (floors.is_empty()) return;
  // Where the number of samples is fixed there is nothing to sample on.
  const int looks = record_.settings.samples > 0 ? 1 : kMaxFloorLooks;
  auto& judge = floors.judge(benchmark_case_, looks);
  floors::FloorSampling sampling(
      judge,
      {queue, work, record_, [&](Seconds budget) { take_more_references(queue, work, budget); }},
      context_.host(), [this](std::string_view phase) { context_.enter(phase); });
  sample_with(sampling, partners_of(judge.judgements()));
  floors.end_repetition(benchmark_case_);
}

/// Each of `partners` runs inside the one before it, so that all are there at the looks.
void State::Impl::sample_with(floors::FloorSampling& sampling,
                              std::span<const api::RatioPartner> partners) {
  if (partners.empty()) return sampling.run();
  api::RatioPartner partner = partners.front();
  bool is_reached = false;
  partner.then = [&](const floors::Running& running) {
    is_reached = true;
    sampling.add_other(partner.id, running);
    sample_with(sampling, partners.subspan(1));
  };
  try {
    context_.run_partner(partner);
    return;
  } catch (const std::exception& error) {
    if (is_reached) throw;
    record_.notes.push_back("no ratio to " + partner.id + ": " + error.what());
    context_.note(benchmark_case_.id + ": " + record_.notes.back());
    sampling.add_missing(partner.id, error.what());
  }
  sample_with(sampling, partners.subspan(1));
}

}  // namespace tickbench
