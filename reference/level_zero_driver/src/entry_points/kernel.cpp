// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../kernel.hpp"

#include "table.hpp"

namespace zecpu {
namespace {

void create(ze_module_handle_t handle, const ze_kernel_desc_t* desc, ze_kernel_handle_t* kernel) {
  const ModuleHandle& module = object<ModuleHandle>(handle);
  const ze_kernel_desc_t& wanted = require_pointer(desc);
  require_address(wanted.pKernelName);
  require_address(kernel);
  static constexpr ze_kernel_flags_t kKnown =
      ZE_KERNEL_FLAG_FORCE_RESIDENCY | ZE_KERNEL_FLAG_EXPLICIT_RESIDENCY;
  require((wanted.flags & ~kKnown) == 0, ZE_RESULT_ERROR_INVALID_ENUMERATION);
  require(module.module->spirv().imports().empty(), ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED);
  const KernelSignature* signature = module.module->find(wanted.pKernelName);
  require(signature != nullptr, ZE_RESULT_ERROR_INVALID_KERNEL_NAME);
  if (takes_objects(*signature))
    throw Failure(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
                  signature->name + ": images, samplers and other objects are not supported");
  *kernel = handle_of<ze_kernel_handle_t>(new Kernel(module.device, module.module, *signature));
}

void destroy(ze_kernel_handle_t handle) { delete &object<Kernel>(handle); }

void set_cache_config(ze_kernel_handle_t handle, ze_cache_config_flags_t flags) {
  object<Kernel>(handle);
  static constexpr ze_cache_config_flags_t kKnown =
      ZE_CACHE_CONFIG_FLAG_LARGE_SLM | ZE_CACHE_CONFIG_FLAG_LARGE_DATA;
  require((flags & ~kKnown) == 0, ZE_RESULT_ERROR_INVALID_ENUMERATION);
  // Local memory lies in the same caches as everything else: no split to choose.
  require(flags == 0, ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

void set_group_size(ze_kernel_handle_t handle, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  object<Kernel>(handle).set_group_size({x, y, z});
}

void suggest_group_size(ze_kernel_handle_t handle, std::uint32_t global_x, std::uint32_t global_y,
                        std::uint32_t global_z, std::uint32_t* x, std::uint32_t* y,
                        std::uint32_t* z) {
  const Kernel& kernel = object<Kernel>(handle);
  for (const void* out : {x, y, z}) require_address(out);
  require(global_x != 0 && global_y != 0 && global_z != 0,
          ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION);
  const Extent size = kernel.suggest_group_size({global_x, global_y, global_z});
  *x = static_cast<std::uint32_t>(size[0]);
  *y = static_cast<std::uint32_t>(size[1]);
  *z = static_cast<std::uint32_t>(size[2]);
}

void set_argument_value(ze_kernel_handle_t handle, std::uint32_t index, std::size_t size,
                        const void* value) {
  object<Kernel>(handle).set_argument(index, size, value);
}

void set_indirect_access(ze_kernel_handle_t handle, ze_kernel_indirect_access_flags_t flags) {
  Kernel& kernel = object<Kernel>(handle);
  static constexpr ze_kernel_indirect_access_flags_t kKnown =
      ZE_KERNEL_INDIRECT_ACCESS_FLAG_HOST | ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE |
      ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED;
  require((flags & ~kKnown) == 0, ZE_RESULT_ERROR_INVALID_ENUMERATION);
  kernel.indirect_access = flags;
}

void get_indirect_access(ze_kernel_handle_t handle, ze_kernel_indirect_access_flags_t* flags) {
  require_pointer(flags) = object<Kernel>(handle).indirect_access;
}

void get_source_attributes(ze_kernel_handle_t handle, std::uint32_t* size, char** text) {
  const Kernel& kernel = object<Kernel>(handle);
  std::size_t room = require_pointer(size);
  write_text(&room, kernel.source_attributes(), text == nullptr ? nullptr : *text);
  *size = static_cast<std::uint32_t>(room);
}

void get_properties(ze_kernel_handle_t handle, ze_kernel_properties_t* properties) {
  object<Kernel>(handle).get(require_pointer(properties));
}

void get_name(ze_kernel_handle_t handle, std::size_t* size, char* name) {
  write_text(size, object<Kernel>(handle).name(), name);
}

void set_global_offset(ze_kernel_handle_t handle, std::uint32_t x, std::uint32_t y,
                       std::uint32_t z) {
  object<Kernel>(handle).set_offset({x, y, z});
}

}  // namespace
}  // namespace zecpu

using namespace zecpu;

ze_result_t ZE_APICALL zeGetKernelProcAddrTable(ze_api_version_t version,
                                                ze_kernel_dditable_t* table) {
  const ze_result_t result = prepare_table(version, table, &ze_kernel_dditable_t::pfnGetName);
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnCreate = Entry<"zeKernelCreate", create>::call;
  table->pfnDestroy = Entry<"zeKernelDestroy", destroy>::call;
  table->pfnSetCacheConfig = Entry<"zeKernelSetCacheConfig", set_cache_config>::call;
  table->pfnSetGroupSize = Entry<"zeKernelSetGroupSize", set_group_size>::call;
  table->pfnSuggestGroupSize = Entry<"zeKernelSuggestGroupSize", suggest_group_size>::call;
  table->pfnSetArgumentValue = Entry<"zeKernelSetArgumentValue", set_argument_value>::call;
  table->pfnSetIndirectAccess = Entry<"zeKernelSetIndirectAccess", set_indirect_access>::call;
  table->pfnGetIndirectAccess = Entry<"zeKernelGetIndirectAccess", get_indirect_access>::call;
  table->pfnGetSourceAttributes = Entry<"zeKernelGetSourceAttributes", get_source_attributes>::call;
  table->pfnGetProperties = Entry<"zeKernelGetProperties", get_properties>::call;
  table->pfnGetName = Entry<"zeKernelGetName", get_name>::call;
  return result;
}

ze_result_t ZE_APICALL zeGetKernelExpProcAddrTable(ze_api_version_t version,
                                                   ze_kernel_exp_dditable_t* table) {
  const ze_result_t result = prepare_table(
      version, table, &ze_kernel_exp_dditable_t::pfnSchedulingHintExp, {{12, 3}, {14, 4}});
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnSetGlobalOffsetExp = Entry<"zeKernelSetGlobalOffsetExp", set_global_offset>::call;
  return result;
}
