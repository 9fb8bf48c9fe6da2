// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../memory.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "../entry_point.hpp"
#include "../stream.hpp"

using namespace cuhost;

namespace {

char* pointer(CUdeviceptr address) {
  return reinterpret_cast<char*>(address);  // NOLINT(performance-no-int-to-ptr): NVIDIA's form
}

void allocate(CUdeviceptr* to, std::size_t bytes) {
  require_context();
  auto& address = require(to);
  address = reinterpret_cast<CUdeviceptr>(memory().allocate(bytes, Memory::Kind::kDevice));
}

template <class T>
void fill(CUdeviceptr to, T value, std::size_t count, CUstream_st* stream) {
  auto& queue = stream_of(stream);
  if (!memory().has(pointer(to), count * sizeof(T))) throw Failure{kInvalidValue};
  queue.enqueue(
      [at = reinterpret_cast<T*>(pointer(to)), value, count] { std::fill_n(at, count, value); });
}

/// As NVIDIA's: from pageable memory what is copied is taken at once, and to pageable memory the
/// caller waits.
void copy(CUdeviceptr to_address, CUdeviceptr from_address, std::size_t bytes,
          CUstream_st& stream) {
  char* const to = pointer(to_address);
  const char* const from = pointer(from_address);
  const bool is_to_known = memory().has(to, bytes);
  const bool is_from_known = memory().has(from, bytes);
  if (!is_to_known || !is_from_known) stream.require_no_capture();
  if (is_to_known && !is_from_known) {
    std::vector<char> kept(from, from + bytes);
    return stream.enqueue(
        [to, kept = std::move(kept)] { std::memcpy(to, kept.data(), kept.size()); });
  }
  stream.enqueue([to, from, bytes] { std::memcpy(to, from, bytes); });
  if (!is_to_known) stream.synchronize();
}

}  // namespace

int cuMemAlloc_v2(CUdeviceptr* to, std::size_t bytes) {
  return entered("cuMemAlloc_v2", [&] { allocate(to, bytes); });
}

int cuMemAllocManaged(CUdeviceptr* to, std::size_t bytes, unsigned flags) {
  return entered("cuMemAllocManaged", [&] {
    if (flags != 1 && flags != 2) throw Failure{kInvalidValue};
    allocate(to, bytes);
  });
}

int cuMemFree_v2(CUdeviceptr address) {
  return entered("cuMemFree_v2", [&] {
    require_context();
    synchronize_all();
    memory().free(pointer(address), Memory::Kind::kDevice);
  });
}

int cuMemHostAlloc(void** to, std::size_t bytes, unsigned flags) {
  return entered("cuMemHostAlloc", [&] {
    require_context();
    if (flags > 7) throw Failure{kInvalidValue};
    require(to) = memory().allocate(bytes, Memory::Kind::kHost);
  });
}

int cuMemFreeHost(void* at) {
  return entered("cuMemFreeHost", [&] {
    require_context();
    synchronize_all();
    memory().free(&require(static_cast<char*>(at)), Memory::Kind::kHost);
  });
}

int cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream_st* stream) {
  return entered("cuMemcpyAsync", [&] { copy(to, from, bytes, stream_of(stream)); });
}

int cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t count, CUstream_st* stream) {
  return entered("cuMemsetD8Async", [&] { fill(to, value, count, stream); });
}

int cuMemsetD16Async(CUdeviceptr to, unsigned short value, std::size_t count, CUstream_st* stream) {
  return entered("cuMemsetD16Async", [&] { fill(to, value, count, stream); });
}

int cuMemsetD32Async(CUdeviceptr to, unsigned value, std::size_t count, CUstream_st* stream) {
  return entered("cuMemsetD32Async", [&] { fill(to, value, count, stream); });
}
