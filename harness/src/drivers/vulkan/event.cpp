// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/event.hpp"

namespace tickbench::vulkan {
namespace {

QueryPoolHandle create_query_pool(const Place& place, std::uint32_t queries) {
  auto description = structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  description.queryType = VK_QUERY_TYPE_TIMESTAMP;
  description.queryCount = queries;
  return created<QueryPoolHandle>(place, description, vkCreateQueryPool, "vkCreateQueryPool");
}

}  // namespace

GlobalStamp require_stamp(const QueriedStamp& found, const std::string& where) {
  if (found.is_available == 0)
    backend::throw_nothing_executed(
        "expected a time stamp after a successful wait, found it not available", where);
  return GlobalStamp{found.ticks};
}

Stamps::Stamps(const Place& place, std::uint32_t pairs)
    : place_(place), pairs_(pairs), pool_(create_query_pool(place, 2 * pairs)) {}

GlobalStamp Stamps::stamp(std::uint32_t query) const {
  QueriedStamp found{};
  const auto result = vkGetQueryPoolResults(
      place_.device, pool_.get(), query, 1, sizeof(found), &found, sizeof(found),
      VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
  // It says for itself whether it is there.
  if (result != VK_NOT_READY) check(result, "vkGetQueryPoolResults", *place_.info);
  return require_stamp(found, place_.info->name);
}

}  // namespace tickbench::vulkan
