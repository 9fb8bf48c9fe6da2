// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "laboratory.hpp"

namespace cllab {

/// What one call is to do. By default, what it does without the layer.
struct Order {
  std::optional<int> fails_with;  ///< it does nothing and returns this
  std::optional<int> returns;     ///< it does its work, and returns this
  bool stalls = false;            ///< an event that never comes goes before it
  bool skips = false;             ///< it succeeds and does nothing
};

/// One entry point: how often it was called, and what is planned for it.
class Call {
 public:
  explicit Call(const char* name);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Counts a call, and says what it is to do. Does not return where the call is to hang.
  Order begin();

  std::string_view name() const { return name_; }
  std::uint64_t count() const { return count_.load(std::memory_order_relaxed); }
  bool gives_back() const { return gives_back_; }
  bool retains() const { return retains_; }

 private:
  enum class WhenLost { kWorks, kWorksAndFails, kFails };
  static WhenLost when_lost(std::string_view name);
  Order once_lost() const;

  std::string_view name_;
  WhenLost when_lost_;
  bool gives_back_;
  bool retains_;
  bool is_skippable_;
  std::atomic<std::uint64_t> count_{0};
};

/// Every entry point of the layer.
void add_call(Call& call);
/// When all are added. Where the settings are wrong, or name a call that is none of them, standard
/// error says so, and every call fails: a laboratory that was silently off would prove nothing.
void check_settings();
/// Writes CLLAB_CALLS_OUT and CLLAB_OBJECTS_OUT.
void write_reports();

}  // namespace cllab
