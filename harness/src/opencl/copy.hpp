// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "opencl/buffer.hpp"
#include "opencl/event_log.hpp"

namespace tickbench::opencl {

/// Enqueues fills, and copies between any two kinds of memory.
///
/// | from \ to | kDevice | kShared | kHost, kHeap | kMapped |
/// |---|---|---|---|---|
/// | kDevice | CopyBuffer | CopyBuffer | ReadBuffer | map, ReadBuffer, unmap |
/// | kShared | CopyBuffer | SVMMemcpy | SVMMemcpy | map, ReadBuffer, unmap |
/// | kHost, kHeap | WriteBuffer | SVMMemcpy | SVMMemcpy | map, memcpy, unmap |
/// | kMapped | map, WriteBuffer, unmap | the same | map, memcpy, unmap | map both, memcpy, unmap
/// both |
///
/// Without shared virtual memory no command of OpenCL copies between two host memories:
/// kUnsupported.
struct Copier {
  cl_command_queue queue;
  bool has_svm;
  EventLog& log;
  std::string_view where;

  void copy(Buffer& to, Buffer& from, std::size_t bytes) const;
  void fill(Buffer& to, std::span<const std::byte> pattern, std::size_t bytes) const;

 private:
  template <class Call, class... Arguments>
  void enqueue(const char* name, Call call, Arguments... arguments) const;
  void copy_direct(Buffer& to, Buffer& from, std::size_t bytes) const;
  void copy_mapped(Buffer& to, Buffer& from, std::size_t bytes) const;
  void copy_pointers(void* to, const void* from, std::size_t bytes) const;
  void write(cl_mem to, const void* from, std::size_t bytes) const;
  void read(void* to, cl_mem from, std::size_t bytes) const;
  void* map(Buffer& buffer, cl_map_flags flags, std::size_t bytes) const;
  void unmap(Buffer& buffer, void* mapped) const;
};

}  // namespace tickbench::opencl
