// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "results/write.hpp"

namespace tickbench::google {

/// Which repetition an entry of Google Benchmark's output belongs to.
struct EntryKey {
  std::int64_t family = 0;
  std::int64_t repetition = 0;
  bool is_aggregate = false;
};

/// Google Benchmark writes NaN and Infinity bare into its JSON: outside strings they become null.
std::string without_non_finite(std::string_view json);

/// Google Benchmark's JSON with `context` added to its context and one object for each entry, all
/// under the name `tickbench`.
std::string augment(std::string_view json, const std::vector<EntryKey>& keys,
                    const results::Json& context,
                    const std::function<results::Json(const EntryKey&)>& entry);

}  // namespace tickbench::google
