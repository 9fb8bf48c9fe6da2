// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "backend/handle.hpp"
#include "backend/lost_device.hpp"
#include "backend/memory.hpp"
#include "tickbench/backend/backend.hpp"
#include "tickbench/error.hpp"

/// The checks of a driver's calls, as objects that are called like functions. `Driver` tells its
/// results apart:
///
///     struct Results {
///       using Result = cl_int;
///       static constexpr Result kSuccess = CL_SUCCESS;
///       static std::string describe(Result result);             // "CL_OUT_OF_RESOURCES (-5)"
///       static Outcome outcome(Result result) noexcept;         // of a call that failed
///       static bool means_no_memory(Result result) noexcept;    // of an allocation
///       static bool is_lasting(Result result) noexcept;         // of every call from now on
///     };
///     inline constexpr backend::Check<Results> check;
///
///     check(clFinish(queue), "clFinish", info);
namespace tickbench::backend {

/// Throws Error, naming the call, the result and the device. With a device's description, a lasting
/// result is a device error once; after that, everything on the device is kNoDevice, with the first
/// one as its reason.
template <class Driver>
struct ThrowFailed {
  using Result = typename Driver::Result;
  [[noreturn]] void operator()(Result result, std::string_view call,
                               std::string_view where = {}) const {
    throw Error(Driver::outcome(result), text(result, call, where));
  }
  [[noreturn]] void operator()(Result result, std::string_view call,
                               const DeviceInfo& device) const {
    if (Driver::is_lasting(result)) throw_lost(device.id(), text(result, call, device.name));
    (*this)(result, call, device.name);
  }

 private:
  static std::string text(Result result, std::string_view call, std::string_view where) {
    return fmt::format("{}: {}{}{}", call, Driver::describe(result), where.empty() ? "" : ", on ",
                       where);
  }
};

/// Nothing for a success, else ThrowFailed. The last argument is a device's description or name, or
/// left out where no device is open yet.
template <class Driver>
struct Check {
  template <class... Where>
  void operator()(typename Driver::Result result, std::string_view call,
                  const Where&... where) const {
    if (result != Driver::kSuccess) ThrowFailed<Driver>()(result, call, where...);
  }
};

/// The same of a call that allocates so many bytes.
template <class Driver>
struct CheckAllocation {
  void operator()(typename Driver::Result result, std::string_view call, std::size_t bytes,
                  const DeviceInfo& device) const {
    if (result != Driver::kSuccess && Driver::means_no_memory(result))
      throw_out_of_memory(fmt::format("{}: {}", call, Driver::describe(result)), bytes, device);
    Check<Driver>()(result, call, device);
  }
};

/// The same for destructors: notes the failure, unless a device is lost and gives nothing back.
template <class Driver>
struct CheckCleanUp {
  void operator()(typename Driver::Result result, std::string_view call) const noexcept {
    if (result == Driver::kSuccess || (Driver::is_lasting(result) && has_lost_device())) return;
    note_failed_clean_up(fmt::format("{}: {}", call, Driver::describe(result)));
  }
};

}  // namespace tickbench::backend
