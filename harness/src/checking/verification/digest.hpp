// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tickbench::verification {

/// A number that other bytes give by chance in one of 2^64 cases: to compare contents with those of
/// a moment before, in this process. By all processors.
std::uint64_t digest(std::span<const std::byte> bytes);

}  // namespace tickbench::verification
