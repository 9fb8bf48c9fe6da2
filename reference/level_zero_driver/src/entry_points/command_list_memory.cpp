// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "../context.hpp"
#include "../memory_commands.hpp"
#include "command_list.hpp"

namespace zecpu {
namespace {

void append_copy(ze_command_list_handle_t list, void* to, const void* from, std::size_t size,
                 ze_event_handle_t signal, std::uint32_t count, ze_event_handle_t* waits) {
  object<CommandList>(list);
  require_address(to);
  require_address(from);
  append<CopyCommand>(list, {signal, count, waits}, to, from, size);
}

void append_copy_from_context(ze_command_list_handle_t list, void* to, ze_context_handle_t context,
                              const void* from, std::size_t size, ze_event_handle_t signal,
                              std::uint32_t count, ze_event_handle_t* waits) {
  object<CommandList>(list);
  object<Context>(context);
  append_copy(list, to, from, size, signal, count, waits);
}

void append_fill(ze_command_list_handle_t list, void* to, const void* pattern,
                 std::size_t pattern_size, std::size_t size, ze_event_handle_t signal,
                 std::uint32_t count, ze_event_handle_t* waits) {
  object<CommandList>(list);
  require_address(to);
  require_address(pattern);
  require(std::has_single_bit(pattern_size) && pattern_size <= kMaxFillPattern,
          ZE_RESULT_ERROR_INVALID_SIZE);
  const auto* bytes = static_cast<const std::byte*>(pattern);
  append<FillCommand>(list, {signal, count, waits}, to,
                      std::vector<std::byte>(bytes, bytes + pattern_size), size);
}

// 64 bits: the end of a box may lie above 32.
bool overlap(std::uint64_t first, std::uint64_t second, std::uint64_t length) {
  return first < second + length && second < first + length;
}

// Boxes of one picture; those of different ones that share memory cannot be told.
bool overlap(const Box& a, const Box& b) {
  return a.base == b.base && a.pitch == b.pitch && a.slice_pitch == b.slice_pitch &&
         overlap(a.region.originX, b.region.originX, a.region.width) &&
         overlap(a.region.originY, b.region.originY, a.region.height) &&
         overlap(a.region.originZ, b.region.originZ, std::max(1U, a.region.depth));
}

// Rows and slices that lie over each other are no box. What is not repeated needs no pitch.
bool is_box(const Box& box) {
  const ze_copy_region_t& region = box.region;
  if (region.height == 0) return true;
  const bool has_rows = region.height == 1 || box.pitch >= region.width;
  const std::size_t slice_bytes = box.pitch * (region.height - 1) + region.width;
  return has_rows && (region.depth <= 1 || box.slice_pitch >= slice_bytes);
}

void append_copy_region(ze_command_list_handle_t list, void* to, const ze_copy_region_t* to_region,
                        std::uint32_t to_pitch, std::uint32_t to_slice_pitch, const void* from,
                        const ze_copy_region_t* from_region, std::uint32_t from_pitch,
                        std::uint32_t from_slice_pitch, ze_event_handle_t signal,
                        std::uint32_t count, ze_event_handle_t* waits) {
  object<CommandList>(list);
  require_address(to);
  require_address(from);
  const Box target{static_cast<char*>(to), require_pointer(to_region), to_pitch, to_slice_pitch};
  const Box source{const_cast<char*>(static_cast<const char*>(from)), require_pointer(from_region),
                   from_pitch, from_slice_pitch};
  require(target.region.width == source.region.width &&
              target.region.height == source.region.height &&
              target.region.depth == source.region.depth,
          ZE_RESULT_ERROR_INVALID_SIZE);
  require(is_box(target) && is_box(source), ZE_RESULT_ERROR_INVALID_SIZE);
  require(!overlap(target, source), ZE_RESULT_ERROR_OVERLAPPING_REGIONS);
  append<CopyRegionCommand>(list, {signal, count, waits}, target, source);
}

// Hints: there is one memory, and every access to it is the same.
void append_prefetch(ze_command_list_handle_t list, const void* address, std::size_t /*size*/) {
  object<CommandList>(list);
  require_address(address);
}

void append_advise(ze_command_list_handle_t list, ze_device_handle_t device, const void* address,
                   std::size_t /*size*/, ze_memory_advice_t advice) {
  object<CommandList>(list);
  object<Device>(device);
  require_address(address);
  require(advice <= ZE_MEMORY_ADVICE_BIAS_UNCACHED, ZE_RESULT_ERROR_INVALID_ENUMERATION);
}

}  // namespace

void set_memory_commands(ze_command_list_dditable_t& table) {
  table.pfnAppendMemoryCopy = Entry<"zeCommandListAppendMemoryCopy", append_copy>::call;
  table.pfnAppendMemoryCopyFromContext =
      Entry<"zeCommandListAppendMemoryCopyFromContext", append_copy_from_context>::call;
  table.pfnAppendMemoryFill = Entry<"zeCommandListAppendMemoryFill", append_fill>::call;
  table.pfnAppendMemoryCopyRegion =
      Entry<"zeCommandListAppendMemoryCopyRegion", append_copy_region>::call;
  table.pfnAppendMemoryPrefetch = Entry<"zeCommandListAppendMemoryPrefetch", append_prefetch>::call;
  table.pfnAppendMemAdvise = Entry<"zeCommandListAppendMemAdvise", append_advise>::call;
}

}  // namespace zecpu
