// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../module.hpp"

#include "../context.hpp"
#include "../device.hpp"
#include "table.hpp"

namespace zecpu {
namespace {

void check(const ze_module_desc_t& desc) {
  require(desc.format <= ZE_MODULE_FORMAT_NATIVE, ZE_RESULT_ERROR_INVALID_ENUMERATION);
  require_address(desc.pInputModule);
  require(desc.inputSize != 0, ZE_RESULT_ERROR_INVALID_SIZE);
  // Several modules linked into one come as a structure behind the descriptor: refused, not
  // ignored.
  struct Base {
    ze_structure_type_t stype;
    const void* next;
  };
  for (const auto* base = static_cast<const Base*>(desc.pNext); base != nullptr;
       base = static_cast<const Base*>(base->next))
    require(base->stype != ZE_STRUCTURE_TYPE_MODULE_PROGRAM_EXP_DESC,
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

ze_result_t create(ze_context_handle_t context, ze_device_handle_t device_handle,
                   const ze_module_desc_t* desc, ze_module_handle_t* out,
                   ze_module_build_log_handle_t* log_out) {
  object<Context>(context);
  Device& device = object<Device>(device_handle);
  check(require_pointer(desc));
  require_address(out);
  auto log = std::make_unique<BuildLog>();
  std::shared_ptr<Module> module;
  try {
    module = build_module(device, *desc, *log);
  } catch (const BadSpirv& bad) {
    log->text += bad.what();
  }
  if (module != nullptr)
    *out = handle_of<ze_module_handle_t>(new ModuleHandle{device, std::move(module)});
  else
    *out = nullptr;
  const bool is_built = *out != nullptr;
  if (log_out != nullptr) *log_out = handle_of<ze_module_build_log_handle_t>(log.release());
  return is_built ? ZE_RESULT_SUCCESS : ZE_RESULT_ERROR_MODULE_BUILD_FAILURE;
}

void destroy(ze_module_handle_t handle) { delete &object<ModuleHandle>(handle); }

void dynamic_link(std::uint32_t count, ze_module_handle_t* handles,
                  ze_module_build_log_handle_t* log_out) {
  require_address(handles);
  require(count != 0, ZE_RESULT_ERROR_INVALID_SIZE);
  for (std::uint32_t i = 0; i < count; ++i)
    require(object<ModuleHandle>(handles[i]).module->spirv().imports().empty(),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  // Nothing is left to link in modules without imports.
  if (log_out != nullptr) *log_out = handle_of<ze_module_build_log_handle_t>(new BuildLog);
}

void log_destroy(ze_module_build_log_handle_t handle) { delete &object<BuildLog>(handle); }

void log_get_string(ze_module_build_log_handle_t handle, std::size_t* size, char* text) {
  write_text(size, object<BuildLog>(handle).text, text);
}

void get_native_binary(ze_module_handle_t handle, std::size_t* size, std::uint8_t* out) {
  const std::vector<std::byte> binary = native_binary(object<ModuleHandle>(handle).module->spirv());
  std::size_t& room = require_pointer(size);
  if (out != nullptr) std::memcpy(out, binary.data(), std::min(room, binary.size()));
  room = binary.size();
}

void get_kernel_names(ze_module_handle_t handle, std::uint32_t* count, const char** names) {
  const auto& kernels = object<ModuleHandle>(handle).module->spirv().kernels();
  enumerate(count, static_cast<std::uint32_t>(kernels.size()), names,
            [&](const char*& out, std::uint32_t i) { out = kernels[i].name.c_str(); });
}

void get_properties(ze_module_handle_t handle, ze_module_properties_t* properties) {
  const SpirvModule& spirv = object<ModuleHandle>(handle).module->spirv();
  require_pointer(properties).flags =
      spirv.imports().empty() ? 0U : static_cast<unsigned>(ZE_MODULE_PROPERTY_FLAG_IMPORTS);
}

}  // namespace
}  // namespace zecpu

using namespace zecpu;

ze_result_t ZE_APICALL zeGetModuleProcAddrTable(ze_api_version_t version,
                                                ze_module_dditable_t* table) {
  const ze_result_t result =
      prepare_table(version, table, &ze_module_dditable_t::pfnInspectLinkageExt);
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnCreate = Entry<"zeModuleCreate", create>::call;
  table->pfnDestroy = Entry<"zeModuleDestroy", destroy>::call;
  table->pfnDynamicLink = Entry<"zeModuleDynamicLink", dynamic_link>::call;
  table->pfnGetNativeBinary = Entry<"zeModuleGetNativeBinary", get_native_binary>::call;
  table->pfnGetKernelNames = Entry<"zeModuleGetKernelNames", get_kernel_names>::call;
  table->pfnGetProperties = Entry<"zeModuleGetProperties", get_properties>::call;
  return result;
}

ze_result_t ZE_APICALL zeGetModuleBuildLogProcAddrTable(ze_api_version_t version,
                                                        ze_module_build_log_dditable_t* table) {
  const ze_result_t result =
      prepare_table(version, table, &ze_module_build_log_dditable_t::pfnGetString);
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnDestroy = Entry<"zeModuleBuildLogDestroy", log_destroy>::call;
  table->pfnGetString = Entry<"zeModuleBuildLogGetString", log_get_string>::call;
  return result;
}
