// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/floors.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "clock/phases.hpp"

namespace tickbench::api {
namespace {

/// The benchmarks that ratios of these floors refer to, each once.
std::vector<RatioPartner> ratio_partners(const std::vector<Judgement>& judgements) {
  std::vector<RatioPartner> partners;
  for (const auto& judgement : judgements) {
    const auto& floor = judgement.applied.floor;
    const std::string& id = judgement.applied.other;
    if (!floor.is_ratio()) continue;
    auto known = std::ranges::find(partners, id, &RatioPartner::id);
    if (known == partners.end()) known = partners.insert(partners.end(), {id, false, {}});
    known->needs_references |=
        metrics::source_of(floor.metric) == metrics::SampleSource::kReferences;
  }
  return partners;
}

/// The looks, within the bodies of these partners.
void sample_with(Body& body, floors::FloorSampling& sampling,
                 std::span<const RatioPartner> partners) {
  if (partners.empty()) {
    const InPhase phase(Phase::kSampling);
    return sampling.run();
  }
  RatioPartner partner = partners.front();
  bool is_reached = false;
  partner.then = [&](const floors::Running& running) {
    is_reached = true;
    sampling.add_partner(partner.id, running);
    sample_with(body, sampling, partners.subspan(1));
  };
  try {
    body.context.run_partner(partner);
    return;
  } catch (const std::exception& error) {
    if (is_reached) throw;
    auto& notes = body.record.notes;
    notes.push_back(fmt::format("no ratio to {}: {}", partner.id, error.what()));
    body.context.note(body.benchmark_case.id + ": " + notes.back());
    sampling.add_missing(partner.id, error.what());
  }
  sample_with(body, sampling, partners.subspan(1));
}

}  // namespace

void judge_floors(Body& body, const floors::Running& running) {
  auto& context = body.context;
  auto& floors = context.floors();
  if (floors.is_empty()) return;
  // Where the number of samples is fixed there is nothing to sample on.
  const int looks = body.record.settings.samples > 0 ? 1 : kMaxFloorLooks;
  auto& judge = floors.judge(body.benchmark_case, looks);
  floors::FloorSampling sampling(judge, running, context.host(),
                                 [&](std::string_view phase) { context.enter(phase); });
  sample_with(body, sampling, ratio_partners(judge.judgements()));
  floors.end_repetition(body.benchmark_case);
}

}  // namespace tickbench::api
