// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.hpp"

#include <sched.h>

#include <algorithm>
#include <future>
#include <thread>

namespace tickbench {
namespace {

/// Parts begin at multiples of it, so that no two write to one line of a cache.
constexpr std::size_t kAlignment = 64;

}  // namespace

std::vector<std::size_t> allowed_processors(pid_t thread) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  // It fails on hosts of more than 1024 processors.
  const bool is_told = sched_getaffinity(thread, sizeof(allowed), &allowed) == 0;
  const std::size_t all = is_told       ? CPU_SETSIZE
                          : thread != 0 ? 0
                                        : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::size_t> processors;
  for (std::size_t i = 0; i < all; ++i)
    if (!is_told || CPU_ISSET(i, &allowed)) processors.push_back(i);
  return processors;
}

bool keep_to(std::span<const std::size_t> processors, pid_t thread) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const auto processor : processors) CPU_SET(processor, &set);
  return sched_setaffinity(thread, sizeof(set), &set) == 0;
}

void in_parallel(std::size_t count, std::size_t least,
                 const std::function<void(std::size_t begin, std::size_t end)>& part) {
  const std::size_t most = count / std::max(least, kAlignment);
  const std::size_t parts = most < 2 ? 1 : std::min(most, allowed_processors().size());
  const auto begin = [&](std::size_t index) {
    return index == parts ? count : count / parts * index / kAlignment * kAlignment;
  };
  const auto run = [&](std::size_t index) { part(begin(index), begin(index + 1)); };
  std::vector<std::future<void>> futures;
  // Both policies: where no thread can be had, `get` runs the part.
  for (std::size_t index = 1; index < parts; ++index)
    futures.push_back(std::async(std::launch::async | std::launch::deferred, run, index));
  run(0);
  for (auto& future : futures) future.get();
}

}  // namespace tickbench
