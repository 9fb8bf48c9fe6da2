// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <exception>
#include <new>

#include "calls.hpp"
#include "result.hpp"

namespace cuhost {

/// The body of an entry point: counts the call, lets the laboratory fail it, and turns what the
/// body throws into a result.
///
///     int cuDeviceGetCount(int* count) {
///       return entered("cuDeviceGetCount", [&] { require(count) = 1; });
///     }
template <class Body>
int entered(const char* name, const Body& body) noexcept {
  try {
    if (const int planned = calls().begin(name); planned != kSuccess) return planned;
    body();
    return kSuccess;
  } catch (const Failure& failure) {
    return failure.result;
  } catch (const std::bad_alloc&) {
    return kOutOfMemory;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cuhost: %s: %s\n", name, error.what());
    return kUnknown;
  }
}

}  // namespace cuhost
