// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "opencl/handle.hpp"

namespace tickbench::opencl {

/// Displaces a device's caches by filling a buffer of its own. Each fill has another pattern, so
/// that neither the caches' compression nor a driver that sees equal contents can make it cheaper.
/// The memory is kept from call to call.
class Displacer {
 public:
  Displacer(cl_command_queue queue, std::string where) : queue_(queue), where_(std::move(where)) {}
  /// Enqueues the fill and waits for it. Throws Error: kOverLimit above the device's memory,
  /// kOutOfMemory where it fails within it.
  void displace(std::size_t bytes);

 private:
  void reserve(std::size_t bytes);
  void check_memory(cl_int status, const char* call, std::size_t bytes) const;

  struct Chunk {
    MemoryHandle buffer;
    std::size_t size;
  };
  cl_command_queue queue_;
  std::string where_;
  std::vector<Chunk> chunks_;
  std::size_t reserved_ = 0;
  cl_uint pattern_ = 0;
};

}  // namespace tickbench::opencl
