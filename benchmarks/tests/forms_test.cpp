// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Each kernel of the suite and of the harness is there in OpenCL C and in GLSL, and both forms take
// the same arguments. That they compute the same is seen where the suite runs on both: its body,
// and with it the reference, is one.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "modules/modules.hpp"
#include "modules/spirv.hpp"
#include "shader/shader.hpp"

// Named here so that a linker keeps the library's own kernels.
extern "C" void tickbench_kernels_tickbench_peak_kernels();
extern "C" void tickbench_kernels_tickbench_bands_kernels();

namespace {

using namespace tickbench;
using Arguments = std::vector<backend::DeclaredArgument>;
using Space = backend::DeclaredArgument::Space;

/// Its name, and the variant of its source.
using Kernel = std::pair<std::string, std::string>;

std::vector<Kernel> kernels_of(std::string_view format) {
  std::vector<Kernel> kernels;
  for (const auto& module : backend::modules())
    if (module.format == format)
      for (const auto& name : backend::spirv_entry_points(module.code))
        kernels.emplace_back(name, module.variant);
  std::sort(kernels.begin(), kernels.end());
  return kernels;
}

const backend::Module& module_with(std::string_view format, const Kernel& kernel) {
  const backend::KernelName name(kernel.first, kernel.second);
  const auto* const module =
      backend::only_module(backend::modules_with(backend::modules(), format, name), name);
  if (module == nullptr) throw std::runtime_error("no module with " + backend::to_string(name));
  return *module;
}

Arguments in_glsl(const shader::Shader& shader, const Arguments& in_opencl) {
  std::vector<backend::Argument> given;
  for (const auto& argument : in_opencl)
    given.emplace_back().kind = argument.space == Space::kLocal ? backend::Argument::Kind::kLocal
                                                                : backend::Argument::Kind::kValue;
  Arguments arguments;
  for (const auto& argument : shader::ordered_as(given, shader.arguments))
    arguments.push_back(argument.declared);
  return arguments;
}

/// "global float* x"; SPIR-V of OpenCL C does not say which integers have a sign, and what is a
/// word of GLSL has an underscore behind it there. LLVM from 17 on has one type of pointer, so that
/// llvm-spirv names what is read through it first: vectors, where the source casts to them.
std::string text_of(const backend::DeclaredArgument& argument) {
  constexpr const char* kSpaces[] = {"", "global ", "global ", "local "};
  auto type = argument.type.starts_with('u') ? argument.type.substr(1) : argument.type;
  if (type.ends_with('*')) std::erase_if(type, [](char c) { return c >= '0' && c <= '9'; });
  const auto name = argument.name.ends_with('_') ? argument.name.substr(0, argument.name.size() - 1)
                                                 : argument.name;
  return kSpaces[static_cast<int>(argument.space)] + type + " " + name;
}

TEST(Forms, OfKernelsAreBothThere) {
  tickbench_kernels_tickbench_peak_kernels();
  tickbench_kernels_tickbench_bands_kernels();
  const auto in_opencl = kernels_of(backend::kSpirv);
  EXPECT_GE(in_opencl.size(), 40U);
  EXPECT_EQ(kernels_of(backend::kShader), in_opencl);
}

TEST(Forms, OfAKernelTakeTheSameArguments) {
  for (const auto& kernel : kernels_of(backend::kSpirv)) {
    SCOPED_TRACE(backend::to_string({kernel.first, kernel.second}));
    const auto opencl =
        backend::spirv_arguments(module_with(backend::kSpirv, kernel).code, kernel.first).value();
    const auto shader = shader::find_shader(module_with(backend::kShader, kernel), kernel.first);
    const auto glsl = in_glsl(shader, opencl);
    ASSERT_EQ(glsl.size(), opencl.size());
    for (std::size_t i = 0; i < glsl.size(); ++i) EXPECT_EQ(text_of(glsl[i]), text_of(opencl[i]));
  }
}

TEST(Forms, OfAKernelRequireTheSameWorkGroup) {
  for (const auto& kernel : kernels_of(backend::kSpirv)) {
    SCOPED_TRACE(backend::to_string({kernel.first, kernel.second}));
    const auto required =
        backend::spirv_required_group(module_with(backend::kSpirv, kernel).code, kernel.first);
    const auto shader = shader::find_shader(module_with(backend::kShader, kernel), kernel.first);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(shader.group[i].constant_id.has_value(), !required.has_value());
      if (required) {
        EXPECT_EQ(shader.group[i].size, (*required)[i]);
      }
    }
  }
}

}  // namespace
