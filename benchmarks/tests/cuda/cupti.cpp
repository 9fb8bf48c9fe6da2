// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cupti.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>

namespace cupti {
namespace {

struct Functions {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name and a list of parameters take none.
#define TICKBENCH_CUPTI_MEMBER(name, parameters) int(*name) parameters = nullptr;
  TICKBENCH_CUPTI_FUNCTIONS(TICKBENCH_CUPTI_MEMBER)
#undef TICKBENCH_CUPTI_MEMBER
};

void* load() {
  // A library of another place, such as of the PyPI package.
  if (const char* const named = std::getenv("TICKBENCH_CUPTI"); named != nullptr) {
    if (void* const library = ::dlopen(named, RTLD_NOW | RTLD_LOCAL)) return library;
    throw std::runtime_error(std::string("TICKBENCH_CUPTI: ") + ::dlerror());
  }
  std::string why;
  for (const std::string folder :
       {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/extras/CUPTI/lib64/"})
    for (const char* const name : {"libcupti.so.13", "libcupti.so.12"}) {
      std::string file = folder;
      file += name;
      if (void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
      if (why.empty()) why = ::dlerror();
    }
  throw std::runtime_error("no CUPTI is installed (" + why + ")");
}

Functions find_all() {
  void* const library = load();
  Functions found;
  // NOLINTNEXTLINE(bugprone-macro-parentheses): the same.
#define TICKBENCH_CUPTI_FIND(name, parameters)                               \
  found.name = reinterpret_cast<int(*) parameters>(::dlsym(library, #name)); \
  if (found.name == nullptr) throw std::runtime_error("CUPTI: no function " #name);
  TICKBENCH_CUPTI_FUNCTIONS(TICKBENCH_CUPTI_FIND)
#undef TICKBENCH_CUPTI_FIND
  return found;
}

const Functions& functions() {
  static const Functions kFound = find_all();
  return kFound;
}

void require(int result, const char* call) {
  if (result == 0) return;
  const char* text = nullptr;
  if (functions().cuptiGetResultString(result, &text) != 0 || text == nullptr) text = "?";
  throw std::runtime_error(std::string(call) + ": " + text + " (" + std::to_string(result) + ")");
}

/// The profiler hands buffers back on threads of its own.
struct Collected {
  std::mutex mutex;
  Durations durations;
};
Collected& collected() {
  static auto& instance = *new Collected;  // as long as the process
  return instance;
}

constexpr std::size_t kBufferBytes = std::size_t{4} << 20;

void request_buffer(unsigned char** buffer, std::size_t* bytes, std::size_t* most) {
  *buffer = static_cast<unsigned char*>(std::aligned_alloc(alignof(Record), kBufferBytes));
  *bytes = *buffer == nullptr ? 0 : kBufferBytes;
  *most = 0;  // as many as fit
}

void add(const Record& record, Durations& to) {
  const auto duration = record.end - record.start;
  if (record.start == 0 || record.end < record.start) {
    ++to.dropped;  // its time is not known
  } else if (record.kind == kCopies) {
    to.copies.push_back(duration);
  } else if (record.kind == kKernels) {
    const char* name = nullptr;
    std::memcpy(&name, reinterpret_cast<const char*>(&record) + offsetof(KernelRecord, name),
                sizeof(name));
    to.kernels[name == nullptr ? "" : name].push_back(duration);
  }
}

void take_buffer(void* context, std::uint32_t stream, unsigned char* buffer, std::size_t /*bytes*/,
                 std::size_t valid) {
  const std::lock_guard lock(collected().mutex);
  auto& to = collected().durations;
  Record* record = nullptr;
  while (functions().cuptiActivityGetNextRecord(buffer, valid, &record) == 0) add(*record, to);
  std::size_t dropped = 0;
  if (functions().cuptiActivityGetNumDroppedRecords(context, stream, &dropped) == 0)
    to.dropped += dropped;
  std::free(buffer);
}

}  // namespace

void start() {
  require(functions().cuptiActivityRegisterCallbacks(request_buffer, take_buffer),
          "cuptiActivityRegisterCallbacks");
  for (const auto kind : {kKernels, kCopies})
    require(functions().cuptiActivityEnable(kind), "cuptiActivityEnable");
}

Durations stop() {
  constexpr std::uint32_t kForced = 1;  // what is not complete too
  require(functions().cuptiActivityFlushAll(kForced), "cuptiActivityFlushAll");
  const std::lock_guard lock(collected().mutex);
  return collected().durations;
}

}  // namespace cupti
