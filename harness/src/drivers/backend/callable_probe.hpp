// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/timed_queue.hpp"

namespace tickbench {

/// What code of the caller's own does on a queue.
struct CallableProbe {
  /// It could be run behind a hold, which shows the rest.
  bool was_held = false;
  /// It returned no sooner than the hold had ended by itself: it waits for what was enqueued.
  bool waits = false;
  Seconds device{}, empty{};  ///< of the launches below, and of nothing between the same marks
  std::int64_t launches = 0;
  /// So many launches took the queue no longer than nothing does: less than 50 ns each, which no
  /// device is known to need, or 1 us with a wait.
  bool enqueues_nothing = false;
};

/// Runs some launches of `work` behind a hold that ends by itself, and some of nothing. Where
/// nothing can hold the queue, and where `work` waits, the two are compared without a hold.
CallableProbe probe_callable(TimedQueue& queue, const Work& work);

}  // namespace tickbench
