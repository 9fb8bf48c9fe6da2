// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstddef>

namespace reference {

/// Below this a vector loop takes less time than waking a second thread, some microseconds.
inline constexpr std::size_t kVectorGrain = std::size_t{1} << 15;

/// Calls part(begin, size) for parts that together are 0 to n, each once, by all threads.
template <class Part>
void in_parts(std::size_t n, const Part& part, std::size_t grain = kVectorGrain) {
  using Range = ::tbb::blocked_range<std::size_t>;
  ::tbb::parallel_for(Range(0, n, grain),
                      [&](const Range& range) { part(range.begin(), range.size()); });
}

}  // namespace reference
