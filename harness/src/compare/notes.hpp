// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compare/comparison.hpp"
#include "compare/run_order.hpp"

namespace tickbench::compare {

/// What the spread is taken from, and what is promised of false alarms: no more than the order of
/// the runs and their number allow. Sets `promised`.
void add_notes(Comparison& comparison, RunOrder order, const Options& options);

}  // namespace tickbench::compare
