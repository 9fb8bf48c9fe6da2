// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "api/state_impl.hpp"
#include "clock/phases.hpp"

namespace tickbench::api {
namespace {

/// The benchmarks that ratios of these floors refer to, each once.
std::vector<RatioPartner> ratio_partners(std::span<const AppliedFloor> floors) {
  std::vector<RatioPartner> partners;
  for (const auto& [floor, id, where] : floors) {
    if (!floor.is_ratio()) continue;
    auto known = std::ranges::find(partners, id, &RatioPartner::id);
    if (known == partners.end()) known = partners.insert(partners.end(), {id, false, {}});
    known->needs_references |=
        metrics::source_of(floor.metric) == metrics::SampleSource::kReferences;
  }
  return partners;
}

/// The looks, within the bodies of these partners.
void judge_with(Body& body, floors::LiveSource& source, std::span<const RatioPartner> partners) {
  if (partners.empty()) {
    const InPhase phase(Phase::kSampling);
    // Where the number of samples is fixed there is nothing to sample on.
    const int looks = body.record.settings.samples > 0 ? 1 : kMaxFloorLooks;
    return body.context.floors().judge_repetition(body.benchmark_case, looks, source);
  }
  RatioPartner partner = partners.front();
  bool is_reached = false;
  partner.then = [&](const floors::Running& running) {
    is_reached = true;
    source.add_partner(partner.id, running);
    judge_with(body, source, partners.subspan(1));
  };
  try {
    body.context.run_partner(partner);
    return;
  } catch (const std::exception& error) {
    if (is_reached) throw;
    auto& notes = body.record.notes;
    notes.push_back(fmt::format("no ratio to {}: {}", partner.id, error.what()));
    body.context.note(body.benchmark_case.id + ": " + notes.back());
    source.add_missing(partner.id, error.what());
  }
  judge_with(body, source, partners.subspan(1));
}

}  // namespace

void judge_floors(Body& body, const floors::Running& running) {
  auto& context = body.context;
  if (context.floors().is_empty()) return;
  const auto floors = context.floors().select(body.benchmark_case).floors;
  floors::LiveSource source(floors, running, context.host(),
                            [&](std::string_view phase) { context.enter(phase); });
  judge_with(body, source, ratio_partners(floors));
}

}  // namespace tickbench::api
