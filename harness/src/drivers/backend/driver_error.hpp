// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "backend/memory.hpp"

namespace tickbench::backend {

/// For destructors, which must not throw: a call that gives something back to a driver failed, with
/// the text "zeMemFree: ZE_RESULT_...".
void note_failed_clean_up(const std::string& what) noexcept;
/// What was noted since the last call, each text once.
std::vector<std::string> take_failed_clean_ups();

/// The name of a call as a template argument.
template <std::size_t N>
struct CallName {
  // NOLINTNEXTLINE(google-explicit-constructor): made from a literal in a template argument list.
  constexpr CallName(const char (&name)[N]) { std::copy_n(name, N, text); }
  char text[N];
};

/// For what every call on a device says from now on. Throws Error: kDeviceError once for a device,
/// with `what`; after that kNoDevice, with the first one as its reason. `id` is "cuda:0".
[[noreturn]] void throw_lost(const std::string& id, const std::string& what);

/// Whether any device is lost to this process: it gives nothing back.
bool has_lost_device();

/// For a driver whose waits succeed although the device executed nothing. Throws Error
/// (kDeviceError): `found` is what shows it, "expected ..., found ...".
[[noreturn]] void throw_nothing_executed(std::string_view found, std::string_view where);

/// The checks of a driver's calls, by an object that is called like a function. `Driver` tells its
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
template <class Driver>
struct Check {
  using Result = typename Driver::Result;

  /// Nothing for a success, else as `fail`. The last argument may be left out where no device is
  /// open yet.
  template <class... Where>
  void operator()(Result result, std::string_view call, const Where&... where) const {
    if (result != Driver::kSuccess) fail(result, call, where...);
  }
  /// Throws Error, naming the call, the result and the device. With a device's description, a
  /// lasting result is a device error once; after that, everything on the device is kNoDevice, with
  /// the first one as its reason.
  [[noreturn]] void fail(Result result, std::string_view call, std::string_view where = {}) const {
    throw Error(Driver::outcome(result), text(result, call, where));
  }
  [[noreturn]] void fail(Result result, std::string_view call, const DeviceInfo& device) const {
    if (Driver::is_lasting(result)) throw_lost(device.id(), text(result, call, device.name));
    fail(result, call, device.name);
  }
  /// Of a call that allocates so many bytes.
  void allocation(Result result, std::string_view call, std::size_t bytes,
                  const DeviceInfo& device) const {
    if (result != Driver::kSuccess && Driver::means_no_memory(result))
      throw_out_of_memory(text(result, call), bytes, device);
    (*this)(result, call, device);
  }
  /// In a destructor: notes the failure, unless a device is lost and gives nothing back.
  void clean_up(Result result, std::string_view call) const noexcept {
    if (result == Driver::kSuccess || (Driver::is_lasting(result) && has_lost_device())) return;
    note_failed_clean_up(text(result, call));
  }
  /// The same of a call without which something would wait for ever, or lose its memory while in
  /// use: where it fails, it is made once more.
  void clean_up_twice(const auto& make_call, std::string_view call) const noexcept {
    const auto result = make_call();
    clean_up(result, call);
    if (result != Driver::kSuccess) clean_up(make_call(), fmt::format("{}, again", call));
  }

 private:
  static std::string text(Result result, std::string_view call, std::string_view where = {}) {
    return fmt::format("{}: {}{}{}", call, Driver::describe(result), where.empty() ? "" : ", on ",
                       where);
  }
};

/// The owner of one driver object, of a driver whose handles are pointers. `kCall` releases it, and
/// `kCheck` is the driver's Check.
template <auto kCheck, auto kCall, CallName kName>
struct Release {
  void operator()(auto handle) const noexcept { kCheck.clean_up(kCall(handle), kName.text); }
};
template <class T, auto kCheck, auto kCall, CallName kName>
using Handle = std::unique_ptr<std::remove_pointer_t<T>, Release<kCheck, kCall, kName>>;

}  // namespace tickbench::backend
