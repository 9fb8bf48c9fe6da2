// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/body.hpp"

namespace tickbench::api {

/// Judges the floors of a body that was measured, and samples on where one is open. A ratio needs
/// the body of another benchmark, its partner, at the same time.
///
/// A body owns its buffers, which are gone when it returns. So each partner's body runs inside the
/// `measure` of the body before it, and the looks are taken in the innermost one:
///
///     body of the benchmark
///       measure: takes its times
///       | body of partner 1
///       |   measure: takes its times, then `partner.then`
///       |   | body of partner 2
///       |   |   measure: takes its times, then `partner.then`
///       |   |   | the looks: all three bodies are there
void judge_floors(Body& body, const floors::Running& running);

}  // namespace tickbench::api
