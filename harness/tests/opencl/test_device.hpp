// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "opencl/error.hpp"
#include "tickbench/device.hpp"

namespace tickbench::opencl {

/// The first GPU, else the first device; TICKBENCH_TEST_DEVICE names another by a part of its name.
/// Null where there is none.
backend::Device* test_device();
std::string test_device_index();

/// Handles of a program of its own, as code has them that knows nothing of this project.
struct RawDevice {
  cl_device_id device;
  ContextHandle context;
  explicit RawDevice(const std::string& index);
  QueueHandle queue(cl_command_queue_properties properties) const;
  KernelHandle kernel(const char* source, const char* name) const;
  MemoryHandle buffer(std::size_t bytes) const;
};

/// A kernel of some microseconds, with its arguments set, over kSpinItems work-items.
inline constexpr std::size_t kSpinItems = 256;
struct RawSpin {
  MemoryHandle buffer;
  KernelHandle kernel;
  RawSpin(const RawDevice& device, int rounds);
  void enqueue(cl_command_queue queue) const;
};

}  // namespace tickbench::opencl
