// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <type_traits>
#include <vector>

namespace tickbench {

/// Items of one key together, in the order in which their keys appear.
template <class Item, class Key>
std::vector<std::vector<const Item*>> grouped(const std::vector<const Item*>& items, Key key) {
  std::vector<std::vector<const Item*>> groups;
  std::map<std::decay_t<std::invoke_result_t<Key, const Item&>>, std::size_t> indices;
  for (const auto* item : items) {
    const auto [index, is_new] = indices.try_emplace(std::invoke(key, *item), groups.size());
    if (is_new) groups.emplace_back();
    groups[index->second].push_back(item);
  }
  return groups;
}

}  // namespace tickbench
