// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/host_memory.hpp"

#include <malloc.h>
#include <unistd.h>

#include <cstring>
#include <thread>

#include "base/parallel.hpp"

namespace tickbench {
namespace {

/// Of a processor: the largest caches of one core have 3 MiB.
constexpr std::size_t kLeastShare = std::size_t{4} << 20;

/// The shortest line of any cache, and the widest vector.
constexpr std::size_t kLine = 64;

/// Pages are at least this long.
constexpr std::size_t kPage = 4096;

/// Of bytes: what one processor writes while another one starts.
constexpr std::size_t kLeastPart = std::size_t{1} << 20;

std::size_t positive(long value) { return value > 0 ? static_cast<std::size_t>(value) : 0; }

}  // namespace

void touch(std::span<std::byte> memory) {
  in_parallel(memory.size(), kLeastPart, [memory](std::size_t begin, std::size_t end) {
    // Through a volatile: nobody may read it before it is written again.
    for (std::size_t i = begin; i < end; i += kPage)
      *static_cast<volatile std::byte*>(memory.data() + i) = std::byte{};
  });
}

void keep_freed_memory() {
#ifdef __GLIBC__
  // All of it from the heap, the end of which is never given back.
  ::mallopt(M_MMAP_MAX, 0);
  ::mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

void release_freed_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

// Not by an aligned new: of that the C library leaves gaps, into which the next one does not fit.
HostMemory::HostMemory(std::size_t bytes, Contents contents)
    : memory_(new std::byte[bytes + kLine]), size_(bytes) {
  const auto past = reinterpret_cast<std::uintptr_t>(memory_.get()) % kLine;
  data_ = memory_.get() + (kLine - past) % kLine;
  if (contents == Contents::kAny) {
    touch(this->bytes());
    return;
  }
  in_parallel(bytes, kLeastPart, [this](std::size_t begin, std::size_t end) {
    std::memset(data_ + begin, 0, end - begin);
  });
}

HostCache::HostCache(std::size_t bytes)
    : processors_(allowed_processors()),
      memory_(std::max(bytes, processors_.size() * kLeastShare)) {}

/// Reads and writes: a plain store may pass by the caches.
void HostCache::displace() {
  const std::size_t share = (memory_.size() + processors_.size() - 1) / processors_.size();
  std::vector<std::jthread> threads;
  for (std::size_t part = 0; part < processors_.size(); ++part)
    threads.emplace_back([this, part, share] {
      keep_to(std::span(processors_).subspan(part, 1));
      const std::size_t end = std::min((part + 1) * share, memory_.size());
      for (std::size_t i = part * share; i < end; i += kLine) ++memory_[i];
    });
}

std::size_t host_displaced() {
  const std::size_t cache = std::max(positive(::sysconf(_SC_LEVEL3_CACHE_SIZE)),
                                     positive(::sysconf(_SC_LEVEL2_CACHE_SIZE)));
  const std::size_t memory =
      positive(::sysconf(_SC_PHYS_PAGES)) * positive(::sysconf(_SC_PAGE_SIZE));
  return displaced_bytes(cache, memory);
}

}  // namespace tickbench
