// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// libstdc++ keeps 72 KiB for exceptions thrown while memory is short, and never gives them back.
// Where it is linked into the driver (-static-libstdc++, usual in a library for unknown programs),
// each loading and unloading would leave another 72 KiB.
#include <dlfcn.h>

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): libstdc++'s names
namespace __gnu_cxx {
/// libstdc++'s own, for leak checkers; in no header. Null with other C++ libraries.
__attribute__((weak)) void __freeres();
}  // namespace __gnu_cxx
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)

namespace zecpu {
namespace {

/// Null for what belongs to no library.
const void* library_of(const void* address) {
  Dl_info found{};
  return dladdr(address, &found) != 0 ? found.dli_fbase : nullptr;
}

/// A libstdc++ shared with the process keeps its pool: the process still throws.
__attribute__((destructor)) void give_back_exception_pool() {
  if (&__gnu_cxx::__freeres == nullptr) return;
  const void* const pool = library_of(reinterpret_cast<const void*>(&__gnu_cxx::__freeres));
  const void* const driver = library_of(reinterpret_cast<const void*>(&give_back_exception_pool));
  if (pool == driver) __gnu_cxx::__freeres();
}

}  // namespace
}  // namespace zecpu
