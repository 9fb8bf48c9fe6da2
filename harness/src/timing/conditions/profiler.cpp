// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/profiler.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "base/throw_error.hpp"
#include "conditions/shared_library.hpp"

namespace tickbench::conditions::profiler {
namespace {

SharedLibrary load() {
  std::vector<std::string> files;
  for (const std::string folder :
       {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/extras/CUPTI/lib64/"})
    for (const char* const name : {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8"})
      files.push_back(folder + name);
  // A process has one receiver of records.
  for (const auto& file : files)
    if (::dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD) != nullptr)
      throw Error(Outcome::kUnsupported, "another part of this process uses CUPTI");
  // Nothing of the environment for a program with more rights than its caller.
  if (const char* const named = ::secure_getenv(kLibraryVariable)) files = {named};
  std::string why;
  for (const auto& file : files) {
    if (const SharedLibrary library(file); library) return library;
    if (why.empty()) why = ::dlerror();
  }
  throw_error(Outcome::kUnsupported, "no CUPTI is found ({})", why);
}

template <class... Parameters>
using Function = LibraryFunction<int, Parameters...>;
using RequestBuffer = void (*)(unsigned char** buffer, std::size_t* bytes, std::size_t* most);
using TakeBuffer = void (*)(void* context, std::uint32_t stream, unsigned char* buffer,
                            std::size_t bytes, std::size_t valid);

struct Calls {
  SharedLibrary library = load();
  Function<RequestBuffer, TakeBuffer> register_callbacks{library, "cuptiActivityRegisterCallbacks"};
  Function<std::uint32_t> enable{library, "cuptiActivityEnable"};
  Function<std::uint32_t> disable{library, "cuptiActivityDisable"};
  Function<std::uint32_t> flush_all{library, "cuptiActivityFlushAll"};
  Function<unsigned char*, std::size_t, unsigned char**> next{library,
                                                              "cuptiActivityGetNextRecord"};
  Function<void*, std::uint32_t, std::size_t*> dropped{library,
                                                       "cuptiActivityGetNumDroppedRecords"};
  Function<std::uint64_t*> timestamp{library, "cuptiGetTimestamp"};
  Function<> finalize{library, "cuptiFinalize"};
  Function<int, const char**> text{library, "cuptiGetResultString"};
};
const Calls& calls() {
  static const Calls kCalls;
  return kCalls;
}

void require(int result, const char* call) {
  if (result != 0)
    throw_error(Outcome::kUnsupported, "{}: {} ({})", call,
                calls().text.value(result).value_or("no such call"), result);
}

/// The profiler hands buffers back on threads of its own too.
struct Receiver {
  std::mutex mutex;
  Recorded recorded;

  Recorded take() {
    const std::lock_guard lock(mutex);
    return std::exchange(recorded, {});
  }
};
Receiver& receiver() {
  static auto& instance = *new Receiver;  // as long as the process
  return instance;
}

constexpr std::array kKinds{kKernels, kCopies, kFills, kPeerCopies};

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

void take_buffer(void* context, std::uint32_t stream, unsigned char* buffer, std::size_t /*bytes*/,
                 std::size_t valid) {
  const std::lock_guard lock(receiver().mutex);
  auto& to = receiver().recorded;
  int result = valid == 0 ? kNoMoreRecords : 0;
  try {
    unsigned char* record = nullptr;
    while (result == 0 && (result = calls().next.status(buffer, valid, &record)) == 0)
      add(record, to);
  } catch (const std::bad_alloc&) {  // nothing is thrown into the profiler
  }
  to.lost += calls().dropped.value(context, stream).value_or(1);
  if (result != kNoMoreRecords) ++to.lost;
  std::free(buffer);
}

/// Launches behind it cost what they did before.
void switch_off() {
  for (const auto kind : kKinds) calls().disable(kind);
  calls().finalize();
}

}  // namespace

Recording::Recording(std::string_view vendor) {
  const char* const named = ::secure_getenv(kLibraryVariable);
  if (named != nullptr && *named != '/')
    throw_error(Outcome::kInvalidBenchmark, "{}: expected an absolute path, found '{}'",
                kLibraryVariable, named);
  if (named == nullptr && vendor != "NVIDIA")
    throw Error(Outcome::kUnsupported, "CUPTI works with NVIDIA's own driver");
  receiver().take();  // what came late of an earlier one
  require(calls().register_callbacks.status(request_buffer, take_buffer),
          "cuptiActivityRegisterCallbacks");
  try {
    for (const auto kind : kKinds) require(calls().enable.status(kind), "cuptiActivityEnable");
  } catch (...) {
    switch_off();
    throw;
  }
}

Recording::~Recording() { switch_off(); }

std::uint64_t Recording::now() {
  std::uint64_t time = 0;
  require(calls().timestamp.status(&time), "cuptiGetTimestamp");
  return time;
}

Recorded Recording::take() {
  constexpr std::uint32_t kForced = 1;  // what is not complete too
  require(calls().flush_all.status(kForced), "cuptiActivityFlushAll");
  return receiver().take();
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

}  // namespace tickbench::conditions::profiler
