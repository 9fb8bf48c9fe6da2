// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tickbench/axis.hpp>

namespace suite {

/// Half precision, which has no type in C++ here: floats are made into it and read from it.
struct Half;

}  // namespace suite

template <>
constexpr const char* tickbench::type_name<suite::Half> = "half";
