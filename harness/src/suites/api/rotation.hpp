// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trials/outputs.hpp"

namespace tickbench::api {

/// Calls `take` with a work whose launches take the buffers of several runs of the body in turn, so
/// that none finds its own in a cache although nothing displaces it: in a batch and in a graph too.
/// The other runs are inside of this one's `measure`, each in that of the one before it, under the
/// same random input. Throws Error where the work cannot rotate, and what a run throws.
void rotate(const MeasuredWork& measured, Body& body, Outputs& outputs,
            const std::function<void(const Work& work)>& take);

/// In such a run: hands its work over, and has the expected values of the first run afterwards.
void run_copy(const MeasuredWork& measured, Body& body, Outputs& outputs);

}  // namespace tickbench::api
