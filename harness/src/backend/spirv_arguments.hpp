// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "backend/argument_check.hpp"

namespace tickbench::backend {

/// What a module declares of a kernel's arguments, in order. SPIR-V has no unsigned integers here,
/// and a struct by value is "struct", of unknown size. Nothing where the module has no such kernel.
std::optional<std::vector<DeclaredArgument>> spirv_arguments(std::span<const std::byte> bytes,
                                                             std::string_view kernel);

}  // namespace tickbench::backend
