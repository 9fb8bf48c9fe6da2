// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/native_queue.hpp"

// As the driver's own header declares them, which is not needed here.
// NOLINTBEGIN(bugprone-reserved-identifier): Level Zero's names.
struct _ze_command_list_handle_t;
struct _ze_command_queue_handle_t;
struct _ze_context_handle_t;
struct _ze_device_handle_t;
// NOLINTEND(bugprone-reserved-identifier)

namespace tickbench {

namespace level_zero {
/// A command list of the caller's own, with the context and the device it was made for. Either an
/// immediate list (`queue` null), or a regular one in the open state with the queue that is to
/// execute it: it is then closed, executed and reset for every bracket. Commands that need an order
/// need barriers of their own.
struct UserList {
  _ze_context_handle_t* context = nullptr;
  _ze_device_handle_t* device = nullptr;
  _ze_command_list_handle_t* list = nullptr;
  _ze_command_queue_handle_t* queue = nullptr;
  bool operator==(const UserList&) const = default;
};
/// To be measured on. Throws Error (kInvalidBenchmark) for a null handle.
std::unique_ptr<TimedQueue> timed_queue(const UserList& list);
}  // namespace level_zero

template <>
struct NativeQueue<level_zero::UserList> {
  static std::unique_ptr<TimedQueue> timed_queue(const level_zero::UserList& list) {
    return level_zero::timed_queue(list);
  }
  static std::unique_ptr<RegionMarker> region_marker(const level_zero::UserList& list);
};
/// The list that is being recorded.
template <>
struct NativeQueue<_ze_command_list_handle_t*> {
  static constexpr std::string_view kBackend = "level_zero";
};

}  // namespace tickbench
