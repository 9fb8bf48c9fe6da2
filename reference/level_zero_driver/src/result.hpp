// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

#include <stdexcept>
#include <string>

namespace zecpu {

/// A call that ends with a result code other than success. Thrown anywhere below an entry point,
/// which hands the code to the caller (entry_point.hpp). A message is for what a code cannot tell:
/// it goes to standard error.
class Failure : public std::runtime_error {
 public:
  explicit Failure(ze_result_t code, const std::string& message = {})
      : std::runtime_error(message), code_(code) {}
  ze_result_t code() const { return code_; }

 private:
  ze_result_t code_;
};

inline void require(bool holds, ze_result_t otherwise) {
  if (!holds) throw Failure(otherwise);
}

template <class T>
T& require_pointer(T* pointer) {
  if (pointer == nullptr) throw Failure(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  return *pointer;
}
inline void require_address(const void* pointer) {
  require(pointer != nullptr, ZE_RESULT_ERROR_INVALID_NULL_POINTER);
}

/// The object behind a handle: `object<Device>(hDevice)`.
template <class T, class Handle>
T& object(Handle handle) {
  if (handle == nullptr) throw Failure(ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
  return *reinterpret_cast<T*>(handle);
}

template <class Handle, class T>
Handle handle_of(T* object) {
  return reinterpret_cast<Handle>(object);
}

}  // namespace zecpu
