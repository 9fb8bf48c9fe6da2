// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <new>

#include "calls.hpp"
#include "result.hpp"

namespace zecpu {

template <std::size_t N>
struct FixedString {
  // NOLINTNEXTLINE(google-explicit-constructor): made from a literal in a template argument list.
  constexpr FixedString(const char (&text)[N]) { std::copy_n(text, N, value); }
  char value[N];
};

/// The C function behind a slot of a table: counts the call, lets the laboratory fail it, and turns
/// what the C++ function throws into a result code. The function returns a ze_result_t, or nothing
/// for success:
///
///     table.pfnGet = Entry<"zeDeviceGet", device_get>::call;
template <FixedString Name, auto Function>
struct Entry;

template <FixedString Name, class Result, class... Args, Result (*Function)(Args...)>
struct Entry<Name, Function> {
  static ze_result_t ZE_APICALL call(Args... args) {
    try {
      static CallCounter& counter = calls().counter(Name.value);
      if (const ze_result_t planned = counter.begin(); planned != ZE_RESULT_SUCCESS) return planned;
      if constexpr (std::is_void_v<Result>) {
        Function(args...);
        return ZE_RESULT_SUCCESS;
      } else {
        return Function(args...);
      }
    } catch (const Failure& failure) {
      if (*failure.what() != '\0')
        std::fprintf(stderr, "zecpu: %s: %s\n", Name.value, failure.what());
      return failure.code();
    } catch (const std::bad_alloc&) {
      return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "zecpu: %s: %s\n", Name.value, error.what());
      return ZE_RESULT_ERROR_UNKNOWN;
    }
  }
};

}  // namespace zecpu
