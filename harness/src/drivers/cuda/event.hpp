// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/handle.hpp"
#include "tickbench/seconds.hpp"

namespace tickbench::cuda {

/// A mark in a stream. Create it in the stream's context.
///
/// The driver gives the time between two events as a float of milliseconds. That is exact to the
/// clock's 32 ns up to half a second, and to 4 us at a minute: so only two marks of one bracket are
/// compared, never one with an old base.
class Event {
 public:
  explicit Event(const backend::DeviceInfo& info) : info_(&info) {
    CUevent_st* event = nullptr;
    check(driver().cuEventCreate(&event, 0), "cuEventCreate", info);
    handle_ = EventHandle(event);
  }

  void record(CUstream_st* stream) {
    check(driver().cuEventRecord(handle_.get(), stream), "cuEventRecord", *info_);
  }
  /// Once the stream is finished. Throws Error (kDeviceError) where one of them was not executed.
  Seconds until(const Event& later) const;

 private:
  EventHandle handle_;
  const backend::DeviceInfo* info_;
};

}  // namespace tickbench::cuda
