// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace tickbench {

/// The processors that this process may run on; all, where the system does not tell.
std::vector<std::size_t> allowed_processors();

/// Calls `part(begin, end)` for parts that together are [0, count), on all processors at once, and
/// waits. A part has at least `least` elements: below some mebibytes a thread costs more than it
/// gains. What the first part that throws has thrown is thrown here.
void in_parallel(std::size_t count, std::size_t least,
                 const std::function<void(std::size_t begin, std::size_t end)>& part);

}  // namespace tickbench
