// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/device.hpp"

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
      queue_({context_.get(), device.device, info_, use_}, clocks_of(device.driver, device.device),
             options),
      programs_(context_.get(), device.device, info_),
      reaches_heap_(reaches_heap(device.device)) {}

std::unique_ptr<backend::Memory> Device::allocate(std::size_t bytes, backend::MemoryKind kind) {
  return Allocator{context_.get(), handles_.device, info_, use_}.allocate(bytes, kind);
}

void Device::write(backend::Memory& to, std::span<const std::byte> from) {
  backend::write_memory(queue_, to, from, [&] {
    queue_.copy_now(as_buffer(to).pointer(), from.data(), from.size());
  });
}

void Device::read(backend::Memory& from, std::span<std::byte> to) {
  backend::read_memory(queue_, from, to,
                       [&] { queue_.copy_now(to.data(), as_buffer(from).pointer(), to.size()); });
}

std::unique_ptr<backend::Kernel> Device::kernel(std::string_view name) {
  return std::make_unique<Kernel>(programs_.with_kernel(name), std::string(name), reaches_heap_,
                                  info_);
}

}  // namespace tickbench::level_zero
