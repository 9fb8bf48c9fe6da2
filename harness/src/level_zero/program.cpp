// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/program.hpp"

#include <utility>

#include "backend/kernel_sources.hpp"
#include "backend/spirv.hpp"
#include "level_zero/build_log.hpp"
#include "level_zero/error.hpp"

namespace tickbench::level_zero {
Program Programs::build(const backend::Module& module) const {
  // Some drivers end the process on bytes that are not SPIR-V.
  if (!backend::is_spirv(module.spirv))
    throw Error(Outcome::kBuildFailed, "the module '" + std::string(module.name) +
                                           "': expected SPIR-V (magic word 0x07230203), found " +
                                           std::to_string(module.spirv.size()) + " other bytes");
  ze_module_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_MODULE_DESC;
  description.format = ZE_MODULE_FORMAT_IL_SPIRV;
  description.inputSize = module.spirv.size();
  description.pInputModule = reinterpret_cast<const std::uint8_t*>(module.spirv.data());
  ze_module_handle_t handle = nullptr;
  ze_module_build_log_handle_t log = nullptr;
  const auto result = zeModuleCreate(context_, device_, &description, &handle, &log);
  if (result != ZE_RESULT_SUCCESS)
    throw Error(Outcome::kBuildFailed, "the module '" + std::string(module.name) +
                                           "' does not build for '" + info_->name +
                                           "' (zeModuleCreate: " + describe_result(result) +
                                           "); the build log:\n" + text_of_failed_build(log));
  return {ModuleHandle(handle), std::string(module.name), module.spirv, BuildLogHandle(log)};
}

const Program& Programs::with_kernel(std::string_view kernel) {
  const auto& modules = backend::modules();
  const auto owners = backend::modules_with_spirv_of(modules, kernel);
  if (owners.empty()) {
    if (!backend::modules_with_source_of(modules, kernel).empty())
      throw Error(
          Outcome::kUnsupported,
          "the kernel '" + std::string(kernel) +
              "' is embedded as OpenCL C only, which Level Zero does not take: build with clang "
              "and llvm-spirv, or embed a .spv file");
    throw Error(Outcome::kInvalidBenchmark, backend::missing_kernel_message(modules, kernel));
  }
  if (owners.size() > 1)
    throw Error(Outcome::kInvalidBenchmark, backend::ambiguous_kernel_message(owners, kernel));
  const void* const key = owners.front()->spirv.data();
  if (const auto found = built_.find(key); found != built_.end()) return found->second;
  return built_.emplace(key, build(*owners.front())).first->second;
}

}  // namespace tickbench::level_zero
