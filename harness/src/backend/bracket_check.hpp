// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/timed_queue.hpp"

namespace tickbench::backend {

/// Throws Error (kInvalidBenchmark) for a bracket that no queue can take: no launches, several
/// launches by the one command's event, caches displaced between launches that have no events of
/// their own, or a method that the queue does not support.
void require_bracket(const TimedQueue& timed, const Work& work, const BracketRequest& request);

}  // namespace tickbench::backend
