// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cuhost {

/// CUresult, as far as this driver gives it.
enum Result : int {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNotInitialized = 3,
  kNoDevice = 100,
  kInvalidDevice = 101,
  kInvalidContext = 201,
  kInvalidPtx = 218,
  kInvalidHandle = 400,
  kIllegalState = 401,
  kNotFound = 500,
  kNotReady = 600,
  kIllegalAddress = 700,
  kNotSupported = 801,
  kCaptureUnsupported = 900,
  kCaptureInvalidated = 901,
  kUnknown = 999,
};

/// Null for a number that has none here.
const char* name_of(int result) noexcept;

/// Thrown in an entry point: what the call returns.
struct Failure {
  Result result;
};

template <class T>
T& require(T* pointer, Result otherwise = kInvalidValue) {
  if (pointer == nullptr) throw Failure{otherwise};
  return *pointer;
}

}  // namespace cuhost
