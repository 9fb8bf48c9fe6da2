// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/profiler.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "base/throw_error.hpp"
#include "cuda/driver.hpp"

namespace tickbench::cuda::profiler {
namespace {

void* load() {
  const auto named = named_library(kLibraryVariable);
  if (named.empty() && driver().is_substitute)
    throw Error(Outcome::kUnsupported, "CUPTI works with NVIDIA's own driver");
  std::vector<std::string> files;
  for (const std::string folder :
       {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/extras/CUPTI/lib64/"})
    for (const char* const name : {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8"})
      files.push_back(folder + name);
  // A process has one receiver of records.
  for (const auto& file : files)
    if (::dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD) != nullptr)
      throw Error(Outcome::kUnsupported, "another part of this process uses CUPTI");
  if (!named.empty()) files = {named};
  std::string why;
  for (const auto& file : files) {
    if (void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    if (why.empty()) why = last_loader_error();
  }
  throw_error(Outcome::kUnsupported, "no CUPTI is found ({})", why);
}

using RequestBuffer = void (*)(unsigned char** buffer, std::size_t* bytes, std::size_t* most);
using TakeBuffer = void (*)(CUctx_st* context, std::uint32_t stream, unsigned char* buffer,
                            std::size_t bytes, std::size_t valid);

/// Its entry points.
class Library {
  /// Becomes a pointer to a function of whatever type takes it.
  struct Entry {
    void* found;
    template <class Function>
    operator Function*() const {  // NOLINT(google-explicit-constructor): so that it becomes one
      return reinterpret_cast<Function*>(found);
    }
  };
  Entry entry(const char* name) const {
    if (void* const found = ::dlsym(loaded_, name)) return {found};
    throw_error(Outcome::kUnsupported, "CUPTI has no function {}", name);
  }
  void* loaded_ = load();

 public:
  int (*register_callbacks)(RequestBuffer, TakeBuffer) = entry("cuptiActivityRegisterCallbacks");
  int (*enable)(std::uint32_t kind) = entry("cuptiActivityEnable");
  int (*disable)(std::uint32_t kind) = entry("cuptiActivityDisable");
  int (*flush_all)(std::uint32_t flags) = entry("cuptiActivityFlushAll");
  int (*next_record)(unsigned char* buffer, std::size_t valid,
                     unsigned char** record) = entry("cuptiActivityGetNextRecord");
  int (*count_dropped)(CUctx_st* context, std::uint32_t stream,
                       std::size_t* dropped) = entry("cuptiActivityGetNumDroppedRecords");
  int (*finalize)() = entry("cuptiFinalize");
  int (*get_timestamp)(std::uint64_t* time) = entry("cuptiGetTimestamp");
  int (*describe)(int result, const char** text) = entry("cuptiGetResultString");
};
const Library& library() {
  static const Library kLibrary;
  return kLibrary;
}

constexpr std::array kKinds{kKernels, kCopies, kFills, kPeerCopies};

void require(int result, const char* call) {
  if (result == 0) return;
  const char* text = nullptr;
  if (library().describe(result, &text) != 0 || text == nullptr) text = "unknown result";
  throw_error(Outcome::kUnsupported, "{}: {} ({})", call, text, result);
}

/// The profiler hands buffers back on threads of its own too.
struct Receiver {
  std::mutex mutex;
  Recorded recorded;
};
Receiver& receiver() {
  static auto& instance = *new Receiver;  // as long as the process
  return instance;
}

void request_buffer(unsigned char** buffer, std::size_t* bytes, std::size_t* most) {
  constexpr std::size_t kBytes = std::size_t{4} << 20;
  *buffer = static_cast<unsigned char*>(std::aligned_alloc(alignof(std::max_align_t), kBytes));
  *bytes = *buffer == nullptr ? 0 : kBytes;
  *most = 0;  // as many as fit
}

template <class T>
T field(const unsigned char* record, std::size_t at) {
  T value{};
  std::memcpy(&value, record + at, sizeof(value));
  return value;
}

void add(const unsigned char* record, Recorded& to) {
  Activity found{.kind = field<std::uint32_t>(record, kKindAt),
                 .start = field<std::uint64_t>(record, kStartAt),
                 .end = field<std::uint64_t>(record, kEndAt),
                 .device = field<std::uint32_t>(record, kDeviceAt),
                 .kernel = {}};
  if (std::ranges::find(kKinds, found.kind) == kKinds.end()) return;
  if (found.kind == kKernels) {
    found.device = field<std::uint32_t>(record, kKernelDeviceAt);
    if (const auto* const name = field<const char*>(record, kKernelNameAt)) found.kernel = name;
  }
  // The profiler does not know the time of each.
  if (found.start == 0 || found.end < found.start)
    ++to.lost;
  else
    to.activities.push_back(std::move(found));
}

void take_buffer(CUctx_st* context, std::uint32_t stream, unsigned char* buffer,
                 std::size_t /*bytes*/, std::size_t valid) {
  const std::lock_guard lock(receiver().mutex);
  auto& to = receiver().recorded;
  int result = 0;
  try {
    unsigned char* record = nullptr;
    while ((result = library().next_record(buffer, valid, &record)) == 0) add(record, to);
  } catch (const std::bad_alloc&) {  // nothing is thrown into the profiler
  }
  std::size_t dropped = 0;
  const bool is_known = library().count_dropped(context, stream, &dropped) == 0;
  to.lost += dropped + (is_known && (valid == 0 || result == kNoMoreRecords) ? 0 : 1);
  std::free(buffer);
}

Recorded taken() {
  const std::lock_guard lock(receiver().mutex);
  return std::exchange(receiver().recorded, {});
}

/// Launches behind it cost what they did before.
void switch_off() {
  for (const auto kind : kKinds) library().disable(kind);
  library().finalize();
}

}  // namespace

Recording::Recording() {
  taken();  // what came late of an earlier one
  require(library().register_callbacks(request_buffer, take_buffer),
          "cuptiActivityRegisterCallbacks");
  try {
    for (const auto kind : kKinds) require(library().enable(kind), "cuptiActivityEnable");
  } catch (...) {
    switch_off();
    throw;
  }
}

Recording::~Recording() { switch_off(); }

std::uint64_t Recording::now() {
  std::uint64_t time = 0;
  require(library().get_timestamp(&time), "cuptiGetTimestamp");
  return time;
}

Recorded Recording::take() {
  constexpr std::uint32_t kForced = 1;  // what is not complete too
  require(library().flush_all(kForced), "cuptiActivityFlushAll");
  return taken();
}

Seconds device_busy(Recorded recorded, std::uint32_t device, std::uint64_t since) {
  auto& found = recorded.activities;
  std::erase_if(found, [&](const Activity& activity) {
    return activity.device != device || activity.end <= since;
  });
  if (recorded.lost > 0 || found.empty())
    throw_error(Outcome::kUnsupported, "CUPTI has {} records of this device, and lost {} in all",
                found.size(), recorded.lost);
  std::ranges::sort(found, {}, &Activity::start);
  std::uint64_t busy = 0, until = since;
  for (const auto& activity : found) {
    const auto end = std::max(activity.end, until);
    busy += end - std::max(activity.start, until);
    until = end;
  }
  return std::chrono::nanoseconds(busy);
}

}  // namespace tickbench::cuda::profiler
