// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>
#include <level_zero/ze_ddi.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "../calls.hpp"
#include "../entry_point.hpp"
#include "../result.hpp"

namespace zecpu {

/// The version of the specification whose tables this driver fills: those of later ones are longer.
constexpr ze_api_version_t kApiVersion = ZE_API_VERSION_1_4;

/// Behind every slot that this driver does not implement. The loader calls it with the arguments of
/// whatever the slot stands for; the caller cleans them up, so that one function serves all.
ze_result_t refuse();

/// From this version of the specification on a table has so many slots.
struct TableGrowth {
  int minor;  ///< of version 1
  std::size_t slots;
};

/// Fills a table with refusals, up to the last entry of version 1.4 (an older loader than that is
/// not served), and up to the last one of the loader's own version, as `growth` says. Slots of a
/// version that is newer than all in `growth` stay as they are.
template <class Table, class Last>
ze_result_t prepare_table(ze_api_version_t version, Table* table, Last Table::*last,
                          std::initializer_list<TableGrowth> growth = {}) {
  if (table == nullptr) return ZE_RESULT_ERROR_INVALID_NULL_POINTER;
  if (ZE_MAJOR_VERSION(version) != ZE_MAJOR_VERSION(kApiVersion) || version < kApiVersion)
    return ZE_RESULT_ERROR_UNSUPPORTED_VERSION;
  using Slot = ze_result_t (*)();
  const Slot slot = refuse;
  char* first = reinterpret_cast<char*>(table);
  char* end = reinterpret_cast<char*>(&(table->*last)) + sizeof(Last);
  static_assert(sizeof(Last) == sizeof slot);
  for (const auto& [minor, slots] : growth)
    if (ZE_MINOR_VERSION(version) >= static_cast<unsigned>(minor))
      end = first + slots * sizeof slot;
  for (; first < end; first += sizeof slot) std::memcpy(first, &slot, sizeof slot);
  return ZE_RESULT_SUCCESS;
}

/// For a slot that the headers of 1.4 have no name for.
template <class Table, class Function>
void set_slot(Table* table, std::size_t index, Function* function) {
  std::memcpy(reinterpret_cast<char*>(table) + index * sizeof function, &function, sizeof function);
}

/// The two-call idiom: a count of 0 asks how many there are; else at most as many are written.
template <class Out, class Make>
void enumerate(std::uint32_t* count, std::uint32_t available, Out* out, Make make) {
  std::uint32_t& wanted = require_pointer(count);
  if (wanted == 0 || wanted > available) {
    const bool only_asks = wanted == 0;
    wanted = available;
    if (only_asks) return;
  }
  if (out == nullptr) return;
  for (std::uint32_t i = 0; i < wanted; ++i) make(out[i], i);
}

/// The same for text, with its terminating zero.
inline void write_text(std::size_t* size, const std::string& text, char* out) {
  std::size_t& room = require_pointer(size);
  const std::size_t needed = text.size() + 1;
  if (out != nullptr && room != 0) {
    const std::size_t part = std::min(room, needed);
    std::memcpy(out, text.c_str(), part);
    out[part - 1] = '\0';
  }
  room = needed;
}

}  // namespace zecpu
