// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace tickbench {

/// The processors that a thread may run on, this one by default. Where the system does not tell:
/// all of this one, none of another.
std::vector<std::size_t> allowed_processors(pid_t thread = 0);
/// Lets it run on these alone. False where it cannot.
bool keep_to(std::span<const std::size_t> processors, pid_t thread = 0);

/// Calls `part(begin, end)` for parts that together are [0, count), on all processors at once, and
/// waits. A part has at least `least` elements: below some mebibytes a thread costs more than it
/// gains. What the first part that throws has thrown is thrown here.
void in_parallel(std::size_t count, std::size_t least,
                 const std::function<void(std::size_t begin, std::size_t end)>& part);

}  // namespace tickbench
