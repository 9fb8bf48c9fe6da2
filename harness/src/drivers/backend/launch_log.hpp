// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::backend {

/// What a body does with a device while this lives: the launches that it makes, and what it puts
/// into buffers, in their order. One that is made meanwhile takes its place: so the harness keeps
/// its own work out.
class LaunchLog {
 public:
  LaunchLog();
  LaunchLog(const LaunchLog&) = delete;
  LaunchLog& operator=(const LaunchLog&) = delete;
  ~LaunchLog();

  // Into the one that counts, if there is any.
  static void note_kernel(std::uint64_t launch, const KernelName& name, const Kernel& kernel,
                          std::span<const Argument> arguments, const Range& range);
  /// A copy, or a fill with a pattern; 0: the host wrote this content.
  static void note_transfer(std::uint64_t launch, std::size_t bytes,
                            std::span<const std::byte> content, std::initializer_list<Memory*> of);
  /// Work that is executed apart from the timing, or that resets what is timed.
  static void note_use(const char* how, const Work& work);
  /// Something happens that is not seen.
  static void hide(const char* what);

  /// With the work that is timed. Addresses are not in it: a buffer has the number of its first
  /// use. What the host reaches is read, since the body may write there without a call.
  LaunchDigest digest(const Work& work);

 private:
  static void note(const std::function<void(LaunchLog&)>& what);
  void add(Memory& memory);
  void add(const char* how, const Work& work);

  LaunchLog* outer_;
  std::mutex mutex_;  ///< a body may have threads
  Digest digest_;
  std::vector<std::uint64_t> launches_;
  std::vector<std::pair<Memory*, std::weak_ptr<const void>>> buffers_;
  std::map<const std::byte*, std::uint64_t> code_;  ///< by where it is
  std::string hidden_;
};

}  // namespace tickbench::backend
