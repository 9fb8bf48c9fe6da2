// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tickbench/device.hpp"

namespace tickbench::backend {

/// While a body is called for the first time, until it measures: what is written is noted. It takes
/// time, as large inputs do, and no later call is asked for it.
inline std::atomic<bool> notes_writes = false;

/// Memory::written where what was written is not known: it stays so.
inline constexpr std::uint64_t kUnknownContents = ~std::uint64_t{0};

/// Of launches one after the other, with their buffers as they are now; 0: not known. What the host
/// reaches is read, since the body may write there without a call.
std::uint64_t digest_of_launches(std::initializer_list<const Launch*> launches);

}  // namespace tickbench::backend
