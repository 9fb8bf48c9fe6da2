// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/device.hpp"

#include <cstring>

#include "backend/memory.hpp"
#include "level_zero/device_info.hpp"
#include "level_zero/kernel.hpp"

namespace tickbench::level_zero {
namespace {

ContextHandle create_context(ze_driver_handle_t driver, const std::string& where) {
  ze_context_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC;
  ze_context_handle_t context = nullptr;
  check(zeContextCreate(driver, &description, &context), "zeContextCreate", where);
  return ContextHandle(context);
}

}  // namespace

Device::Device(const DriverDevice& device, const std::string& index, const Options& options)
    : handles_(device),
      info_(describe_device(device.driver, device.device, index)),
      context_(create_context(device.driver, info_.name)),
      use_(info_),
      queue_(context_.get(), device.device, clocks_of(device.driver, device.device), info_, use_,
             options),
      programs_(context_.get(), device.device, info_),
      reaches_heap_(reaches_heap(device.device)) {}

std::unique_ptr<backend::Memory> Device::allocate(std::size_t bytes, backend::MemoryKind kind) {
  return Allocator{context_.get(), handles_.device, info_, use_}.allocate(bytes, kind);
}

void Device::write(backend::Memory& to, std::span<const std::byte> from) {
  auto& buffer = as_buffer(to);
  backend::require_room(buffer, from.size(), "write");
  if (from.empty()) return;
  queue_.finish();
  if (buffer.host_pointer() != nullptr) {
    std::memcpy(buffer.host_pointer(), from.data(), from.size());
    return;
  }
  queue_.copy_now(buffer.pointer(), from.data(), from.size());
}

void Device::read(backend::Memory& from, std::span<std::byte> to) {
  auto& buffer = as_buffer(from);
  backend::require_room(buffer, to.size(), "read");
  if (to.empty()) return;
  queue_.finish();
  if (buffer.host_pointer() != nullptr) {
    std::memcpy(to.data(), buffer.host_pointer(), to.size());
    return;
  }
  queue_.copy_now(to.data(), buffer.pointer(), to.size());
}

std::unique_ptr<backend::Kernel> Device::kernel(std::string_view name) {
  return std::make_unique<Kernel>(programs_.with_kernel(name), std::string(name), reaches_heap_,
                                  info_);
}

}  // namespace tickbench::level_zero
