// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/openblas.hpp"

#include <dlfcn.h>
#include <tbb/global_control.h>

#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string_view>

namespace reference::openblas {
namespace {

constexpr const char* kFile = "libopenblas.so.0";
/// Its threads look for more work for 2^26 cycles after each call, some 30 ms, and take the
/// processors from what is measured next. For 2^16 they are still awake within a call.
constexpr const char* kThreadTimeout = "16";

enum Order { kRowMajor = 101 };
enum Transpose { kNoTranspose = 111 };

struct Library {
  void (*sgemm)(Order, Transpose, Transpose, int m, int n, int k, float alpha, const float* a,
                int lda, const float* b, int ldb, float beta, float* c, int ldc) = nullptr;
  std::string processor, missing;
};

/// One that is newer than the library may be taken for the oldest that it knows, whose kernels
/// reach a thirtieth of what the processor can.
bool is_taken_for_an_old_one(std::string_view processor) {
#if defined(__x86_64__)
  return processor == "Prescott" && __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

Library load() {
  Library library;
  ::setenv("OPENBLAS_THREAD_TIMEOUT", kThreadTimeout, 0);  // read as it is loaded
  void* const file = ::dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
  if (file == nullptr) {
    library.missing = std::string(kFile) + " is not here";
    return library;
  }
  const auto find = [&]<class Function>(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(::dlsym(file, name));
    if (function == nullptr) library.missing = std::string(kFile) + " has no " + name;
  };
  int (*parallel)() = nullptr;
  char* (*corename)() = nullptr;
  void (*set_num_threads)(int) = nullptr;
  find(library.sgemm, "cblas_sgemm");
  find(parallel, "openblas_get_parallel");
  find(corename, "openblas_get_corename");
  find(set_num_threads, "openblas_set_num_threads");
  if (!library.missing.empty()) return library;
  library.processor = corename();
  if (is_taken_for_an_old_one(library.processor))
    library.missing = std::string(kFile) + " does not know this processor, and takes it for a " +
                      library.processor + ": OPENBLAS_CORETYPE=Haswell or SkylakeX says what it is";
  const auto threads =
      ::tbb::global_control::active_value(::tbb::global_control::max_allowed_parallelism);
  if (threads > 1 && parallel() == 0)
    library.missing = std::string(kFile) + " is a build for one thread";
  set_num_threads(static_cast<int>(threads));
  return library;
}

const Library& library() {
  static const Library kLibrary = load();
  return kLibrary;
}

}  // namespace

std::string name() { return "OpenBLAS (" + library().processor + ")"; }

const std::string& missing() { return library().missing; }

void matmul(std::size_t n, std::span<const float> a, std::span<const float> b,
            std::span<float> out) {
  if (!missing().empty()) throw std::runtime_error(missing());
  if (n > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw std::runtime_error("cblas_sgemm: expected fewer than 2^31 rows, found " +
                             std::to_string(n));
  const auto edge = static_cast<int>(n);
  if (n > 0)
    library().sgemm(kRowMajor, kNoTranspose, kNoTranspose, edge, edge, edge, 1, a.data(), edge,
                    b.data(), edge, 0, out.data(), edge);
}

}  // namespace reference::openblas
