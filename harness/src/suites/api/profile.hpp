// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trials/body.hpp"

namespace tickbench::api {

/// One launch, warm and alone in a range that profilers show under the benchmark's id: by NVTX
/// where a tool that knows it started this process, and by the driver where it has ranges.
void profile(Body& body, TimedQueue& queue, const Work& work);

}  // namespace tickbench::api
