// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "modules/argument_check.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::shader {

/// One argument of a compute shader. `declared.space` says which of three things it is:
/// kGlobal: the address of a buffer, eight bytes of the push constants (buffer_reference);
/// kPrivate: a value in the push constants; kLocal: an array in local memory, whose number of
/// elements is a specialization constant. An array has nothing in the push constants.
struct ShaderArgument {
  backend::DeclaredArgument declared;
  std::uint32_t offset = 0;    ///< in the push constants; of an array: 0
  std::uint32_t size = 0;      ///< in the push constants; of an array: one element. Bytes
  std::uint32_t count_id = 0;  ///< an array's specialization constant: 3 or more
};

/// One of the three sizes of a work-group: chosen by a specialization constant, or fixed.
struct ShaderGroupSize {
  std::optional<std::uint32_t> constant_id;
  std::uint32_t size = 1;  ///< the one that is fixed, or the constant's default
};

/// What a compute shader asks of whoever makes a pipeline of it.
struct Shader {
  /// Those of the push constants in the order of the block, then the arrays by `count_id`.
  std::vector<ShaderArgument> arguments;
  std::uint32_t push_constant_size = 0;  ///< in bytes, from 0, a multiple of 4
  std::array<ShaderGroupSize, 3> group;
  std::uint64_t local_memory = 0;           ///< in bytes, of arrays with a length of their own
  std::vector<std::uint32_t> capabilities;  ///< by their numbers in the SPIR-V specification
  std::uint32_t version = 0;                ///< of SPIR-V: 0x00010500 is 1.5
};

/// Reads the interface of an entry point. Throws Error: kBuildFailed where the module is no
/// SPIR-V, breaks off or contradicts itself; kInvalidBenchmark where it has no such kernel, or one
/// that takes its arguments in another way, as buffers by descriptors.
Shader find_shader(const backend::Module& module, std::string_view kernel);

/// The arguments in the order of what is given. That order is free between arrays and the others:
/// an array given is the next array, and anything else the next one of the push constants. Those
/// that are left over follow.
std::vector<ShaderArgument> ordered_as(std::span<const backend::Argument> given,
                                       std::span<const ShaderArgument> arguments);

/// "Float64", or "5345" where no name is known here.
std::string capability_name(std::uint32_t capability);

}  // namespace tickbench::shader
