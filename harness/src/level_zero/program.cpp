// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/program.hpp"

#include <fmt/format.h>

#include "backend/modules.hpp"
#include "backend/spirv.hpp"
#include "level_zero/build_log.hpp"
#include "level_zero/error.hpp"

namespace tickbench::level_zero {

Program Programs::build(const backend::Module& module) const {
  // Some drivers end the process on bytes that are not SPIR-V.
  if (!backend::is_spirv(module.code))
    throw Error(Outcome::kBuildFailed,
                fmt::format("the module '{}': expected SPIR-V (magic word 0x07230203), found {} "
                            "other bytes",
                            module.name, module.code.size()));
  ze_module_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_MODULE_DESC;
  description.format = ZE_MODULE_FORMAT_IL_SPIRV;
  description.inputSize = module.code.size();
  description.pInputModule = reinterpret_cast<const std::uint8_t*>(module.code.data());
  ze_module_handle_t handle = nullptr;
  ze_module_build_log_handle_t log = nullptr;
  const auto result = zeModuleCreate(context_, device_, &description, &handle, &log);
  if (result != ZE_RESULT_SUCCESS)
    throw Error(
        Outcome::kBuildFailed,
        fmt::format("the module '{}' does not build for '{}' (zeModuleCreate: {}); the "
                    "build log:\n{}",
                    module.name, info_->name, describe_result(result), text_of_failed_build(log)));
  return {ModuleHandle(handle), std::string(module.name), module.code, BuildLogHandle(log)};
}

const Program& Programs::with_kernel(std::string_view kernel) {
  const auto& modules = backend::modules();
  const auto* const owner =
      backend::only_module(backend::modules_with(modules, backend::kSpirv, kernel), kernel);
  if (owner == nullptr && !backend::modules_with(modules, backend::kOpenClC, kernel).empty())
    throw Error(Outcome::kUnsupported,
                fmt::format("the kernel '{}' is embedded as OpenCL C only, which Level Zero does "
                            "not take: build with clang and llvm-spirv, or embed a .spv file",
                            kernel));
  if (owner == nullptr)
    throw Error(Outcome::kInvalidBenchmark, backend::missing_kernel_message(modules, kernel));
  const void* const key = owner->code.data();
  if (const auto found = built_.find(key); found != built_.end()) return found->second;
  return built_.emplace(key, build(*owner)).first->second;
}

}  // namespace tickbench::level_zero
