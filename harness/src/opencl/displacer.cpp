// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/displacer.hpp"

#include <algorithm>
#include <iterator>

#include "opencl/device_info.hpp"

namespace tickbench::opencl {
namespace {

// Odd, so that every step gives another pattern; large, so that all its bytes change (2^32 / the
// golden ratio).
constexpr cl_uint kPatternStep = 0x9E3779B9;

template <class T>
T queue_value(cl_command_queue queue, cl_command_queue_info what, const std::string& where) {
  T value{};
  // NOLINTNEXTLINE(bugprone-sizeof-expression): a handle is a pointer, and its size is meant
  check(clGetCommandQueueInfo(queue, what, sizeof(T), &value, nullptr), "clGetCommandQueueInfo",
        where);
  return value;
}

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

}  // namespace

void Displacer::check_memory(cl_int status, const char* call, std::size_t bytes) const {
  if (!means_no_memory(status)) return check(status, call, where_);
  throw Error(Outcome::kOutOfMemory, std::string(call) + ": " + describe_status(status) + " for " +
                                         bytes_text(bytes) + " to displace the caches, on " +
                                         where_);
}

void Displacer::reserve(std::size_t bytes) {
  auto* const context = queue_value<cl_context>(queue_, CL_QUEUE_CONTEXT, where_);
  auto* const device = queue_value<cl_device_id>(queue_, CL_QUEUE_DEVICE, where_);
  const std::size_t largest = device_value<cl_ulong>(
      device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, "clGetDeviceInfo(CL_DEVICE_MAX_MEM_ALLOC_SIZE)");
  const auto memory = device_value<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE,
                                             "clGetDeviceInfo(CL_DEVICE_GLOBAL_MEM_SIZE)");
  if (bytes > memory)
    throw Error(Outcome::kOverLimit, "the " + bytes_text(bytes) +
                                         " to displace the caches are above the memory that the "
                                         "device '" +
                                         where_ + "' states, " + bytes_text(memory));
  std::size_t total = reserved_;
  std::vector<Chunk> added;  // given back where not all of them can be had
  while (total < bytes) {
    // Whole patterns: a fill's size is a multiple of its pattern's.
    const std::size_t size = std::min((bytes - total + sizeof(pattern_) - 1), largest) /
                             sizeof(pattern_) * sizeof(pattern_);
    cl_int status = CL_SUCCESS;
    auto buffer =
        MemoryHandle::adopt(clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &status));
    check_memory(status, "clCreateBuffer", size);
    // Taken now: many drivers take the memory for the first command that uses it.
    check_memory(clEnqueueFillBuffer(queue_, buffer.get(), &pattern_, sizeof(pattern_), 0,
                                     sizeof(pattern_), 0, nullptr, nullptr),
                 "clEnqueueFillBuffer, of the first bytes", size);
    check_memory(clFinish(queue_), "clFinish after the first bytes were filled", size);
    added.push_back({std::move(buffer), size});
    total += size;
  }
  std::move(added.begin(), added.end(), std::back_inserter(chunks_));
  reserved_ = total;
}

void Displacer::displace(std::size_t bytes) {
  if (bytes > reserved_) reserve(bytes);
  pattern_ += kPatternStep;
  std::size_t left = bytes;
  for (const Chunk& chunk : chunks_) {
    const std::size_t part =
        std::min((left + sizeof(pattern_) - 1) / sizeof(pattern_) * sizeof(pattern_), chunk.size);
    if (part == 0) break;
    check(clEnqueueFillBuffer(queue_, chunk.buffer.get(), &pattern_, sizeof(pattern_), 0, part, 0,
                              nullptr, nullptr),
          "clEnqueueFillBuffer, to displace the caches", where_);
    left -= std::min(left, part);
  }
  check(clFinish(queue_), "clFinish after displacing the caches", where_);
}

}  // namespace tickbench::opencl
