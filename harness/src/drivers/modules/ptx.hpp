// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tickbench::backend {

/// What PTX, the text that NVIDIA's driver compiles, says of a kernel. It has no names or types
/// that a source had.
struct PtxKernel {
  std::string name;
  /// Of the parameters in order, in bytes; 0 for a type that is not known here.
  std::vector<std::size_t> parameter_sizes;
  /// The only size of a work-group that it runs with; nothing where it takes any.
  std::optional<std::array<std::size_t, 3>> required_block{};
};

/// Whether a character is one of a word's.
bool is_in_ptx_word(char c);

/// The kernels that a text of PTX has, in order. Empty where it has none: a text that breaks off
/// gives those before that.
std::vector<PtxKernel> ptx_kernels(std::string_view text);

}  // namespace tickbench::backend
