// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/other_build.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "results/fields.hpp"

namespace tickbench::results {
namespace {

Json estimate(double value, const Interval& interval) {
  return {{fields::kValue, value},
          {fields::kLow, interval.low},
          {fields::kHigh, interval.high},
          {fields::kLevel, interval.level}};
}

}  // namespace

Json to_json(const PartnerTimes& other) {
  Json json = Json::object();
  if (!other.why_not.empty()) json[fields::kWhyNot] = other.why_not;
  if (!other.differences.empty()) {
    auto& differences = json[fields::kDifferences] = Json::array();
    for (const auto& [kernel, here, partner_arguments] : other.differences)
      differences.push_back({{fields::kKernel, kernel},
                             {fields::kPartnerBuild, partner_arguments},
                             {fields::kOwnBuild, here}});
  }
  if (other.pairs.empty()) return json;
  std::vector<double> here, partner_times;
  for (const auto& [own, others] : other.pairs) {
    here.push_back(own.device.count());
    partner_times.push_back(others.device.count());
  }
  json[fields::kPairs] = other.pairs.size();
  json[fields::kOwnBuild] = estimate(median(here), median_interval(here));
  json[fields::kPartnerBuild] = estimate(median(partner_times), median_interval(partner_times));
  // A launch below the clock's step has none.
  if (std::ranges::min(partner_times) <= 0) return json;
  const auto ratio = paired_ratio(here, partner_times);
  json[fields::kRatio] = estimate(ratio.value, ratio.interval);
  return json;
}

std::shared_ptr<const PartnerBuildTimes> read_partner_times(JsonValue from) {
  if (!from.exists()) return nullptr;
  PartnerBuildTimes times{.partner_time = from[fields::kPartnerBuild][fields::kValue].number(),
                          .ratio = from[fields::kRatio][fields::kValue].number(),
                          .differences = {},
                          .why_not = std::string(from[fields::kWhyNot].string())};
  for (const auto one : from[fields::kDifferences])
    times.differences.push_back({std::string(one[fields::kKernel].string()),
                                 std::string(one[fields::kOwnBuild].string()),
                                 std::string(one[fields::kPartnerBuild].string())});
  return std::make_shared<const PartnerBuildTimes>(std::move(times));
}

}  // namespace tickbench::results
