// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tickbench/backend.hpp"

namespace tickbench::bands {

/// Leaves a word in the local memory of all compute units, for the launch behind it to find where
/// the device keeps it, and where that launch's own lies in the same place. Throws Error:
/// kUnsupported where the device has no local memory, or there is no kernel for it.
void fill_local_memory(backend::Device& device, std::uint32_t word);

}  // namespace tickbench::bands
