// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "raw_cuda.hpp"

/// The calls of cuBLAS that this example makes. A program of yours includes cublas_v2.h and links
/// libcublas; these are declared and loaded by hand, so that the example builds on every machine.
class CuBlas {
 public:
  explicit CuBlas(CUstream_st* stream) {
    require(find<int(void**)>("cublasCreate_v2")(&handle_), "cublasCreate");
    require(find<int(void*, CUstream_st*)>("cublasSetStream_v2")(handle_, stream),
            "cublasSetStream");
  }
  ~CuBlas() { find<int(void*)>("cublasDestroy_v2")(handle_); }
  CuBlas(const CuBlas&) = delete;
  CuBlas& operator=(const CuBlas&) = delete;

  /// c <- a b for n x n matrices in columns.
  void sgemm(int n, const CudaFloats& a, const CudaFloats& b, const CudaFloats& c) const {
    const float one = 1, zero = 0;
    require(sgemm_(handle_, 0, 0, n, n, n, &one, a.address, n, b.address, n, &zero, c.address, n),
            "cublasSgemm");
  }

  /// Null where cuBLAS is not installed.
  static void* library() {
    static void* const kLibrary = [] {
      for (const char* name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"})
        if (void* const found = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return found;
      return static_cast<void*>(nullptr);
    }();
    return kLibrary;
  }

 private:
  template <class Function>
  static Function* find(const char* name) {
    void* const found = ::dlsym(library(), name);
    if (found == nullptr) throw std::runtime_error(std::string(name) + ": no such function");
    return reinterpret_cast<Function*>(found);
  }
  static void require(int status, const char* call) {
    if (status != 0) throw std::runtime_error(std::string(call) + ": " + std::to_string(status));
  }

  using Address = CudaDriver::Address;
  using Sgemm = int(void*, int, int, int, int, int, const float*, Address, int, Address, int,
                    const float*, Address, int);
  void* handle_ = nullptr;
  Sgemm* sgemm_ = find<Sgemm>("cublasSgemm_v2");
};
