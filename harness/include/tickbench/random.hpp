// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace tickbench {

/// Uniform values: floats in (-1, 1) with all bits of their significands, integers over their whole
/// range. The same for the same n and the same place in the benchmark's body, in every run.
template <class T>
std::vector<T> random(std::size_t n);

}  // namespace tickbench
