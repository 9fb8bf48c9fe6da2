// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "tickbench/backend.hpp"

namespace tickbench::backend {

/// What a kernel's source declares for one argument, as the driver reports it.
struct DeclaredArgument {
  enum class Space { kPrivate, kGlobal, kConstant, kLocal } space = Space::kPrivate;
  std::string type;  ///< "float", "uint4", "float*", "struct pair"
  std::string name;
};

/// The size of an OpenCL C scalar or vector type; nothing for types that only the source knows.
std::optional<std::size_t> size_of_type(const std::string& type);

/// "expected float (4 bytes), found double (8 bytes)"; nothing where the argument fits, as far as
/// it can be told. Same-sized integers of either sign pass; an integer for a float does not: its
/// bits would be taken for another number.
std::optional<std::string> argument_mismatch(const DeclaredArgument& declared,
                                             const Argument& given);

}  // namespace tickbench::backend
