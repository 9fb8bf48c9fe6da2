// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_api.hpp"
#include "kernels.hpp"

struct CUfunc_st {
  std::string name;
  std::vector<std::size_t> argument_sizes;
  CuhostKernel function = nullptr;
  int static_shared = 0;
  int most_dynamic_shared = 0;
};

/// The kernels of a text of PTX. Their code is not read: a function of the same name runs instead.
struct CUmod_st {
  std::vector<std::unique_ptr<CUfunc_st>> functions;
};

namespace cuhost {

/// Null where the text cannot be loaded; `log` then says why, as an assembler would.
std::unique_ptr<CUmod_st> load_module(std::string_view ptx, std::string& log);

}  // namespace cuhost
