// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tickbench/backend/backend.hpp>

extern "C" void tickbench_kernels_made_kernels();

// Whether the kernels of the other folder are embedded: those linked as objects and those in an
// archive.
int main() {
  tickbench_kernels_made_kernels();
  const auto& modules = tickbench::backend::modules();
  const auto holds = [&](std::string_view name, std::string_view format) {
    return std::any_of(modules.begin(), modules.end(),
                       [&](const tickbench::backend::Module& module) {
                         return module.name.starts_with(name) && module.format == format;
                       });
  };
  return holds("scale.cl", "opencl_c") && holds("made.cl", "opencl_c") &&
                 holds("twice.comp", FORMAT_OF_GLSL)
             ? 0
             : 1;
}
