// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// A library in CUPTI's place. The environment, which is read at each call, tells what it does:
//   FAKE_CUPTI_RECORDS  "KIND DEVICE START END;...": what a flush hands over. Kernels are "saxpy".
//   FAKE_CUPTI_NOW      the time by its clock
//   FAKE_CUPTI_DROPPED  how many records it says that it has lost
//   FAKE_CUPTI_FAIL     the call that fails
//   FAKE_CUPTI_CALLS    a file: a line is added at each call

#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "conditions/profiler.hpp"

#define FAKE_CUPTI extern "C" __attribute__((visibility("default"))) int

namespace {

namespace profiler = tickbench::conditions::profiler;

void (*request)(unsigned char**, std::size_t*, std::size_t*) = nullptr;
void (*take)(void*, std::uint32_t, unsigned char*, std::size_t, std::size_t) = nullptr;

constexpr std::size_t kRecordBytes = 216;  // of a kernel's record as CUDA 13.0 has it
constexpr std::size_t kRecordsInBuffer = 2;
constexpr int kFailure = 21;

std::string setting(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int called(const std::string& call, const std::string& argument = "") {
  if (const auto file = setting("FAKE_CUPTI_CALLS"); !file.empty())
    std::ofstream(file, std::ios::app) << call << argument << '\n';
  return setting("FAKE_CUPTI_FAIL") == call ? kFailure : 0;
}

using RecordBytes = std::array<unsigned char, kRecordBytes>;
std::vector<RecordBytes> records() {
  std::vector<RecordBytes> all;
  std::istringstream list(setting("FAKE_CUPTI_RECORDS"));
  for (std::string each; std::getline(list, each, ';');) {
    std::uint32_t kind = 0, device = 0;
    std::uint64_t start = 0, end = 0;
    std::istringstream(each) >> kind >> device >> start >> end;
    auto& record = all.emplace_back();
    const auto put = [&](std::size_t at, const auto& value) {
      std::memcpy(&record[at], &value, sizeof(value));
    };
    put(profiler::kKindAt, kind);
    put(profiler::kStartAt, start);
    put(profiler::kEndAt, end);
    put(kind == profiler::kKernels ? profiler::kKernelDeviceAt : profiler::kDeviceAt, device);
    static const char* const kName = "saxpy";
    if (kind == profiler::kKernels) put(profiler::kKernelNameAt, kName);
  }
  return all;
}

void hand_over() {
  const auto all = records();
  for (std::size_t first = 0; first < all.size() + 1; first += kRecordsInBuffer) {
    const auto count = std::min(kRecordsInBuffer, all.size() - std::min(first, all.size()));
    unsigned char* buffer = nullptr;
    std::size_t bytes = 0, most = 0;
    request(&buffer, &bytes, &most);
    if (count > 0) std::memcpy(buffer, all[first].data(), count * kRecordBytes);
    take(nullptr, 0, buffer, bytes, count * kRecordBytes);
  }
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): NVIDIA's names.
FAKE_CUPTI cuptiActivityRegisterCallbacks(decltype(request) for_request, decltype(take) for_take) {
  request = for_request;
  take = for_take;
  return called("cuptiActivityRegisterCallbacks");
}

FAKE_CUPTI cuptiActivityEnable(std::uint32_t kind) {
  return called("cuptiActivityEnable", " " + std::to_string(kind));
}

FAKE_CUPTI cuptiActivityDisable(std::uint32_t kind) {
  return called("cuptiActivityDisable", " " + std::to_string(kind));
}

// By a thread of its own, as the profiler's.
FAKE_CUPTI cuptiActivityFlushAll(std::uint32_t /*flags*/) {
  std::thread(hand_over).join();
  return called("cuptiActivityFlushAll");
}

FAKE_CUPTI cuptiActivityGetNextRecord(unsigned char* buffer, std::size_t valid,
                                      unsigned char** record) {
  if (setting("FAKE_CUPTI_FAIL") == "cuptiActivityGetNextRecord") return kFailure;
  auto* const next = *record == nullptr ? buffer : *record + kRecordBytes;
  if (next >= buffer + valid) return profiler::kNoMoreRecords;
  *record = next;
  return 0;
}

FAKE_CUPTI cuptiActivityGetNumDroppedRecords(void* /*context*/, std::uint32_t /*stream*/,
                                             std::size_t* dropped) {
  *dropped = std::strtoul(setting("FAKE_CUPTI_DROPPED").c_str(), nullptr, 10);
  return setting("FAKE_CUPTI_FAIL") == "cuptiActivityGetNumDroppedRecords" ? kFailure : 0;
}

FAKE_CUPTI cuptiGetTimestamp(std::uint64_t* time) {
  *time = std::strtoull(setting("FAKE_CUPTI_NOW").c_str(), nullptr, 10);
  return called("cuptiGetTimestamp");
}

FAKE_CUPTI cuptiFinalize() { return called("cuptiFinalize"); }

FAKE_CUPTI cuptiGetResultString(int /*result*/, const char** text) {
  *text = "FAKE_ERROR";
  return 0;
}
// NOLINTEND(readability-identifier-naming)
