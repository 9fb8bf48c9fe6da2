// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "modules/modules.hpp"
#include "modules/spirv.hpp"
#include "shader/shader.hpp"
#include "tickbench/error.hpp"

/// Any bytes are read as a SPIR-V module to their end or to where they make no sense: each entry
/// point found has its arguments, and nothing else has any. As a shader it has an interface that
/// holds together, or is refused.
namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "spirv_fuzzer: %s\n", what);
  std::abort();
}

void read_as_shader(std::span<const std::byte> bytes, const std::string& kernel) {
  using namespace tickbench;
  try {
    const auto shader = shader::find_shader({"fuzzed", backend::kShader, bytes}, kernel);
    for (const auto& argument : shader.arguments) {
      require(argument.size > 0, "an argument has a size");
      require(std::uint64_t{argument.offset} + argument.size <= shader.push_constant_size ||
                  argument.declared.space == backend::DeclaredArgument::Space::kLocal,
              "a push constant lies within them");
    }
    const std::vector<backend::Argument> given(shader.arguments.size());
    require(shader::ordered_as(given, shader.arguments).size() == given.size(),
            "an order leaves no argument away");
  } catch (const Error&) {  // by name
  }
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
    read_as_shader(bytes, kernel);
    none += kernel;
  }
  require(!spirv_arguments(bytes, none).has_value(), "what is no kernel has no arguments");
  read_as_shader(bytes, none);
  for (const auto& symbol : spirv_imports(bytes))
    require(symbol.size() <= size, "a symbol is no longer than the module");
  return 0;
}
