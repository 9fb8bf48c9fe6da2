// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/event.hpp"

#include <fmt/format.h>

#include "tickbench/error.hpp"
#include "vulkan/error.hpp"

namespace tickbench::vulkan {
namespace {

QueryPoolHandle create_query_pool(const Place& place, std::uint32_t queries) {
  auto description = structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  description.queryType = VK_QUERY_TYPE_TIMESTAMP;
  description.queryCount = queries;
  VkQueryPool pool = VK_NULL_HANDLE;
  check(vkCreateQueryPool(place.device, &description, nullptr, &pool), "vkCreateQueryPool",
        *place.info);
  return {place.device, pool};
}

void query(const Place& place, VkQueryPool pool, std::uint32_t first, std::span<QueriedStamp> to) {
  const auto result = vkGetQueryPoolResults(
      place.device, pool, first, static_cast<std::uint32_t>(to.size()), to.size_bytes(), to.data(),
      sizeof(QueriedStamp), VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
  // Each says for itself whether it is there.
  if (result != VK_NOT_READY) check(result, "vkGetQueryPoolResults", *place.info);
}

}  // namespace

GlobalStamp require_stamp(const QueriedStamp& found, const std::string& where) {
  if (found.is_available == 0)
    throw Error(Outcome::kDeviceError,
                fmt::format("the device executed nothing: expected a time stamp after a successful "
                            "wait, found it not available, on {}",
                            where));
  return GlobalStamp{found.ticks};
}

Stamps::Stamps(const Place& place, std::uint32_t pairs)
    : place_(place), pairs_(pairs), pool_(create_query_pool(place, 2 * pairs)) {}

void Stamps::begin(CommandBuffer& commands, std::uint32_t pairs) {
  commands.reset_queries(pool_.get(), 2 * pairs);
}

void Stamps::write_first(CommandBuffer& commands, std::uint32_t pair) {
  commands.settle();
  commands.write_timestamp(pool_.get(), 2 * pair);
}

std::pair<GlobalStamp, GlobalStamp> Stamps::read(std::uint32_t pair) const {
  QueriedStamp found[2]{};
  query(place_, pool_.get(), 2 * pair, found);
  const auto& where = place_.info->name;
  return {require_stamp(found[0], where), require_stamp(found[1], where)};
}

GlobalStamp Stamps::read_first(std::uint32_t pair) const {
  QueriedStamp found[1]{};
  query(place_, pool_.get(), 2 * pair, found);
  return require_stamp(found[0], place_.info->name);
}

}  // namespace tickbench::vulkan
