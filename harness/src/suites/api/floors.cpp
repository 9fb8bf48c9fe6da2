// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "api/state_impl.hpp"
#include "api/steps.hpp"
#include "clock/phases.hpp"

namespace tickbench::api {
namespace {

/// The baseline, and the benchmarks that ratios of these floors refer to, each once.
std::vector<RatioPartner> ratio_partners(const std::string& baseline,
                                         std::span<const AppliedFloor> floors) {
  std::vector<RatioPartner> partners;
  if (!baseline.empty()) partners.push_back({baseline, false, {}});
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
    if (body.context.floors().is_empty()) return;
    const InPhase phase(Phase::kSampling);
    // Where the number of samples is fixed there is nothing to sample on.
    const int looks = body.record.settings.samples > 0 ? 1 : kMaxFloorLooks;
    return body.context.floors().judge_repetition(body.benchmark_case, looks, source);
  }
  RatioPartner partner = partners.front();
  std::exception_ptr own;
  std::optional<Error> theirs;
  bool is_judged = false;
  partner.then = [&](const floors::Running& running) {
    try {
      source.add_partner(partner.id, running);
      is_judged = true;
      judge_with(body, source, partners.subspan(1));
    } catch (...) {  // whatever the partner's body makes of it
      if (source.is_at_partner())
        theirs = current_error("the body");
      else
        own = std::current_exception();
      throw;
    }
  };
  try {
    body.context.run_partner(partner);
  } catch (...) {
    if (!theirs) theirs = current_error("the body");
  }
  if (own) std::rethrow_exception(own);
  if (!theirs) return;
  if (is_judged && !body.context.floors().select(body.benchmark_case).floors.empty())
    throw Error(is_skip(theirs->outcome()) ? Outcome::kInvalidBenchmark : theirs->outcome(),
                fmt::format("{}, behind its measurement: {}", partner.id, theirs->what()));
  auto& record = body.record;
  source.add_missing(partner.id, theirs->what());
  if (!record.baseline || record.baseline->id != partner.id) {
    record.notes.push_back(fmt::format("no ratio to {}: {}", partner.id, theirs->what()));
    body.context.note(body.benchmark_case.id + ": " + record.notes.back());
  }
  judge_with(body, source, partners.subspan(1));
}

}  // namespace

void judge_floors(Body& body, const floors::Running& running) {
  auto& context = body.context;
  auto& baseline = body.record.baseline;
  const auto& row = body.benchmark_case;
  const auto floors = context.floors().select(row).floors;
  // Beside another build's kernels nothing but their ratio counts.
  auto id = context.paired_device == nullptr ? row.instance.baseline : std::string();
  if (!id.empty()) baseline.emplace().id = id;
  if (id == row.id) {
    baseline->why_not = "others are compared to it";
    id.clear();
  }
  const auto partners = ratio_partners(id, floors);
  if (context.floors().is_empty() && partners.empty()) return;
  floors::LiveSource source(floors, running, context.host(),
                            [&](std::string_view phase) { context.enter(phase); });
  judge_with(body, source, partners);
  if (!id.empty() && !baseline->why_not.empty())
    body.record.words.push_back(fmt::format(
        "no baseline: {}: {}", id, baseline->why_not.substr(0, baseline->why_not.find('\n'))));
}

}  // namespace tickbench::api
