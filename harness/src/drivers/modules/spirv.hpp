// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "modules/argument_check.hpp"

namespace tickbench::backend {

/// Whether the bytes begin as SPIR-V does, in either byte order. Drivers end the process on bytes
/// that are not: check first.
bool is_spirv(std::span<const std::byte> bytes) noexcept;

/// Whether a module is SPIR-V for Vulkan: it declares the capability Shader. OpenCL's declares
/// Kernel. What such a shader asks for is read in the room shader/.
bool is_shader(std::span<const std::byte> bytes);

/// The names of the kernels of a module, from its OpEntryPoint instructions; of a shader those for
/// compute. Empty where the bytes are no SPIR-V; a truncated module gives the names up to where it
/// breaks off.
std::vector<std::string> spirv_entry_points(std::span<const std::byte> bytes);

/// What a module declares of a kernel's arguments, in order. SPIR-V has no unsigned integers here,
/// and a struct by value is "struct", of unknown size. Nothing where the module has no such kernel.
std::optional<std::vector<DeclaredArgument>> spirv_arguments(std::span<const std::byte> bytes,
                                                             std::string_view kernel);

/// The size of work-group that a kernel's source requires (reqd_work_group_size); nothing where it
/// requires none.
std::optional<std::array<std::size_t, 3>> spirv_required_group(std::span<const std::byte> bytes,
                                                               std::string_view kernel);

/// The symbols that a module expects another one to define.
std::vector<std::string> spirv_imports(std::span<const std::byte> bytes);

}  // namespace tickbench::backend
