// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../memory.hpp"

#include "../context.hpp"
#include "../driver.hpp"
#include "table.hpp"

namespace zecpu {
namespace {

// Importing and exporting memory is asked for by structures behind the descriptor.
void refuse_external(const void* next) {
  struct Base {
    ze_structure_type_t stype;
    const void* next;
  };
  for (const auto* base = static_cast<const Base*>(next); base != nullptr;
       base = static_cast<const Base*>(base->next))
    require(base->stype != ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC &&
                base->stype != ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD &&
                base->stype != ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_WIN32,
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

void check(const ze_device_mem_alloc_desc_t* desc) {
  const ze_device_mem_alloc_desc_t& given = require_pointer(desc);
  static constexpr ze_device_mem_alloc_flags_t kKnown =
      ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_CACHED | ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_UNCACHED |
      ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT;
  require((given.flags & ~kKnown) == 0, ZE_RESULT_ERROR_INVALID_ENUMERATION);
  require(given.ordinal == 0, ZE_RESULT_ERROR_INVALID_ARGUMENT);
  refuse_external(given.pNext);
}

void check(const ze_host_mem_alloc_desc_t* desc) {
  const ze_host_mem_alloc_desc_t& given = require_pointer(desc);
  static constexpr ze_host_mem_alloc_flags_t kKnown =
      ZE_HOST_MEM_ALLOC_FLAG_BIAS_CACHED | ZE_HOST_MEM_ALLOC_FLAG_BIAS_UNCACHED |
      ZE_HOST_MEM_ALLOC_FLAG_BIAS_WRITE_COMBINED | ZE_HOST_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT;
  require((given.flags & ~kKnown) == 0, ZE_RESULT_ERROR_INVALID_ENUMERATION);
  refuse_external(given.pNext);
}

void allocate(Context& context, Device* device, ze_memory_type_t type, std::size_t size,
              std::size_t alignment, void** out) {
  void*& address = require_pointer(out);
  address = context.driver().memory().allocate({type, device, size, alignment});
}

void alloc_shared(ze_context_handle_t handle, const ze_device_mem_alloc_desc_t* device_desc,
                  const ze_host_mem_alloc_desc_t* host_desc, std::size_t size,
                  std::size_t alignment, ze_device_handle_t device, void** out) {
  Context& context = object<Context>(handle);
  check(device_desc);
  check(host_desc);
  // Without a device it is shared by all.
  allocate(context, reinterpret_cast<Device*>(device), ZE_MEMORY_TYPE_SHARED, size, alignment, out);
}

void alloc_device(ze_context_handle_t handle, const ze_device_mem_alloc_desc_t* desc,
                  std::size_t size, std::size_t alignment, ze_device_handle_t device, void** out) {
  Context& context = object<Context>(handle);
  Device& owner = object<Device>(device);
  check(desc);
  allocate(context, &owner, ZE_MEMORY_TYPE_DEVICE, size, alignment, out);
}

void alloc_host(ze_context_handle_t handle, const ze_host_mem_alloc_desc_t* desc, std::size_t size,
                std::size_t alignment, void** out) {
  Context& context = object<Context>(handle);
  check(desc);
  allocate(context, nullptr, ZE_MEMORY_TYPE_HOST, size, alignment, out);
}

void free_memory(ze_context_handle_t handle, void* address) {
  Context& context = object<Context>(handle);
  require_address(address);
  context.driver().memory().free(address);
}

void get_alloc_properties(ze_context_handle_t handle, const void* address,
                          ze_memory_allocation_properties_t* properties,
                          ze_device_handle_t* device) {
  Context& context = object<Context>(handle);
  require_address(address);
  ze_memory_allocation_properties_t& out = require_pointer(properties);
  const Memory& memory = context.driver().memory();
  const auto found = memory.find(address);
  out.type = found ? found->type : ZE_MEMORY_TYPE_UNKNOWN;
  out.id = found ? found->id : 0;
  out.pageSize = found ? memory.page_bytes() : 0;
  if (device != nullptr) *device = found ? handle_of<ze_device_handle_t>(found->device) : nullptr;
}

void get_address_range(ze_context_handle_t handle, const void* address, void** base,
                       std::size_t* size) {
  Context& context = object<Context>(handle);
  require_address(address);
  const auto found = context.driver().memory().find(address);
  require(found.has_value(), ZE_RESULT_ERROR_INVALID_ARGUMENT);
  if (base != nullptr) *base = found->base;
  if (size != nullptr) *size = found->size;
}

}  // namespace
}  // namespace zecpu

using namespace zecpu;

ze_result_t ZE_APICALL zeGetMemProcAddrTable(ze_api_version_t version, ze_mem_dditable_t* table) {
  const ze_result_t result =
      prepare_table(version, table, &ze_mem_dditable_t::pfnFreeExt, {{6, 11}, {9, 12}, {15, 13}});
  if (result != ZE_RESULT_SUCCESS) return result;
  table->pfnAllocShared = Entry<"zeMemAllocShared", alloc_shared>::call;
  table->pfnAllocDevice = Entry<"zeMemAllocDevice", alloc_device>::call;
  table->pfnAllocHost = Entry<"zeMemAllocHost", alloc_host>::call;
  table->pfnFree = Entry<"zeMemFree", free_memory>::call;
  table->pfnGetAllocProperties = Entry<"zeMemGetAllocProperties", get_alloc_properties>::call;
  table->pfnGetAddressRange = Entry<"zeMemGetAddressRange", get_address_range>::call;
  return result;
}
