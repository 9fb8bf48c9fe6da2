// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tickbench::suite {

/// Whether an entry of the results may hold something else under this name: a field of Google
/// Benchmark's, or a counter of tickbench's own. A body's counter would replace it, or stand beside
/// it.
bool is_taken(std::string_view counter);

}  // namespace tickbench::suite
