// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "backend/spirv.hpp"

/// Any bytes are read as a SPIR-V module to their end or to where they make no sense: each entry
/// point found has its arguments, and nothing else has any.
namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "spirv_fuzzer: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tickbench::backend;
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto kernels = spirv_entry_points(bytes);
  require(is_spirv(bytes) || kernels.empty(), "what is no module has no kernels");
  std::string none = "x";
  for (const auto& kernel : kernels) {
    require(spirv_arguments(bytes, kernel).has_value(), "a kernel has arguments, if only none");
    none += kernel;
  }
  require(!spirv_arguments(bytes, none).has_value(), "what is no kernel has no arguments");
  for (const auto& symbol : spirv_imports(bytes))
    require(symbol.size() <= size, "a symbol is no longer than the module");
  return 0;
}
