// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/outputs.hpp"

/// What a benchmark says of itself, held against what is known. Throws Error where it cannot be.
namespace tickbench::api {

/// Of code of the benchmark's own: that it enqueues something, and waits for nothing.
void probe(Body& body, const MeasuredWork& measured);
/// The bytes that it writes.
void require_declared(const Body& body, Outputs& outputs, const Work& work);
/// Rates over what the device can do.
void require_rates(const Body& body, const Work& work);

}  // namespace tickbench::api
