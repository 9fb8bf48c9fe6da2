// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// A library in CUPTI's place: at a flush it hands over three kernels named "saxpy" of 3, 1 and 2
// us, a copy of 5 us, and a kernel whose time it does not know.

#include <array>
#include <cstdlib>
#include <cstring>

#include "cupti.hpp"

#define FAKE_CUPTI extern "C" __attribute__((visibility("default"))) int

namespace {

cupti::RequestBuffer request = nullptr;
cupti::TakeBuffer take = nullptr;
bool has_kernels = false, has_copies = false;

constexpr std::size_t kRecordBytes = 216;  // of a kernel's record as CUDA 13.0 has it
constexpr std::array<std::uint64_t, 5> kDurations = {3000, 1000, 5000, 2000, 0};
constexpr std::size_t kCopy = 2, kUnknown = 4;

cupti::Record* at(unsigned char* buffer, std::size_t index) {
  return reinterpret_cast<cupti::Record*>(buffer + index * kRecordBytes);
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): NVIDIA's names.
FAKE_CUPTI cuptiActivityRegisterCallbacks(cupti::RequestBuffer for_request,
                                          cupti::TakeBuffer for_take) {
  request = for_request;
  take = for_take;
  return 0;
}

FAKE_CUPTI cuptiActivityEnable(std::uint32_t kind) {
  has_kernels = has_kernels || kind == cupti::kKernels;
  has_copies = has_copies || kind == cupti::kCopies;
  return has_kernels || has_copies ? 0 : 21;
}

FAKE_CUPTI cuptiActivityFlushAll(std::uint32_t /*flags*/) {
  if (!has_kernels || !has_copies) return 1;
  unsigned char* buffer = nullptr;
  std::size_t bytes = 0, most = 0;
  request(&buffer, &bytes, &most);
  if (bytes < kDurations.size() * kRecordBytes) return 1;
  std::memset(buffer, 0, bytes);
  static const char* const kName = "saxpy";
  for (std::size_t i = 0; i < kDurations.size(); ++i) {
    auto& record = *at(buffer, i);
    record.kind = i == kCopy ? cupti::kCopies : cupti::kKernels;
    record.start = i == kUnknown ? 0 : 1'000'000;
    record.end = record.start + kDurations[i];
    std::memcpy(buffer + i * kRecordBytes + offsetof(cupti::KernelRecord, name), &kName,
                sizeof(kName));
  }
  take(nullptr, 0, buffer, bytes, kDurations.size() * kRecordBytes);
  return 0;
}

FAKE_CUPTI cuptiActivityGetNextRecord(unsigned char* buffer, std::size_t valid,
                                      cupti::Record** record) {
  auto* const next =
      *record == nullptr ? buffer : reinterpret_cast<unsigned char*>(*record) + kRecordBytes;
  if (next >= buffer + valid) return cupti::kNoMoreRecords;
  *record = reinterpret_cast<cupti::Record*>(next);
  return 0;
}

FAKE_CUPTI cuptiActivityGetNumDroppedRecords(void* /*context*/, std::uint32_t /*stream*/,
                                             std::size_t* dropped) {
  *dropped = 0;
  return 0;
}

FAKE_CUPTI cuptiGetResultString(int /*result*/, const char** text) {
  *text = "FAKE_ERROR";
  return 0;
}
// NOLINTEND(readability-identifier-naming)
