// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "level_zero/device_info.hpp"
#include "level_zero/error.hpp"
#include "level_zero/event.hpp"

namespace tickbench::level_zero {

/// A command list used as an in-order stream: a regular one with the queue it runs on (what is
/// appended is executed by the next `finish`), or an immediate one.
///
/// Commands of a list may overlap. A barrier after each keeps them in order, as a stream
/// of dependent work would; its cost is part of what a batched launch costs.
class CommandList {
 public:
  enum class Kind { kRegular, kImmediate };

  /// A list, and a queue where it takes one, of its own.
  CommandList(ze_context_handle_t context, ze_device_handle_t device, const QueueGroup& group,
              Kind kind, std::string where);
  /// The caller's list: regular with the queue that executes it, immediate where `queue` is null.
  /// What the caller appended is not seen: it is never taken for empty.
  CommandList(ze_context_handle_t context, ze_device_handle_t device, ze_command_list_handle_t list,
              ze_command_queue_handle_t queue, std::string where);

  /// Open for appends.
  ze_command_list_handle_t get();
  Kind kind() const noexcept { return queue_ == nullptr ? Kind::kImmediate : Kind::kRegular; }
  /// To be called after anything was appended to get().
  void appended() noexcept { is_empty_ = false; }
  /// The same with the result of the append: where it failed, drops what the list holds and throws.
  void appended(ze_result_t result, std::string_view call);
  void barrier();
  /// The device writes its global timestamp to `to` once all that was appended before is done, and
  /// before all that is appended after.
  void write_timestamp(std::uint64_t* to);
  /// Has everything executed, and waits. A regular list is then empty again.
  void finish();
  /// For a failure's way out, on which memory is freed: nothing that was appended executes still,
  /// or ever will.
  void drop() noexcept;
  /// When the last `finish` gave a regular list to its queue, by the host's clock; nothing for an
  /// immediate list, which is given everything at once.
  std::optional<std::chrono::nanoseconds> submitted() const noexcept { return submitted_; }
  /// How often a regular list was given to its queue.
  std::uint64_t submissions() const noexcept { return submissions_; }
  /// Of a list of its own.
  std::size_t largest_fill_pattern() const noexcept { return largest_fill_pattern_; }

 private:
  ze_result_t reset() noexcept;
  void execute_and_wait();
  void signal_and_wait();
  void wait_for_immediate();

  std::string where_;
  CommandQueueHandle own_queue_;
  CommandListHandle own_list_;
  ze_command_queue_handle_t queue_;
  ze_command_list_handle_t list_;
  TimestampEvents done_;  ///< one, signalled behind what an immediate list was given
  bool is_empty_ = true;
  bool must_reset_ = false;  ///< after a reset that failed
  std::optional<std::chrono::nanoseconds> submitted_;
  std::uint64_t submissions_ = 0;
  std::size_t largest_fill_pattern_ = 0;
};

}  // namespace tickbench::level_zero
